"""What must be true of every game in the registry, whatever it is."""

from fractions import Fraction

import pytest

from server.games.clauses import clauses
from server.games.contract import NO_CARRY, Effect, Irregularity, RuleError, Wager
from server.games.registry import GAMES, make_game

EVERY = [(name, default) for name, (default, _) in GAMES.items()]


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_spots_are_keyed_by_their_ids_and_pieces_exist(name: str, variant: str) -> None:
    game = make_game(name, variant)
    assert (game.name, game.variant) == (name, variant)
    for key, spot in game.spots.items():
        assert key == spot.id
        assert spot.numbers
        assert all(piece.count > 0 and not game.spots[piece.spot].pieces for piece in spot.pieces)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_chances_add_up_and_every_outcome_settles_every_spot_once(name: str, variant: str) -> None:
    game = make_game(name, variant)
    assert sum((chance for _, chance in game.outcomes()), Fraction(0)) == 1
    wagers = [Wager(spot.id, 3600 * (spot.piece_count or 1)) for spot in game.spots.values()]
    for outcome, _ in game.outcomes():
        done = game.settle(outcome, wagers, NO_CARRY)
        assert [(item.spot, item.stake) for item in done] == [(item.spot, item.stake) for item in wagers]
        assert all(item.returned >= 0 for item in done)
        assert done == game.settle(outcome, wagers, NO_CARRY)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_irregularities_have_unique_codes_and_name_real_clauses(name: str, variant: str) -> None:
    game = make_game(name, variant)
    codes = [item.code for item in game.irregularities]
    assert len(codes) == len(set(codes))
    known = {clause_id for clause in clauses(game.rules) for clause_id in clause.ids}
    assert {item.clause for item in game.irregularities} <= known
    assert {spot.clause for spot in game.spots.values()} <= known


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_the_rule_hash_is_stable(name: str, variant: str) -> None:
    assert make_game(name, variant).rule_hash == make_game(name).rule_hash


def test_an_irregularity_may_treat_some_spots_apart() -> None:
    entry = Irregularity(
        "x", "", Effect.STAND, make_game("roulette").irregularities[0].authority, (("side", Effect.VOID),)
    )
    assert (entry.effect_on("straight"), entry.effect_on("side")) == (Effect.STAND, Effect.VOID)


@pytest.mark.parametrize(
    ("name", "variant", "settings", "code"),
    [
        ("faro", None, {}, "unknown_game"),
        ("roulette", "triple_zero", {}, "unknown_variant"),
        ("roulette", None, {"rules": "009"}, "unknown_rules"),
        ("roulette", None, {"tilt": "a little"}, "unknown_setting"),
    ],
)
def test_what_does_not_exist_is_refused_by_code(
    name: str, variant: str | None, settings: dict[str, object], code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        make_game(name, variant, settings)
    assert caught.value.code == code
