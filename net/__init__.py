"""The authority and the wires to it: who answers for a seat, what each viewer is told, what is written down.

`host` is the one authority of a table: match, log, prompts, deadlines, who may see what. It is sans-I/O: time comes
in as an argument, what it has to say lies in outboxes. `link` is all that a front end knows of it; `journal` writes
every event before anybody is told; `keepers` answer for seats without a person.

Never here: a rule of mahjong (that is `rules`), a picture (that is `game`). `host`, `keepers` and `messages` read no
clock, no file and no socket.
"""
