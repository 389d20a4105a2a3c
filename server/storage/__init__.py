"""Storage: journal, ledger, audit and outbox in one transaction, on SQLite or PostgreSQL."""
