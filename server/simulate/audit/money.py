"""The auditor's own ledger."""

from typing import Any

FLOORED = ("credit:", "stake:", "ticket:", "hand_pay:", "payable:")


class Ledger:
    """Balances from transfers, each checked as it passes."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}

    def of(self, account: str) -> int:
        return self.balances.get(account, 0)

    def post(self, transfers: list[list[Any]]) -> str | None:
        """Book the rows of one event; says what is wrong with them."""
        for debit, credit, amount, kind, *unit in transfers:
            if type(amount) is not int or amount <= 0 or debit == credit or unit not in ([], ["cash"]):
                return f"not a transfer: {debit} -> {credit} {amount} {kind} {unit}"
            self._add(debit, -amount)
            self._add(credit, amount)
            if debit.startswith(FLOORED) and self.of(debit) < 0:
                return f"{debit} stands at {self.of(debit)}"
        return None

    def _add(self, account: str, amount: int) -> None:
        balance = self.of(account) + amount
        if balance:
            self.balances[account] = balance
        else:
            self.balances.pop(account, None)

    def total(self) -> int:
        return sum(self.balances.values())
