"""The settlement sheet: what happened with the points of a hand, as pages, lines and arrows, and how it is drawn.

`pages`, `lines` and `arrows` are pure: a finished hand in, values out. The rest draws. Nothing here knows a rule:
names, reasons and factors are ids that `game.tabletexts` puts into words.
"""
