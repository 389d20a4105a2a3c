"""The clauses of the rule documents as data: what each asks for, who can enforce it, and which game it touches.

The wording is ours; the clause ids are those of the documents, so that a rule, its code and its tests find each other.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Category = Literal[
    "settlement",
    "wagering period",
    "limits",
    "irregularity",
    "authorisation role",
    "equipment",
    "records",
    "promotion",
    "general",
]
Enforcement = Literal["software", "software + staff record", "staff record", "physical"]
Subject = Literal["roulette", "baccarat", "promotions"]
Document = Literal["002"]

DOCUMENTS: tuple[Document, ...] = ("002",)


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One requirement; `ids` are the numbers it is printed under, `later` says why it waits for another part."""

    ids: tuple[str, ...]
    category: Category
    enforcement: Enforcement
    applies_to: tuple[Subject, ...]
    text: str
    later: str | None = None


@cache
def clauses(document: Document) -> tuple[Clause, ...]:
    """All clauses of a document in its own order."""
    return msgspec.json.decode(files(__name__).joinpath(f"{document}.json").read_bytes(), type=tuple[Clause, ...])


@cache
def clause_index() -> dict[str, Clause]:
    """Every known clause id, e.g. `002 7.3`, with the clause it belongs to."""
    return {clause_id: clause for document in DOCUMENTS for clause in clauses(document) for clause_id in clause.ids}
