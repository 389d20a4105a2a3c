"""Pure rules: spots, needs, settlement, odds. Nothing here knows time, money accounts or the network."""
