"""A floor to look at: a seeded venue, simulated devices, and clients that play and deal when nobody else does."""
