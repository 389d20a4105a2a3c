"""Tests that read like a hand of play: one operation per row, and behind the arrow what comes of it.

    place red 500            => red=500 ; credit 99500
    place red 9999999        => red=1000000 ; credit 0 ; cut red:maximum
    remove black             => no no_wager

A row that starts with # is for the reader.
"""

from collections.abc import Callable, Mapping
from typing import Any

from server.table import commands as c
from server.table.events import WageringClosed
from server.table.values import Refusal
from tests.rules.house import House, player

Words = list[str]


def show(layout: Mapping[str, int]) -> str:
    return " ".join(f"{spot}={stake}" for spot, stake in layout.items()) or "-"


def pairs(words: Words) -> list[tuple[str, int]]:
    return [(spot, int(amount)) for spot, amount in zip(words[::2], words[1::2], strict=True)]


class Script:
    """Runs rows against one terminal of a house."""

    def __init__(self, house: House, name: str = "PT-1") -> None:
        self.house = house
        self.name = name
        self.operations: dict[str, Callable[[Words], str]] = {
            "place": lambda words: self._place(words, whole=False),
            "place_whole": lambda words: self._place(words, whole=True),
            "move": self._move,
            "remove": self._remove,
            "clear": lambda _: self._bet(c.Clear(self.name, self._round())),
            "undo": lambda _: self._bet(c.Undo(self.name, self._round())),
            "double": lambda _: self._bet(c.Double(self.name, self._round())),
            "rebet": lambda _: self._bet(c.Rebet(self.name, self._round())),
            "note": self._note,
            "open": self._open,
            "close": self._close,
            "result": self._result,
        }

    def run(self, text: str) -> None:
        for number, row in enumerate(text.strip().splitlines(), 1):
            line = row.strip()
            if not line or line.startswith("#"):
                continue
            operation, arrow, expected = line.partition("=>")
            assert arrow, f"row {number} says nothing about its outcome: {line}"
            words = operation.split()
            actual = self.operations[words[0]](words[1:])
            assert actual == " ".join(expected.split()), f"row {number}: {line}\n    gave: {actual}"

    def _round(self) -> str:
        return self.house.round(self.house.pit.terminals[self.name].table or "").id

    def _state(self) -> str:
        return f"{show(self.house.layout(self.name))} ; credit {self.house.credit(self.name)}"

    def _answer(self, answer: dict[str, Any] | Refusal) -> str:
        if isinstance(answer, Refusal):
            return f"no {answer.code}"
        cut = [f"{item['spot']}:{item['reason']}" for item in answer.get("placed", ()) if item["reason"]]
        return self._state() + (f" ; cut {' '.join(cut)}" if cut else "")

    def _bet(self, command: c.Command) -> str:
        return self._answer(self.house.do(player(self.name), command))

    def _place(self, words: Words, *, whole: bool) -> str:
        chips = tuple(c.Chip(spot, amount) for spot, amount in pairs(words))
        return self._bet(c.Place(self.name, self._round(), chips, whole))

    def _move(self, words: Words) -> str:
        amount = int(words[2]) if len(words) > 2 else None
        return self._bet(c.Move(self.name, self._round(), words[0], words[1], amount))

    def _remove(self, words: Words) -> str:
        amount = int(words[1]) if len(words) > 1 else None
        return self._bet(c.Remove(self.name, self._round(), words[0], amount))

    def _note(self, words: Words) -> str:
        self.house.note(int(words[0]), self.name)
        return f"credit {self.house.credit(self.name)}"

    def _open(self, words: Words) -> str:
        return self.house.new_game()

    def _close(self, words: Words) -> str:
        self.house.close()
        event: WageringClosed = self.house.events(WageringClosed)[-1]
        back = event.credited_back.get(self.house.pit.terminals[self.name].session or "", ())
        gone = " ".join(f"{item.spot}={item.stake}:{item.reason}" for item in back)
        return self._state() + (f" ; back {gone}" if gone else "")

    def _result(self, words: Words) -> str:
        self.house.result(words[0])
        return self._state()
