"""Writes notes to a journal and prints each one only once it is durable; the crash test kills it."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from hardware_gateway.drivers.base import Reading
from hardware_gateway.journal import Journal


def main() -> None:
    journal = Journal(Path(sys.argv[1]), secrets.token_hex(16))
    value = int(sys.argv[2])
    while True:
        counter = journal.append([("acceptor-1", Reading("note_stacked", {"value": value}))])
        sys.stdout.write(f"{journal.boot} {counter} {value}\n")
        sys.stdout.flush()
        value += 1


if __name__ == "__main__":
    main()
