"""Croupier: the server of an open electronic table game system."""
