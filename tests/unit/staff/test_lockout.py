"""Five tries in fifteen minutes, per device and per card, and no way to lock somebody else out."""

from hypothesis import given
from hypothesis import strategies as st

from server.staff.lockout import TRIES, WINDOW_MS, Failure, locked_until

NOW = 10_000_000


def tries(count: int, card: str = "100", device: str = "DT-1", at_ms: int = NOW - 1_000) -> list[Failure]:
    return [Failure(card, device, at_ms + n) for n in range(count)]


def until(failures: list[Failure], card: str = "100", device: str = "DT-1", known: tuple[str, ...] = ()) -> int | None:
    return locked_until(failures, card=card, device=device, known_devices=known, now_ms=NOW)


def test_four_tries_are_no_lock_and_five_are() -> None:
    assert until(tries(TRIES - 1)) is None
    assert until(tries(TRIES)) == NOW - 1_000 + WINDOW_MS


def test_tries_leave_the_window() -> None:
    assert until(tries(TRIES, at_ms=NOW - WINDOW_MS - 10)) is None


def test_a_device_is_locked_for_every_card() -> None:
    guesses = [failure for n in range(TRIES) for failure in tries(1, card=f"20{n}")]
    assert until(guesses, card="999", known=("DT-1",)) is not None


def test_guessing_at_many_devices_is_stopped() -> None:
    spread = [failure for n in range(TRIES) for failure in tries(1, device=f"DT-{n + 2}")]
    assert until(spread, device="DT-9") is not None


def test_tries_elsewhere_cannot_lock_somebody_out_of_their_own_terminal() -> None:
    spread = [failure for n in range(50) for failure in tries(4, device=f"DT-{n + 2}")]
    assert until(spread, known=("DT-1",)) is None


@given(
    others=st.lists(
        st.builds(
            Failure, st.sampled_from(["100", "101"]), st.sampled_from(["A", "B"]), st.integers(NOW - WINDOW_MS, NOW)
        )
    )
)
def test_no_number_of_tries_elsewhere_locks_a_known_device(others: list[Failure]) -> None:
    assert until(others, device="DT-1", known=("DT-1",)) is None


@given(st.lists(st.integers(NOW - 2 * WINDOW_MS, NOW), max_size=20))
def test_a_lock_ends_and_then_allows_the_next_try(times: list[int]) -> None:
    failures = [Failure("100", "DT-1", at_ms) for at_ms in times]
    end = until(failures)
    if end is not None:
        assert NOW < end <= NOW + WINDOW_MS
        assert locked_until(failures, card="100", device="DT-1", known_devices=(), now_ms=end) is None
