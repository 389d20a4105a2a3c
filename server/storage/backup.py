"""Backups of a live floor, and the way back. A backup that does not verify is not kept."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, inspect, text

from server.storage.audit import AuditAction
from server.storage.database import lock_file
from server.storage.engines import address, reader_engine, sqlite_file, writer_engine
from server.storage.venue_audit import note, take_turn
from server.storage.verify import Report, verify
from server.table.values import SYSTEM


class BackupRefused(Exception):
    """Why there is no backup, or no restore. Nothing was replaced."""


class Damaged(BackupRefused):
    """The copy does not verify."""

    def __init__(self, report: Report) -> None:
        first = report.findings[0]
        super().__init__(f"{len(report.findings)} findings, first: {first.check} {first.where}: {first.detail}")
        self.report = report


def backup(url: str, target: Path) -> Path:
    """Copy the database at `url` into the file `target` while it is in use. SQLite copies are verified at once;
    PostgreSQL dumps are read back, and verified when they are restored."""
    source = address(url)
    if target.exists():
        raise BackupRefused(f"{target} is already there")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        if source.get_backend_name() == "sqlite":
            _copy_sqlite(sqlite_file(source), partial)
        else:
            _dump(source, partial)
        _settle(partial, target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def restore(copy: Path, url: str) -> Report:
    """Fill the empty database at `url` from a backup, verify it, and raise every epoch, so that no owner from before
    can write. Tickets must be reconciled with the floor afterwards: the copy may not know a redemption."""
    target = address(url)
    if not copy.exists():
        raise BackupRefused(f"{copy} is not there")
    if target.get_backend_name() == "sqlite":
        return _restore_sqlite(copy, sqlite_file(target))
    return _restore_dump(copy, target)


def _checked(database: URL, name: str) -> Report:
    """What a restored database must pass before anybody may open it."""
    report = verify(database.render_as_string(hide_password=False))
    if not report.ok:
        raise Damaged(report)
    engine = writer_engine(database)
    with engine.connect() as connection, connection.begin():
        take_turn(connection)
        connection.execute(text("UPDATE pit_owner SET epoch = epoch + 1"))
        note(connection, AuditAction.DATABASE_RESTORED, SYSTEM, name)
    return report


def _settle(partial: Path, target: Path) -> None:
    """Only what has reached the disk gets the name of a backup."""
    handle = os.open(partial, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    partial.rename(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# ---- SQLite ----------------------------------------------------------------------------------------------------------


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.exists():
        raise BackupRefused(f"{source} is not there")
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        # The reader must never checkpoint, and one step over all pages sees one moment of the database.
        reading.execute("PRAGMA wal_autocheckpoint = 0")
        reading.backup(writing, pages=-1)
        writing.execute("PRAGMA journal_mode = DELETE")
        (sound,) = writing.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise BackupRefused(f"the copy is not sound: {sound}")
    report = verify(f"sqlite:///{target.absolute()}")
    if not report.ok:
        raise Damaged(report)


def _restore_sqlite(copy: Path, path: Path) -> Report:
    with lock_file(path):
        if path.exists() and path.stat().st_size:
            raise BackupRefused(f"{path} is not empty; restore into a new file")
        partial = path.with_name(f"{path.name}.partial")
        try:
            shutil.copyfile(copy, partial)
            report = _checked(address(f"sqlite:///{partial}"), copy.name)
            _settle(partial, path)
        finally:
            partial.unlink(missing_ok=True)
    return report


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------


def _run(program: str, arguments: list[str], url: URL) -> None:
    """Run one of PostgreSQL's own tools. The password travels in the environment, where `ps` does not show it."""
    found = shutil.which(program)
    if found is None:
        raise BackupRefused(f"{program} is not installed")
    given = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": url.password if url.password is None else str(url.password),
        "PGDATABASE": url.database,
    }
    environment = {**os.environ, **{name: value for name, value in given.items() if value is not None}}
    done = subprocess.run(  # noqa: S603  (a fixed program and our own arguments, no shell)
        [found, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BackupRefused(f"{program}: {done.stderr.strip() or done.returncode}")


def _dump(source: URL, target: Path) -> None:
    _run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"], source)
    _run("pg_restore", ["--list", str(target)], source)


def _restore_dump(copy: Path, target: URL) -> Report:
    with reader_engine(target).connect() as connection:
        if inspect(connection).get_table_names():
            raise BackupRefused("the database is not empty; restore into a new one")
    arguments = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "--dbname"]
    _run("pg_restore", [*arguments, target.database or "", str(copy)], target)
    return _checked(target, copy.name)
