"""Programs for people who work on Croupier; the product never imports them."""
