"""Settings of a server process, from the environment. Secrets come from files, never from the environment itself."""

import os
from pathlib import Path
from typing import Self
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Everything `croupier serve` needs to know."""

    data: Path
    database_url: str
    pepper_file: Path
    host: str = "127.0.0.1"
    port: int = 8000
    pit: str = "main"
    venue: str = "Croupier"
    origins: tuple[str, ...] = ()
    demo_devices_url: str | None = None

    @classmethod
    def from_environment(cls, environment: dict[str, str] | None = None) -> Self:
        """CROUPIER_* variables; the default is one SQLite file in the data directory."""
        env = dict(os.environ) if environment is None else environment
        data = Path(env.get("CROUPIER_DATA", "data")).absolute()
        url = env.get("CROUPIER_DATABASE_URL") or f"sqlite:///{data / 'croupier.db'}"
        password = env.get("CROUPIER_DATABASE_PASSWORD_FILE")
        return cls(
            data=data,
            database_url=with_password(url, Path(password).read_text().strip()) if password else url,
            pepper_file=Path(env.get("CROUPIER_PEPPER_FILE", str(data / "pepper.key"))),
            host=env.get("CROUPIER_HOST", "127.0.0.1"),
            port=int(env.get("CROUPIER_PORT", "8000")),
            pit=env.get("CROUPIER_PIT", "main"),
            venue=env.get("CROUPIER_VENUE", "Croupier"),
            origins=tuple(filter(None, env.get("CROUPIER_ORIGINS", "").split(","))),
            demo_devices_url=env.get("CROUPIER_DEMO_DEVICES_URL"),
        )


def with_password(url: str, password: str) -> str:
    """The database address with its password filled in."""
    parts = urlsplit(url)
    user = parts.username or "croupier"
    place = f"{user}:{quote(password, safe='')}@{parts.hostname}" + (f":{parts.port}" if parts.port else "")
    return urlunsplit((parts.scheme, place, parts.path, parts.query, parts.fragment))
