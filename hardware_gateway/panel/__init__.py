"""Control panel of the simulated devices."""
