"""Simulated devices that behave like the real ones, faults included."""
