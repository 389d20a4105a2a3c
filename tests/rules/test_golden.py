"""The whole round must read as it read when it was last looked at."""

from tests.rules.golden import FILE, transcript


def test_the_round_reads_as_committed() -> None:
    assert transcript() == FILE.read_text(encoding="utf-8")
