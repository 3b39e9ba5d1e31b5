"""What each order of a client does at the table. Who may give it and when, `net.schema` says; that is checked before.

An order that cannot be carried out raises Refused with a code, and has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from net.play import Play
from net.reception import NO_HAVE
from net.remarks import TEXT_LENGTH
from net.schema import Connection, Phase
from net.session import Body, Session
from net.tableview import Person, settings_of
from net.texts import clean
from rules.errors import RulesError
from rules.match import Match, MatchSettings
from rules.seats import SEATS
from rules.variants import variant

if TYPE_CHECKING:
    from net.table import Table

Order: TypeAlias = "Callable[[Table, Session, Body, float], None]"


class Refused(RulesError):
    """An order that cannot be carried out now, and why in one word."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _must(code: str) -> None:
    """Raises Refused with why something was not done; '' means that it was."""
    if code:
        raise Refused(code)


def _person(session: Session, number: int) -> int:
    if number >= len(session.people) or session.watching:
        raise Refused("not_yours")
    return number


def _player(session: Session, player: int) -> int:
    if player not in session.players:
        raise Refused("not_yours")
    return player


def _play(table: Table) -> Play:
    if table.play is None:
        raise Refused("not_now")
    return table.play


# ---- the lobby ------------------------------------------------------------------------------------------------------


def _sit(table: Table, session: Session, body: Body, now: float) -> None:
    if session.ready:
        raise Refused("ready")
    _must(table.lobby.sit(session.guest, _person(session, body["player"]), body["seat"]))
    table.changed()


def _stand(table: Table, session: Session, body: Body, now: float) -> None:
    _must(table.lobby.stand(session.guest, body["player"]))
    session.ready = False
    table.changed()


def _swap(table: Table, session: Session, body: Body, now: float) -> None:
    if session.ready:
        raise Refused("ready")
    _must(table.lobby.ask_swap(session.guest, body["player"], body["seat"]))
    table.notice("swap_asked", session, body["seat"])


def _swap_answer(table: Table, session: Session, body: Body, now: float) -> None:
    asker = table.lobby.seats[body["seat"]]
    _must(table.lobby.answer_swap(session.guest, body["seat"], body["accept"]))
    if asker is not None and asker.guest in table.sessions:
        table.notice("swapped" if body["accept"] else "swap_refused", table.sessions[asker.guest], body["seat"])


def _ready(table: Table, session: Session, body: Body, now: float) -> None:
    session.ready = body["on"]
    table.changed()


def _rename(table: Table, session: Session, body: Body, now: float) -> None:
    number = _person(session, body["player"])
    name = clean(body["name"], 24)
    if not name:
        raise Refused("name")
    session.people[number] = Person(name, clean(body["avatar"], 16))
    table.changed()


def _bring(table: Table, session: Session, body: Body, now: float) -> None:
    name = clean(body["name"], 24)
    if session.ready:
        raise Refused("ready")
    if not name:
        raise Refused("name")
    if len(session.people) >= len(SEATS):
        raise Refused("people")
    session.people.append(Person(name, clean(body["avatar"], 16)))
    table.changed()


def _send_off(table: Table, session: Session, body: Body, now: float) -> None:
    number = _person(session, body["player"])
    if session.ready:
        raise Refused("ready")
    if len(session.people) == 1:
        raise Refused("people")
    table.lobby.send_off(session.guest, number)
    del session.people[number]
    table.changed()


def _watch(table: Table, session: Session, body: Body, now: float) -> None:
    if body["on"] and not table.settings.spectators:
        raise Refused("spectators")
    if body["on"]:
        table.lobby.gone(session.guest)
    session.watching, session.ready = body["on"], False
    table.changed()


def _bot(table: Table, session: Session, body: Body, now: float) -> None:
    _must(table.lobby.bot(body["seat"], body["level"]))
    table.changed()


def _settings(table: Table, session: Session, body: Body, now: float) -> None:
    settings = settings_of(body)
    try:
        found = variant(settings.variant)
        Match(MatchSettings(found.key, settings.options, settings.length, bytes(16)), found)
    except RulesError as error:
        raise Refused("settings") from error
    table.settings = settings
    for guest in table.sessions.values():
        guest.ready = False
    table.notice("settings", session)


def _kick(table: Table, session: Session, body: Body, now: float) -> None:
    other = table.sessions.get(body["guest"])
    if other is None or other is session:
        raise Refused("nobody_there")
    table.banned.add(other.key)
    _send_away(table, other, "kicked", now)


def _renew_code(table: Table, session: Session, body: Body, now: float) -> None:
    table.wants_code = True


def _close_table(table: Table, session: Session, body: Body, now: float) -> None:
    table.wants_end = True


def _start(table: Table, session: Session, body: Body, now: float) -> None:
    clients = [table.sessions[guest] for guest in table.lobby.guests]
    if not table.lobby.full or not clients:
        raise Refused("seats")
    if not all(client.ready or client is session for client in clients):
        raise Refused("not_ready")
    table.start(now)


# ---- always ---------------------------------------------------------------------------------------------------------


def _chat(table: Table, session: Session, body: Body, now: float) -> None:
    text = clean(body["text"], TEXT_LENGTH)
    if not text:
        raise Refused("text")
    _say(table, session, text, -1)


def _phrase(table: Table, session: Session, body: Body, now: float) -> None:
    _say(table, session, "", body["number"])


def _say(table: Table, session: Session, text: str, phrase: int) -> None:
    table.tell("said", {"guest": session.guest, "name": session.name, "text": text, "phrase": phrase})
    if table.play is not None:
        table.play.said(session, text, phrase)


def _leave(table: Table, session: Session, body: Body, now: float) -> None:
    _send_away(table, session, "left", now)


def _send_away(table: Table, session: Session, code: str, now: float) -> None:
    """Somebody leaves, or is made to; in a match a bot takes the seat, and the rules may fine who leaves by himself."""
    fined = False
    if table.play is not None and table.phase is Phase.PLAY:
        fined = table.play.leave(session, now, willing=code == "left")
    table.notice("escaped" if fined else code, session)
    table.dismiss(session, code)


# ---- the match ------------------------------------------------------------------------------------------------------


def _answer(table: Table, session: Session, body: Body, now: float) -> None:
    _must(_play(table).answer(session, body["prompt"], body["index"], now))


def _next(table: Table, session: Session, body: Body, now: float) -> None:
    _play(table).next_hand(_player(session, body["player"]), now)


def _auto(table: Table, session: Session, body: Body, now: float) -> None:
    _play(table).auto(_player(session, body["player"]), body["on"], now)


def _take_back(table: Table, session: Session, body: Body, now: float) -> None:
    host = _play(table).host
    host.taking_back.want(host.seat_of(_player(session, body["player"])), now)


def _consent(table: Table, session: Session, body: Body, now: float) -> None:
    host = _play(table).host
    seat = host.seat_of(_player(session, body["player"]))
    if not host.taking_back.consent(seat, body["question"], body["agrees"], now):
        raise Refused("closed")


def _pause(table: Table, session: Session, body: Body, now: float) -> None:
    if not body["on"]:
        table.reception.go_on_without(now)
    _play(table).pause(body["on"], now)
    table.notice("paused" if body["on"] else "resumed", session)


def _away(table: Table, session: Session, body: Body, now: float) -> None:
    play = _play(table)
    session.away = body["on"]
    session.connection = Connection.AWAY if session.away else Connection.HERE
    if session.away:
        play.take_over(session, now)
    else:
        play.hand_back(session)
    table.notice("away" if body["on"] else "returned", session)


def _open_hands(table: Table, session: Session, body: Body, now: float) -> None:
    session.opens = body["on"]
    table.changed()


def _helps(table: Table, session: Session, body: Body, now: float) -> None:
    session.helps = body["on"]
    table.changed()


def _take(table: Table, session: Session, body: Body, now: float) -> None:
    player = body["player"]
    _must(_play(table).take(session, player))
    table.reception.filled(player, now)
    table.snapshot(session, NO_HAVE)
    table.notice("took_seat", session, player)


def _share_commit(table: Table, session: Session, body: Body, now: float) -> None:
    _must(_play(table).commit(session, body["hand"], body["digest"]))


def _share(table: Table, session: Session, body: Body, now: float) -> None:
    _must(_play(table).show(session, body["hand"], body["share"]))


ORDERS: Final[dict[str, Order]] = {
    "sit": _sit, "stand": _stand, "swap": _swap, "swap_answer": _swap_answer, "ready": _ready, "rename": _rename,
    "bring": _bring, "send_off": _send_off, "watch": _watch, "bot": _bot, "settings": _settings, "kick": _kick,
    "renew_code": _renew_code, "close_table": _close_table, "start": _start, "chat": _chat, "phrase": _phrase,
    "leave": _leave, "answer": _answer, "next": _next, "auto": _auto, "pause": _pause, "away": _away, "take": _take,
    "open_hands": _open_hands, "helps": _helps, "share_commit": _share_commit, "share": _share,
    "take_back": _take_back, "consent": _consent,
}  # fmt: skip
"""By the name in the schema; a test checks that none is missing."""
