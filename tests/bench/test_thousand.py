"""The round of a thousand: everybody's ten wagers are answered, the close and the result reach every screen."""

from pathlib import Path

import pytest

from tests.bench.screens import screens


@pytest.mark.slow
def test_a_round_with_a_thousand_terminals_closes_settles_and_shows_on_all(tmp_path: Path) -> None:
    figures = screens(tmp_path)
    assert [figure.name.split(":")[0] for figure in figures] == [
        "10,000 wagers of 1,000 terminals",
        "no more bets",
        "result",
    ]
