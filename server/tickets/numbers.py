"""Ticket numbers: 16 unguessable digits and two check digits, 18 in all."""

RANDOM_RANGE = 10**16
"""How many numbers there are to draw from; the random source draws uniformly below it."""

_MODULUS = 97


def number_from(drawn: int) -> str:
    """The ticket number for a drawn value below RANDOM_RANGE."""
    if not 0 <= drawn < RANDOM_RANGE:
        raise ValueError("a ticket number is drawn from sixteen digits")
    return f"{drawn:016d}{98 - drawn * 100 % _MODULUS:02d}"


def is_number(text: str) -> bool:
    """Whether the digits and their check agree: a misread or made-up number is seen before anything is looked up."""
    if len(text) != 18 or not (text.isascii() and text.isdigit()):
        return False
    return number_from(int(text[:16])) == text
