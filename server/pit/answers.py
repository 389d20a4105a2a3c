"""Answers by command id: a repeated command gets the answer it got, a reused id is refused."""

import hashlib
from collections import OrderedDict
from typing import Any

import msgspec

from server.storage.port import StoredAnswer
from server.table.commands import Command
from server.table.values import Actor, Refusal

ANSWERS_KEPT = 100_000


class Reply(msgspec.Struct, frozen=True):
    """What the sender is told: a refusal, or a result."""

    refusal: Refusal | None = None
    result: dict[str, Any] = {}


def digest_of(actor: Actor, command: Command) -> str:
    return hashlib.sha256(msgspec.json.encode((actor.role, actor.id, command))).hexdigest()[:32]


class Answers:
    """The newest answers, in memory as in storage."""

    def __init__(self, stored: list[StoredAnswer]) -> None:
        self._known: OrderedDict[str, StoredAnswer] = OrderedDict((item.cmd, item) for item in stored)

    def find(self, cmd: str, digest: str) -> Reply | None:
        known = self._known.get(cmd)
        if known is None:
            return None
        if known.digest != digest:
            return Reply(Refusal("key_reused"))
        return msgspec.json.decode(known.body, type=Reply)

    def keep(self, cmd: str, digest: str, reply: Reply) -> StoredAnswer:
        answer = StoredAnswer(cmd, digest, msgspec.json.encode(reply))
        self._known[cmd] = answer
        if len(self._known) > ANSWERS_KEPT:
            self._known.popitem(last=False)
        return answer
