"""Drivers turn what a device says into vendor-neutral readings."""
