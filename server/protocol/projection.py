"""One projection per role: what each may see of a pit, as plain data in the shape of the views.

Projections read the state and nothing else; `connected` tells which terminals have a live connection. The tests hold
every projection against its view model, so a field that drifts is found at once.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from server.games.contract import Authority, Game, SpotId
from server.games.registry import make_game
from server.ledger import accounts as account
from server.table.cash import cash_out_allowed
from server.table.state import Notice, Pit, RecallItem, Table, Terminal
from server.table.values import RUNNING, Phase, TableStatus

View = dict[str, Any]

HISTORY_ITEMS = 20
LOBBY_VALUES = 8
DEALER_ROUNDS = 20
EXPOSURE_ITEMS = 5


def game_view(game: Game) -> View:
    return {
        "game": game.name,
        "variant": game.variant,
        "rules": game.rules,
        "rule_hash": game.rule_hash,
        "values": list(game.values),
        "spots": [
            {
                "id": spot.id,
                "kind": spot.kind,
                "numbers": list(spot.numbers),
                "odds": [spot.odds.pays, spot.odds.per],
                "pieces": [[piece.spot, piece.count] for piece in spot.pieces],
            }
            for spot in game.spots.values()
        ],
    }


def table_game(table: Table) -> Game:
    return make_game(table.config.game, table.config.variant, table.config.settings)


def _notice(notice: Notice | None) -> View | None:
    return None if notice is None else {"code": notice.code, "clause": notice.clause, "data": dict(notice.data)}


def _limits(table: Table) -> View:
    limits = table.config.limits
    return {
        "kinds": {k: {"minimum": v.minimum, "maximum": v.maximum} for k, v in limits.kinds.items()},
        "unit": limits.unit,
        "total_minimum": limits.total_minimum,
        "total_maximum": limits.total_maximum,
    }


def _table_notice(table: Table) -> View | None:
    if table.status is TableStatus.SUSPENDED:
        return {"code": "device_fault", "clause": None, "data": {"reason": table.suspended_reason}}
    if table.notice:
        return _notice(table.notice)
    if table.closes_at:
        return {"code": "closing_soon", "clause": "002 12.8", "data": {"at": table.closes_at}}
    return None


def table_view(table: Table) -> View:
    """A table as players and displays may see it: proposals and sensor readings are not results and stay hidden."""
    config, round_ = table.config, table.round
    latest = table.records[0] if table.records else None
    outcome = None
    if round_ and round_.phase is Phase.SETTLED and latest and latest.id == round_.id:
        outcome = {"value": latest.value, "round": latest.id, "corrected": latest.original is not None}
    return {
        "table": config.table,
        "name": config.name,
        "game": config.game,
        "variant": config.variant,
        "wheel": config.wheel,
        "status": table.status.value,
        "closes_at": table.closes_at,
        "phase": round_.phase.value if round_ else Phase.IDLE.value,
        "window": round_.window if round_ else None,
        "round": round_.id if round_ else None,
        "number": table.number,
        "deadline_ms": round_.deadline_ms if round_ else None,
        "period_ms": round_.period_ms if round_ else config.period_ms,
        "limits": _limits(table),
        "chips": list(config.chips),
        "outcome": outcome,
        "notice": _table_notice(table),
        "history": [
            {"round": r.id, "number": r.number, "value": r.value, "corrected": r.original is not None}
            for r in table.records[:HISTORY_ITEMS]
        ],
        "values": list(table.values),
    }


def lobby_tile(table: Table) -> View:
    limits = table.config.limits
    return {
        "table": table.config.table,
        "name": table.config.name,
        "game": table.config.game,
        "variant": table.config.variant,
        "wheel": table.config.wheel,
        "status": table.status.value,
        "phase": table.round.phase.value if table.round else Phase.IDLE.value,
        "deadline_ms": table.round.deadline_ms if table.round else None,
        "last": list(table.values[:LOBBY_VALUES]),
        "minimum": min(limit.minimum for limit in limits.kinds.values()),
        "maximum": limits.total_maximum or max(limit.maximum for limit in limits.kinds.values()),
    }


# ---- seat ----


def _wagers(item: RecallItem) -> list[View]:
    return [
        {"spot": s.spot, "stake": s.stake, "result": s.result.value, "returned": s.returned}
        for s in item.seat.settlements
    ]


def _credited(item: RecallItem) -> list[View]:
    return [{"spot": b.spot, "stake": b.stake, "reason": b.reason} for b in item.seat.credited_back]


def _win(item: RecallItem) -> int:
    return sum(max(0, s.returned - s.stake) for s in item.seat.settlements)


def _result(item: RecallItem | None) -> View | None:
    if item is None:
        return None
    return {
        "round": item.round,
        "number": item.number,
        "table": item.table,
        "value": item.value,
        "staked": item.seat.staked,
        "returned": item.seat.returned,
        "win": _win(item),
        "wagers": _wagers(item),
        "credited_back": _credited(item),
        "corrected": item.corrected,
    }


def _mask(ticket: str | None) -> str | None:
    return None if ticket is None else "•" * max(0, len(ticket) - 4) + ticket[-4:]


def seat_view(pit: Pit, terminal: Terminal) -> View:
    """A terminal's own view: its session, money and wagers."""
    session = pit.session_of(terminal.id)
    credit = pit.book.balance(account.credit(session.id)) if session else 0
    staked = pit.staked(session.id) if session else {}
    table = pit.tables.get(terminal.table or "")
    bets = table.round.bets.get(session.id) if table and table.round and session else None
    result = terminal.result
    cash_out = terminal.cash_out
    return {
        "terminal": terminal.id,
        "name": terminal.name,
        "state": "active" if terminal.enabled else "disabled",
        "table": terminal.table,
        "session": session.id if session else None,
        "started_at": session.started_at if session else None,
        "credit": credit,
        "bet": sum(staked.values()),
        # The win stands until the next wager or the end of the stay (002 8.2.2).
        "win": _win(result) if result and session and not staked else 0,
        "paid_in": session.paid_in if session else 0,
        "paid_out": session.paid_out if session else 0,
        "staked_elsewhere": {name: amount for name, amount in staked.items() if name != terminal.table},
        "wagers": [{"spot": spot, "stake": stake} for spot, stake in bets.layout.items()] if bets else [],
        "undo_depth": len(bets.actions) if bets else 0,
        "rebet_total": sum(session.rebet.get(terminal.table or "", {}).values()) if session else 0,
        "result": _result(result),
        "attendant_called_at": terminal.attendant_called_at,
        "cash_out": None
        if cash_out is None
        else {
            "state": cash_out.state,
            "amount": credit if cash_out.state == "queued" else cash_out.amount,
            "ticket": _mask(cash_out.ticket),
            "at": cash_out.at,
        },
        "cash_out_allowed": cash_out_allowed(pit, terminal),
        "acceptor": "absent" if terminal.acceptor is None else ("ready" if terminal.enabled else "disabled"),
        "printer": "absent" if terminal.printer is None else ("fault" if terminal.printer_fault else "ready"),
        "notice": _notice(terminal.notice),
    }


def recall_view(pit: Pit, terminal: Terminal) -> list[View]:
    """The last games of the stay, also after it ended, until the next player's first credit."""
    session = pit.sessions.get(terminal.session or "")
    return [
        {
            "round": item.round,
            "number": item.number,
            "table": item.table,
            "table_name": item.table_name,
            "at": item.at,
            "value": item.value,
            "credit_before": item.seat.credit_before,
            "credit_after": item.seat.credit_after,
            "staked": item.seat.staked,
            "returned": item.seat.returned,
            "wagers": _wagers(item),
            "credited_back": _credited(item),
            "corrected": item.corrected,
        }
        for item in (session.recall if session else [])
    ]


# ---- dealer ----


@lru_cache(maxsize=64)
def _returns(game: str, variant: str, settings: tuple[tuple[str, str], ...]) -> dict[str, list[tuple[str, int, int]]]:
    """spot -> (value, numerator, denominator) of what one unit returns at most: the exposure is then only sums."""
    from server.games.contract import Wager

    made = make_game(game, variant, dict(settings))
    table: dict[str, list[tuple[str, int, int]]] = {spot: [] for spot in made.spots}
    if not made.values:
        return table
    units = {spot.id: max(1, spot.piece_count) for spot in made.spots.values()}
    wagers = [Wager(SpotId(spot), unit) for spot, unit in units.items()]
    most: dict[tuple[str, str], int] = {}
    for outcome, _ in made.outcomes():
        for settled in made.settle(outcome, wagers, {}):
            key = (settled.spot, outcome.value)
            most[key] = max(most.get(key, 0), settled.returned)
    for (spot, value), returned in most.items():
        if returned:
            table[spot].append((value, returned, units[SpotId(spot)]))
    return table


def exposure(table: Table) -> list[View]:
    """The values that would cost the house most with the wagers now on the layouts."""
    if table.round is None:
        return []
    totals: dict[str, int] = {}
    for bets in table.round.bets.values():
        for spot, stake in bets.layout.items():
            totals[spot] = totals.get(spot, 0) + stake
    total = sum(totals.values())
    if not total:
        return []
    returns = _returns(table.config.game, table.config.variant, tuple(sorted(table.config.settings.items())))
    paid: dict[str, int] = {}
    for spot, stake in totals.items():
        for value, numerator, denominator in returns[spot]:
            paid[value] = paid.get(value, 0) + stake * numerator // denominator
    worst = sorted(paid.items(), key=lambda item: (-item[1], item[0]))[:EXPOSURE_ITEMS]
    return [{"value": value, "returned": amount, "net": total - amount} for value, amount in worst]


def _summary(pit: Pit, table: Table, connected: frozenset[str]) -> View:
    here = [t for t in pit.terminals.values() if t.table == table.config.table]
    bets = table.round.bets if table.round else {}
    return {
        "terminals": len(here),
        "betting": sum(1 for b in bets.values() if b.layout),
        "disconnected": sum(1 for t in here if t.id not in connected),
        "total": sum(sum(b.layout.values()) for b in bets.values()),
        "exposure": exposure(table),
    }


def _terminal_state(pit: Pit, table: Table, terminal: Terminal) -> str:
    if not terminal.enabled:
        return "disabled"
    session = pit.session_of(terminal.id)
    if session is None:
        return "free"
    bets = table.round.bets.get(session.id) if table.round else None
    return "betting" if bets and bets.layout else "idle"


def terminals_view(pit: Pit, table: Table, connected: frozenset[str]) -> list[View]:
    """The seat map: terminals at this table, and any other that calls."""
    return [
        {
            "terminal": t.id,
            "name": t.name,
            "seat": t.seat,
            "connected": t.id in connected,
            "state": _terminal_state(pit, table, t),
            "attendant_called_at": t.attendant_called_at,
            "fault": t.printer_fault,
            "hand_pay": pit.book.balance(account.hand_pay(t.id)),
            "idle_rounds": t.idle_rounds,
            "wagers": _relievable(pit, table, t),
        }
        for t in sorted(pit.terminals.values(), key=lambda t: t.seat)
        if t.table == table.config.table or t.attendant_called_at
    ]


def _relievable(pit: Pit, table: Table, terminal: Terminal) -> list[View]:
    round_ = table.round
    if round_ is None or round_.phase is not Phase.CLOSED:
        return []
    bets = round_.bets.get(terminal.session or "")
    return [{"spot": spot, "stake": stake} for spot, stake in bets.layout.items()] if bets else []


def primary_action(pit: Pit, table: Table) -> str:
    """The one thing to do now."""
    if table.status is TableStatus.CLOSED:
        return "open_table"
    if table.status is TableStatus.SUSPENDED:
        return "resume_table"
    phase = table.round.phase if table.round else Phase.IDLE
    automated = table.config.wheel == "automated"
    if phase is Phase.HELD:
        return "resolve_task"
    if phase is Phase.PREPARING:
        return "wait"
    if phase is Phase.WAGERING:
        return "no_more_bets"
    if phase is Phase.CLOSED:
        return "wait" if automated else "enter_result"
    if phase is Phase.PROPOSED:
        return "wait" if automated else "confirm_result"
    return "wait" if automated and table.next_round_ms is not None else "new_game"


def dealer_actions(pit: Pit, table: Table) -> list[str]:
    """Every command that is legal now."""
    phase = table.round.phase if table.round else Phase.IDLE
    live = table.config.wheel == "live"
    legal = {
        "open_table": table.status is TableStatus.CLOSED,
        "resume_table": table.status is TableStatus.SUSPENDED,
        "suspend_table": table.status is TableStatus.OPEN,
        "new_game": table.status is TableStatus.OPEN and phase not in RUNNING,
        "no_more_bets": phase is Phase.WAGERING,
        "enter_result": live and phase in (Phase.CLOSED, Phase.PROPOSED),
        "clear_entry": phase is Phase.PROPOSED and bool(table.round and table.round.proposal.dealer),
        "confirm_result": phase is Phase.PROPOSED and live,
        "call_irregularity": live and phase in (Phase.WAGERING, Phase.CLOSED, Phase.PROPOSED),
        "request_void": phase in RUNNING,
        "request_relief": phase is Phase.CLOSED and bool(table.round and table.round.bets),
        "request_correction": any(r.status == "settled" and (r.seats or not r.bettors) for r in table.records),
        "resolve_task": any(task.table == table.config.table for task in pit.tasks.values()),
        "announce_closure": table.status is not TableStatus.CLOSED and table.closes_ms is None,
        "cancel_closure": table.closes_ms is not None,
        "answer_call": any(t.attendant_called_at for t in pit.terminals.values()),
        "set_terminal": True,
        "pay_by_hand": any(pit.book.balance(account.hand_pay(t)) for t in pit.terminals),
    }
    return [name for name, possible in legal.items() if possible]


def _proposal(table: Table) -> View | None:
    round_ = table.round
    if round_ is None or round_.phase not in (Phase.CLOSED, Phase.PROPOSED, Phase.HELD):
        return None
    p = round_.proposal
    return {
        "sensor": p.sensor,
        "sensor_complete": p.complete,
        "sensor_reason": p.reason,
        "dealer": p.dealer,
        "mismatch": p.mismatch,
    }


def _irregularities(table: Table) -> list[View]:
    live = table.config.wheel == "live"
    return [
        {"code": i.code, "clause": i.clause, "effect": i.effect.value, "authority": i.authority.value}
        for i in table_game(table).irregularities
        if live or i.authority is Authority.CASINO_SUPERVISOR
    ]


def _tasks(pit: Pit, table: Table) -> list[View]:
    return [
        {
            "task": t.id,
            "kind": t.kind,
            "round": t.round,
            "clause": t.clause,
            "requested_by": t.requested_name,
            "options": list(t.options),
            "data": dict(t.data),
            "expires_ms": t.expires_ms,
        }
        for t in pit.tasks.values()
        if t.table == table.config.table
    ]


def _rounds(table: Table) -> list[View]:
    return [
        {
            "round": r.id,
            "number": r.number,
            "at": r.at,
            "value": r.value,
            "original": r.original,
            "status": r.status,
            "staked": r.staked,
            "returned": r.returned,
            "bettors": r.bettors,
            "correctable": r.status == "settled" and bool(r.seats or not r.bettors),
        }
        for r in table.records[:DEALER_ROUNDS]
    ]


def _device(pit: Pit, table: Table) -> View | None:
    if table.config.device is None:
        return None
    device = pit.devices.get(table.config.device)
    if device is None:
        return {"device": table.config.device, "online": False, "state": None, "fault": None, "spin": None}
    return {
        "device": device.id,
        "online": device.online,
        "state": device.state,
        "fault": device.fault,
        "spin": device.spin,
    }


def _rounds_per_hour(stamps: Iterable[str]) -> int:
    from datetime import datetime

    times = [datetime.fromisoformat(at) for at in stamps]
    if len(times) < 2:
        return 0
    seconds = (times[0] - times[-1]).total_seconds()
    return round(3600 * (len(times) - 1) / seconds) if seconds > 0 else 0


def dealer_view(pit: Pit, table: Table, connected: frozenset[str], signed_in: Iterable[str] = ()) -> View:
    return {
        **table_view(table),
        "primary": primary_action(pit, table),
        "actions": dealer_actions(pit, table),
        "proposal": _proposal(table),
        "irregularities": _irregularities(table),
        "summary": _summary(pit, table, connected),
        "tasks": _tasks(pit, table),
        "terminals": terminals_view(pit, table, connected),
        "rounds": _rounds(table),
        "device": _device(pit, table),
        "meters": {
            "rounds": table.rounds_settled,
            "handle": table.handle,
            "paid": table.paid,
            "win": table.handle - table.paid,
            "rounds_per_hour": _rounds_per_hour(r.at for r in table.records),
        },
        "signed_in": sorted(signed_in),
    }
