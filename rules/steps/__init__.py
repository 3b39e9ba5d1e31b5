"""The steps of a hand: what each stage asks, and what follows from the answers.

`opening` deals, `play` draws, discards and claims, `closing` pays and ends. A variant replaces or adds rows of
STANDARD_FLOW; its own steps live in its file.
"""
