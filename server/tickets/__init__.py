"""Redeemable tickets: their numbers."""

from server.tickets.numbers import RANDOM_RANGE, is_number, number_from

__all__ = ["RANDOM_RANGE", "is_number", "number_from"]
