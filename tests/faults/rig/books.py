"""After the last life: the journal as plain data to the independent auditor, and the product's own verification."""

from typing import Any

import msgspec
from sqlalchemy import create_engine, text

from server.simulate.audit import Auditor
from server.storage.engines import address
from server.storage.verify import verify
from tests.faults.rig.pit import Pits

Plain = dict[str, Any]


def read_books(url: str) -> tuple[list[Plain], dict[str, Plain], dict[str, int]]:
    engine = create_engine(address(url))
    with engine.connect() as connection:
        journal = connection.execute(
            text("SELECT seq, cmd, actor_role, actor_id, actor_name, at, now_ms, body FROM journal ORDER BY seq")
        ).all()
        answers = connection.execute(text("SELECT cmd, body FROM answer")).all()
        accounts = connection.execute(text("SELECT id, balance FROM account WHERE balance <> 0")).all()
    engine.dispose()
    rows = [
        {
            "seq": row.seq,
            "cmd": row.cmd,
            "actor": {"role": row.actor_role, "id": row.actor_id, "name": row.actor_name},
            "at": row.at,
            "now_ms": row.now_ms,
            "event": msgspec.json.decode(row.body),
        }
        for row in journal
    ]
    return rows, {row.cmd: msgspec.json.decode(row.body) for row in answers}, {row.id: row.balance for row in accounts}


def audit(pits: Pits) -> list[str]:
    """Everything that is wrong: lost acknowledgements, second effects, cents out of place, broken chains."""
    rows, answers, balances = read_books(pits.url)
    auditor = Auditor(receipts=False)
    for row in rows:
        auditor.take(row)
    for cmd, replies in pits.replies.items():
        command = msgspec.to_builtins(pits.sent[cmd][1])
        for reply in replies:
            auditor.heard(cmd, command, reply)
    auditor.close(answers, balances)
    return auditor.findings + [str(finding) for finding in verify(pits.url).findings]
