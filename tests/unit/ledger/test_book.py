"""The book: balanced by construction, floors that hold, and faults instead of wrong results."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from server.ledger import Account, AccountKind, Book, LedgerFault, Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.accounts import FLOORED, kind_of
from server.ledger.book import AMOUNT_MAX, transfer

CREDIT, STAKE, HOUSE, NOTES = (
    account.credit("s1"),
    account.stake("T1", "s1"),
    account.house("T1"),
    account.notes("PT-1"),
)


def move(debit: Account, credit: Account, amount: int) -> Transfer:
    return Transfer(debit, credit, amount, TransferKind.NOTE_IN)


@pytest.mark.rule("002 1.1 PT chip account")
def test_a_stake_is_held_and_then_lost_or_returned_exactly_once() -> None:
    book = Book()
    book.post([move(NOTES, CREDIT, 1_000), move(CREDIT, STAKE, 300)])
    assert (book.balance(CREDIT), book.balance(STAKE)) == (700, 300)
    book.post([move(STAKE, HOUSE, 300)])
    with pytest.raises(LedgerFault, match="would stand at -1"):
        book.post([move(STAKE, CREDIT, 1)])


def test_accounts_at_zero_are_dropped() -> None:
    book = Book()
    book.post([move(NOTES, CREDIT, 5), move(CREDIT, NOTES, 5)])
    assert (book.balances, book.total(), book.balance(CREDIT)) == ({}, 0, 0)


@pytest.mark.parametrize("amount", [0, -1, AMOUNT_MAX + 1])
def test_an_amount_outside_the_range_is_a_fault(amount: int) -> None:
    with pytest.raises(LedgerFault, match="amount"):
        Book().post([move(NOTES, CREDIT, amount)])


def test_a_transfer_to_itself_is_a_fault() -> None:
    with pytest.raises(LedgerFault, match="itself"):
        Book().post([move(HOUSE, HOUSE, 1)])


def test_nothing_to_move_is_no_transfer() -> None:
    assert transfer(NOTES, CREDIT, 0, TransferKind.NOTE_IN) == []
    assert transfer(NOTES, CREDIT, 7, TransferKind.NOTE_IN) == [move(NOTES, CREDIT, 7)]


def test_every_kind_of_account_says_what_it_is() -> None:
    made = [
        account.credit("s"),
        account.stake("T", "s"),
        account.ticket("1"),
        account.hand_pay("PT"),
        account.payable("s"),
        account.receivable("s"),
        account.house("T"),
        account.notes("PT"),
        account.cage("p"),
    ]
    assert [kind_of(item) for item in made] == list(AccountKind)
    assert frozenset(AccountKind) - FLOORED == {
        AccountKind.RECEIVABLE,
        AccountKind.HOUSE,
        AccountKind.NOTES,
        AccountKind.CAGE,
    }


ACCOUNTS = [
    maker(name)
    for maker in (account.credit, account.ticket, account.hand_pay, account.payable, account.receivable, account.house)
    for name in ("a", "b")
]


class BookMachine(RuleBasedStateMachine):
    """Random transfers against a model that counts in and out separately."""

    posted = Bundle("posted")

    def __init__(self) -> None:
        super().__init__()
        self.book = Book()
        self.incoming: Counter[Account] = Counter()
        self.outgoing: Counter[Account] = Counter()

    @rule(target=posted, debit=st.sampled_from(ACCOUNTS), credit=st.sampled_from(ACCOUNTS), amount=st.integers(-2, 500))
    def post(self, debit: Account, credit: Account, amount: int) -> Transfer:
        wanted = move(debit, credit, amount)
        before = dict(self.book.balances)
        held = self.incoming[debit] - self.outgoing[debit]
        legal = amount > 0 and debit != credit and (kind_of(debit) not in FLOORED or held >= amount)
        if legal:
            self.book.post([wanted])
            self.outgoing[debit] += amount
            self.incoming[credit] += amount
        else:
            with pytest.raises(LedgerFault):
                self.book.post([wanted])
            self.book.balances = before
        return wanted

    @rule(entry=posted)
    def reverse(self, entry: Transfer) -> None:
        """A correction is one more transfer, the other way round, under the same rules."""
        self.post(entry.credit, entry.debit, entry.amount)

    @invariant()
    def balanced_and_above_the_floors(self) -> None:
        assert self.book.total() == 0
        for name in ACCOUNTS:
            assert self.book.balance(name) == self.incoming[name] - self.outgoing[name]
            assert kind_of(name) not in FLOORED or self.book.balance(name) >= 0


TestBookMachine = BookMachine.TestCase
TestBookMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
