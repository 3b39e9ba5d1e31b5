"""The rules of thirteen regional mahjong variants, as a pure engine: no clock, no randomness, no files, no sockets.

How a hand runs:

    commands -> Round.submit -> a Step decides and yields events -> evolve(state, event) -> the next stage

- `tiles seats melds commands events` are the words; `score` the money; `values` how they are declared.
- `state` is what all events so far add up to; `evolve` is its only writer; `secrecy` is what a seat gets of an event.
- `ruleset` is what a variant fills in; `options` lists what a seat may do; `steps`, `policies`, `patterns`, `shapes`
  are the shelves that variants take their parts from; `flow` is the standard table from stage to step.
- `analysis`, `readings`, `special_hands` (on `tables`) know about tiles only; `win`, `judging` judge a hand.
- `round` runs one hand, `match` several, `rerun` plays a recorded one again, `simulate` lets bots play.
- `variants` holds one file per region. Nothing else in here names one.

Invariants, all tested: the log is the game (state, views and replays are folds of it); a seat's view is the same type
with HIDDEN; every field of every event declares its secrecy; every decision is an Ask with a default; every payment is
a Transfer with a reason, and all payments of a hand sum to zero; the same deal and answers give the same log.
"""
