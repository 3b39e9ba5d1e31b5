"""Hotseat (同屏轮坐): two to four people at one computer, with bots on the other seats.

Source: design/README.md section 13. `flow` says who may look at the screen, `seattable` and `publictable` are the
tables of one person and of everybody, `curtain` covers both while the computer changes hands, `corners` are the keys
with which one calls in secret. The screen that joins them is `game.scenes.hotseat`.
"""
