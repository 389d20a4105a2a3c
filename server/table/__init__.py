"""The pure round: `decide(state, command, now)` answers with events or a refusal, `apply` makes events state."""
