"""The wire: closed message types per direction for every kind of client, and the views they carry."""

FEATURE_LEVEL = 1
"""The protocol's feature level; every change to the messages raises it and is logged in docs/protocol.md."""
