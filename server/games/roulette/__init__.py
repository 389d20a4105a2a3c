"""Roulette: spots, wheel and settlement as data and small pure functions."""

from server.games.roulette.game import Roulette, roulette

__all__ = ["Roulette", "roulette"]
