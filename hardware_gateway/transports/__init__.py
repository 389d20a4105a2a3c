"""Byte transports: a serial port (or pty) and raw TCP."""
