"""Gaming days: a venue's day starts in the morning, not at midnight."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


def gaming_day(at: str, time_zone: str, start: str) -> str:
    """The gaming day (ISO date) of the UTC moment `at`, for a day that starts at local time `start` (HH:MM)."""
    return _of_minute(at[:16], time_zone, start).isoformat()


@lru_cache(maxsize=256)
def _of_minute(minute: str, time_zone: str, start: str) -> date:
    local = datetime.fromisoformat(minute).replace(tzinfo=UTC).astimezone(ZoneInfo(time_zone))
    begins = datetime.strptime(start, "%H:%M").time()  # noqa: DTZ007  (a time of day has no zone)
    return local.date() if local.time() >= begins else local.date() - timedelta(days=1)
