"""Pure money: integer minor units, double entry, append only."""

from server.ledger.accounts import Account, AccountKind
from server.ledger.book import Book, LedgerFault, Transfer, TransferKind

__all__ = ["Account", "AccountKind", "Book", "LedgerFault", "Transfer", "TransferKind"]
