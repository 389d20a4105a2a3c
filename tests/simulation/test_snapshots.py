"""A snapshot may be taken after any event: with the events that follow it leads to the same state as all events do."""

import msgspec
import pytest

from server.pit.owner import PitOwner
from server.simulate.chance import stream
from server.simulate.host import PIT
from server.simulate.loop import run
from server.simulate.run import World
from server.simulate.store import SimStore
from server.storage.codec import decode_state, encode_state
from server.table.apply import apply, new_pit
from server.table.events import Recorded
from server.table.values import VenueSettings

STEP = 7
CHECKPOINTS = 8
"""A difference may be covered up by later events, so states are compared on the way, not only at the end."""


@pytest.mark.parametrize("seed", range(10))
def test_a_snapshot_taken_anywhere_leads_to_the_same_states(seed: int) -> None:
    world = World(seed, PitOwner, SimStore)
    run(world.run(), stream(seed, "loop"))
    rows = [msgspec.json.decode(raw, type=Recorded) for raw in world.kept.journal]
    state = new_pit(PIT, VenueSettings("Simulated"))
    snapshots: dict[int, bytes] = {}
    for row in rows:
        apply(state, row)
        if row.seq % STEP == seed % STEP:
            snapshots[row.seq] = encode_state(state)
    different = []
    for seq, body in snapshots.items():
        again = decode_state(body)
        for row in rows[seq : seq + STEP * CHECKPOINTS]:
            apply(again, row)
            if row.seq in snapshots and encode_state(again) != snapshots[row.seq]:
                different.append((seq, row.seq))
    assert different == []
