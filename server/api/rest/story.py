"""A round's full record, put together from the journal. Pure."""

from typing import Any

import msgspec

from server.api.rest.records import RoundEvent, RoundRecord, RoundSeat, RoundWager
from server.protocol.views import ReturnedWagerView
from server.storage.audit import tag_of
from server.storage.queries import RoundStory
from server.table import events as e
from server.table.state import Layout, SeatRecord

LEFT_OUT = ("type", "table", "round", "seats", "transfers")
"""Said elsewhere in the record, or kept by the ledger under the same number."""


def told(story: RoundStory, line: dict[str, Any]) -> RoundRecord:
    return RoundRecord(
        **line,
        gaming_day=story.gaming_day,
        rule_hash=story.line.rule_hash,
        seats=_seats([recorded.event for recorded in story.events]),
        events=[_event(recorded) for recorded in story.events],
    )


def _event(recorded: e.Recorded) -> RoundEvent:
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(recorded.event))
    return RoundEvent(
        seq=recorded.seq,
        at=recorded.at,
        role=recorded.actor.role.value,
        actor=recorded.actor.id,
        name=recorded.actor.name,
        type=tag_of(recorded.event),
        data={name: value for name, value in fields.items() if name not in LEFT_OUT},
    )


def _seats(events: list[e.Event]) -> list[RoundSeat]:
    """Every session's part: as last settled, or what stands on the layout while nothing is decided."""
    layouts: dict[str, Layout] = {}
    decided: dict[str, SeatRecord] = {}
    for event in events:
        if isinstance(event, e.WagersChanged):
            layout = layouts.setdefault(event.session, {})
            for spot, change in event.changes.items():
                layout[spot] = layout.get(spot, 0) + change
        elif isinstance(event, e.WageringClosed):
            layouts = {session: dict(layout) for session, layout in event.layouts.items()}
        elif isinstance(event, e.RoundSettled | e.RoundVoided | e.ResultCorrected):
            decided |= event.seats
    if decided:
        return [_decided(seat) for _, seat in sorted(decided.items())]
    return [_standing(session, layout) for session, layout in sorted(layouts.items())]


def _decided(seat: SeatRecord) -> RoundSeat:
    return RoundSeat(
        session=seat.session,
        terminal=seat.terminal,
        staked=seat.staked,
        returned=seat.returned,
        credit_before=seat.credit_before,
        credit_after=seat.credit_after,
        wagers=[
            RoundWager(spot=item.spot, stake=item.stake, result=item.result.value, returned=item.returned)
            for item in seat.settlements
        ],
        credited_back=[
            ReturnedWagerView(spot=item.spot, stake=item.stake, reason=item.reason) for item in seat.credited_back
        ],
    )


def _standing(session: str, layout: Layout) -> RoundSeat:
    standing = {spot: stake for spot, stake in layout.items() if stake}
    return RoundSeat(
        session=session,
        terminal=None,
        staked=sum(standing.values()),
        returned=0,
        credit_before=None,
        credit_after=None,
        wagers=[RoundWager(spot=spot, stake=stake, result=None, returned=None) for spot, stake in standing.items()],
        credited_back=[],
    )
