"""Buttons, fields and lists of our own; no toolkit knows Chinese input methods and our look at once.

A widget has a `rect` in device pixels, set by the scene in `resize`. Widgets live in a `Form`, which hands out events,
moves the keyboard focus in reading order and draws them. Invariant: `draw` changes nothing.
"""
