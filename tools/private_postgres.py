"""A PostgreSQL server of our own for one test run, from installed binaries, under an unprivileged user."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

DEBIAN_HOME = Path("/usr/lib/postgresql")
START_SECONDS = 30.0
STOP_SECONDS = 20.0


class PostgresRefused(Exception):
    """No server can be used, and why."""


def can_create_databases(url: str) -> None:
    """Raise `PostgresRefused` unless the server answers and lets us make databases of our own."""
    question = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        # SQLAlchemy's way of naming the driver is accepted too; libpq knows only the plain scheme.
        with psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://", 1), connect_timeout=2) as connection:
            row = connection.execute(question).fetchone()
    except psycopg.Error as error:
        raise PostgresRefused(str(error).strip().splitlines()[0]) from error
    if not (row and row[0]):
        raise PostgresRefused("the user may not create databases")


def find_binaries() -> Path | None:
    """The folder with `initdb` and `postgres`: on the path, or where Debian keeps them (newest version first)."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    versions = [path for path in DEBIAN_HOME.glob("*/bin/initdb") if path.parts[-3].isdigit()]
    newest = max(versions, key=lambda path: int(path.parts[-3]), default=None)
    return newest.parent if newest else None


def unprivileged_user() -> str | None:
    """The user the server runs as: ourselves, unless we are root, which initdb refuses."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise PostgresRefused("there is no unprivileged user to run PostgreSQL as")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def make_cluster(binaries: Path, home: Path, user: str | None, password: str) -> Path:
    """Initialise a cluster that only a password lets in: other users of the machine can reach the port too."""
    data, password_file = home / "data", home / "password"
    password_file.write_text(password)
    if user is not None:
        shutil.chown(home, user)
        shutil.chown(password_file, user)
    command = [str(binaries / "initdb"), "-D", str(data), "-U", "croupier", "-A", "scram-sha-256", "-k", "-E", "UTF8"]
    command += ["--locale=C", f"--pwfile={password_file}"]
    done = subprocess.run(command, user=user, cwd=home, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PostgresRefused(f"initdb failed: {done.stderr.strip()}")
    return data


def wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return can_create_databases(url)
        except PostgresRefused as refusal:
            if server.poll() is not None or time.monotonic() > deadline:
                raise PostgresRefused(f"the private server did not start: {log.read_text()[-500:]}") from refusal
            time.sleep(0.1)


def stop(server: subprocess.Popen[bytes]) -> None:
    """SIGINT is PostgreSQL's fast shutdown: it does not wait for clients."""
    if server.poll() is None:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def private_server() -> Iterator[str]:
    """Start a server on a free port of the loopback interface, yield its address, and leave nothing behind."""
    binaries = find_binaries()
    if binaries is None:
        raise PostgresRefused("PostgreSQL's programs are not installed")
    user, password, port = unprivileged_user(), secrets.token_urlsafe(18), free_port()
    with tempfile.TemporaryDirectory(prefix="croupier-postgres-") as folder:
        home = Path(folder)
        data = make_cluster(binaries, home, user, password)
        log = home / "server.log"
        command = [str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-k", str(home)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"]
        with log.open("wb") as output:
            # A session of its own: Ctrl-C must reach the tests first and the server last.
            server = subprocess.Popen(
                command, user=user, cwd=home, stdout=output, stderr=output, start_new_session=True
            )
            try:
                url = f"postgresql://croupier:{password}@127.0.0.1:{port}/postgres"
                wait_until_ready(server, url, log)
                yield url
            finally:
                stop(server)
