"""Command line of the gateway."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from hardware_gateway.app import Gateway
from hardware_gateway.config import Config, ConfigError, load
from hardware_gateway.journal import JournalError, utc_text


class _JsonFormatter(logging.Formatter):
    """One JSON object per line, so that logs can be searched by machine."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": utc_text(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="hardware_gateway", description="Connects devices to the server.")
    parser.add_argument("--config", type=Path, required=True, help="configuration file (TOML)")
    parser.add_argument("--check", action="store_true", help="check the configuration and exit")
    parser.add_argument("--log-level", default="info", choices=["debug", "info", "warning", "error"])
    options = parser.parse_args(argv)
    _start_logging(options.log_level)
    try:
        config, token = load(options.config)
        if options.check:
            return 0
        asyncio.run(_run(config, token))
    except (ConfigError, JournalError, OSError) as error:
        sys.stderr.write(f"hardware_gateway: {error}\n")
        return 2
    return 0


async def _run(config: Config, token: str) -> None:
    """Run until SIGINT or SIGTERM."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(Gateway(config, token).run())
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        logging.getLogger(__name__).info("stopped")


def _start_logging(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("websockets").setLevel(logging.WARNING)
