"""The encyclopedia: rule pages with hands that the engine has judged, search, drills, and the score calculator.

`page`, `prose`, `cards` draw the pages that `game.rulepages` reads; `search` finds words in all of them. `drills` makes
questions, `draft` a hand that is being put together. What a verdict says, in all three screens, is in `verdict`.
"""
