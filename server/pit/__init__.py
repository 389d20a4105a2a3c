"""The shell around the pure core: one writer per pit, group commit, timers, recovery."""
