"""The book: transfers and the balances they add up to."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from server.ledger.accounts import FLOORED, Account, kind_of

AMOUNT_MAX = 10**15
"""No single transfer is larger; a bigger number is a defect."""


class LedgerFault(Exception):
    """A transfer that must never happen. It stops the pit instead of being answered."""


class TransferKind(StrEnum):
    NOTE_IN = "note_in"
    TICKET_IN = "ticket_in"
    STAKE_HELD = "stake_held"
    STAKE_RELEASED = "stake_released"
    STAKE_RETURNED = "stake_returned"
    """A stake that comes back with the settlement (winning or pushed)."""
    STAKE_LOST = "stake_lost"
    WINNINGS = "winnings"
    STAKE_REFUNDED = "stake_refunded"
    """A void round."""
    CREDITED_BACK = "credited_back"
    """Below a minimum at the close (002 6.2, 6.3.4)."""
    TICKET_OUT = "ticket_out"
    TICKET_VOIDED = "ticket_voided"
    HAND_PAY_OUT = "hand_pay_out"
    HAND_PAID = "hand_paid"
    RESETTLEMENT = "resettlement"
    SETTLEMENT_REVERSED = "settlement_reversed"
    SHORTFALL = "shortfall"
    """The part of a reversal the player could not cover."""
    SHORTFALL_REPAID = "shortfall_repaid"
    """A later correction in the player's favour settles what an earlier one left owing."""


class Transfer(msgspec.Struct, frozen=True, array_like=True):
    """One row of the ledger: `amount` leaves `debit` and enters `credit`. Balanced by construction."""

    debit: Account
    credit: Account
    amount: int
    kind: TransferKind
    unit: str = "cash"


class Book(msgspec.Struct):
    """Balances by account; accounts at zero are dropped so that the book stays as small as the floor."""

    balances: dict[Account, int] = {}

    def balance(self, account: Account) -> int:
        return self.balances.get(account, 0)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Apply transfers in order. A floored account below zero is a fault, never a result."""
        for transfer in transfers:
            if not 0 < transfer.amount <= AMOUNT_MAX:
                raise LedgerFault(f"amount {transfer.amount} from {transfer.debit}")
            if transfer.debit == transfer.credit:
                raise LedgerFault(f"transfer from {transfer.debit} to itself")
            self._add(transfer.debit, -transfer.amount)
            self._add(transfer.credit, transfer.amount)

    def _add(self, account: Account, amount: int) -> None:
        balance = self.balances.get(account, 0) + amount
        if balance < 0 and kind_of(account) in FLOORED:
            raise LedgerFault(f"{account} would stand at {balance}")
        if balance:
            self.balances[account] = balance
        else:
            self.balances.pop(account, None)

    def total(self) -> int:
        """Zero, always."""
        return sum(self.balances.values())


def transfer(debit: Account, credit: Account, amount: int, kind: TransferKind) -> list[Transfer]:
    """A transfer of `amount`, or none when there is nothing to move."""
    return [Transfer(debit, credit, amount, kind)] if amount else []
