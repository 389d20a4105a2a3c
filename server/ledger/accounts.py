"""Accounts by kind. An account id is its kind and its owner, so a reader of the books needs no lookup."""

from enum import StrEnum
from typing import NewType

Account = NewType("Account", str)


class AccountKind(StrEnum):
    CREDIT = "credit"
    """A session's chip account: the credit meter."""
    STAKE = "stake"
    """Stakes held on one table for one session until the round decides them."""
    TICKET = "ticket"
    """A redeemable ticket's value."""
    HAND_PAY = "hand_pay"
    """Waiting to be paid by hand at a terminal."""
    PAYABLE = "payable"
    """Owed to a player whose session has ended."""
    RECEIVABLE = "receivable"
    """Owed by a player after a correction the credit could not cover; runs below zero."""
    HOUSE = "house"
    """A table's bank; runs below zero while players are ahead."""
    NOTES = "notes"
    """Notes in a terminal's stacker; runs below zero as credit is issued against them."""
    CAGE = "cage"
    """Cash that left through staff."""


FLOORED = frozenset(
    {AccountKind.CREDIT, AccountKind.STAKE, AccountKind.TICKET, AccountKind.HAND_PAY, AccountKind.PAYABLE}
)
"""Kinds that may never be negative, here and in the database."""


def kind_of(account: Account) -> AccountKind:
    return AccountKind(account.partition(":")[0])


def credit(session: str) -> Account:
    return Account(f"credit:{session}")


def stake(table: str, session: str) -> Account:
    return Account(f"stake:{table}:{session}")


def ticket(number: str) -> Account:
    return Account(f"ticket:{number}")


def hand_pay(terminal: str) -> Account:
    return Account(f"hand_pay:{terminal}")


def payable(session: str) -> Account:
    return Account(f"payable:{session}")


def receivable(session: str) -> Account:
    return Account(f"receivable:{session}")


def house(table: str) -> Account:
    return Account(f"house:{table}")


def notes(terminal: str) -> Account:
    return Account(f"notes:{terminal}")


def cage(pit: str) -> Account:
    return Account(f"cage:{pit}")
