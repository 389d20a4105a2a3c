"""PINs at rest: argon2id over a peppered PIN, computed in a few threads so that sign-ins cannot starve the floor.

A PIN of six digits is weak against anybody who holds its hash. The pepper is a key outside the database: without it a
stolen database says nothing about PINs.
"""

import asyncio
import hmac
import os
import re
import secrets
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from argon2 import PasswordHasher, Type
from argon2.exceptions import VerificationError

PIN = re.compile(r"[0-9]{6,12}")
PEPPER_BYTES = 32
THREADS = 2


class KeyFileRefused(Exception):
    """The key file is missing its key or is readable by others."""


def read_pepper(path: Path) -> bytes:
    """The pepper in the file; a new floor makes its own. A file that others may read is refused."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(PEPPER_BYTES))
            file.flush()
            os.fsync(file.fileno())
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise KeyFileRefused(f"{path} is readable by others; its mode must be 600")
    try:
        pepper = bytes.fromhex(path.read_text().strip())
    except ValueError as error:
        raise KeyFileRefused(f"{path} does not hold a key in hexadecimal") from error
    if len(pepper) < PEPPER_BYTES:
        raise KeyFileRefused(f"the key in {path} is too short")
    return pepper


class Pins:
    """Makes and checks PIN hashes."""

    def __init__(self, pepper: bytes) -> None:
        self._pepper = pepper
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pins")
        self._decoy = self._hasher.hash(secrets.token_bytes(16))

    async def hash(self, pin: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, self._peppered(pin))

    async def check(self, pin: str, stored: str | None) -> bool:
        """Whether the PIN is right. Without a stored hash the work is done all the same, so that the time an answer
        takes does not tell which cards exist."""
        right = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._verify, stored or self._decoy, self._peppered(pin)
        )
        return right and stored is not None

    def close(self) -> None:
        self._threads.shutdown()

    def _peppered(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    def _verify(self, stored: str, peppered: bytes) -> bool:
        try:
            return self._hasher.verify(stored, peppered)
        except VerificationError:
            return False
