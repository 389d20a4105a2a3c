"""Figures beside their floors: the same work in raw asyncio or raw SQL, in the same run, as ratios."""
