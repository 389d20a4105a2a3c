"""Seeded streams of chance. Each part of the world draws from its own, so a change in one does not shift the others."""

from random import Random


def stream(seed: int, name: str) -> Random:
    return Random(f"{seed}/{name}")  # noqa: S311 - a simulation must be repeatable; money and devices never draw here


def happens(random: Random, probability: float) -> bool:
    return random.random() < probability
