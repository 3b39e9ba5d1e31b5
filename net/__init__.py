"""The authority and the wires to it: who answers for a seat, what each viewer is told, what is written down.

`host` is the one authority of a table: match, log, prompts, deadlines, who may see what. It is sans-I/O: time comes
in as an argument, what it has to say lies in outboxes. `link` is all that a front end knows of it; `journal` writes
every event before anybody is told.

    entrants answerers         who has a player's place for good; who answers for him now: himself, a bot, auto-win
    timers prompts window      how long all may take; what waits for answers; the quiet after a discard
    rest takeback regrets      between hands; a discard undone when all agree, at the host and at a client
    telling messages           one outbox a viewer; what can lie in it
    journal recording remarks files torn   what is written, how far, the chat beside it; whole files; torn ends

An entrant has a place in the match; the keeper of a LAN table is the guest who may change, start and end it.

The LAN, from the inside out; the protocol stands in PROTOCOL.md, made by `protocol_text` and `protocol_prose`:

    specs schema wire build    what a message may be; bytes in and out, with every limit; which programs fit together
    tableview texts            the table as everybody may know it; cleaning what strangers type
    session lobby orders play  one client; four seats; what an order does; a match and who is told what
    table reception absence restart   a table with its clients, sans-I/O; who comes in; who is there; a new process
    client folds viewhash robot   the mirror of a table, sans-I/O; what it knows of the hand; a client without a person
    shuffle fairdeal fairness proof keepsake   the deal that nobody can choose, its proof, and the file of it
    zmq_host zmq_link beacon   the sockets: ROUTER, DEALER, UDP
    arrivals codes discovery sametable   who may connect; join codes; what is said to be found; who is there now
    table_process supervisor identity   a table's process, who watches it, who a player is
    lan                        all of it for lobby screens

Never here: a rule of mahjong (that is `rules`), a picture (that is `game`). Clock, files and sockets are only in the
modules that a test in tests/test_architecture.py names; all others take time and bytes as arguments.
"""
