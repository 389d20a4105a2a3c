"""The edge: REST for operators, websockets for terminals, displays and gateways."""
