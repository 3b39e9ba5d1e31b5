"""What is said about a LAN table: what happened to whom, why an order or a connection failed, what the test found."""

from __future__ import annotations

from game import VERSION
from game.lanmatch import Absence, Absent
from game.lobby.companions import Companion
from game.newtable.choices import LEVEL_NAMES
from game.strings import Strings, mark
from net.lan import Finding, LanTable, Notice, Outcome, Phase, Sitter, Status, TableView, own_edition

PHRASES = (
    mark("Hello everybody"),
    mark("I am ready"),
    mark("One moment please"),
    mark("Please hurry a little"),
    mark("Well played"),
    mark("What luck"),
    mark("Thank you"),
    mark("Sorry"),
    mark("Another match?"),
    mark("I have to go soon"),
)

NOTICES = {
    "joined": mark("{name} has come"),
    "left": mark("{name} has left"),
    "lost": mark("{name} has lost the connection"),
    "back": mark("{name} is back"),
    "kicked": mark("{name} was sent away"),
    "away": mark("{name} is away for a moment; a bot plays"),
    "returned": mark("{name} is back"),
    "takeover": mark("A bot plays for {name}"),
    "handback": mark("{name} plays again"),
    "paused": mark("{name} has stopped the clocks"),
    "resumed": mark("{name} lets the clocks go on"),
    "settings": mark("{name} has changed the rules of the table"),
    "swap_asked": mark("{name} would like to swap seats"),
    "swap_refused": mark("{name} stays where he is"),
    "swapped": mark("{name} has swapped seats"),
    "escaped": mark("{name} has left before the end and pays for it"),
    "disk": mark("The disk of the host is full; the table waits"),
    "disk_back": mark("The table goes on"),
    "took_seat": mark("{name} has taken a seat"),
    "new_code": mark("The table has a new code; whoever is here stays"),
}
SOUNDS = {
    "joined": "seat.join", "left": "seat.leave", "kicked": "seat.leave", "escaped": "seat.leave", "lost": "seat.lost",
    "back": "seat.back", "returned": "seat.back", "handback": "seat.back",
}  # fmt: skip

OUTCOMES = {
    "taken": mark("Somebody sits there already"),
    "ready": mark("Press “not ready yet” first"),
    "not_yours": mark("Only the host may do that"),
    "not_now": mark("That cannot be done now"),
    "seats": mark("Four have to sit first"),
    "not_ready": mark("Not everybody is ready"),
    "settings": mark("These rules do not go together"),
    "spectators": mark("This table lets nobody watch"),
    "name": mark("Type a name first"),
    "text": mark("Type something first"),
    "nobody_there": mark("Nobody sits there"),
    "not_seated": mark("Take a seat first"),
    "not_asked": mark("The question is gone"),
    "level": mark("There is no such bot"),
    "paused": mark("The clocks stand still"),
    "people": mark("One to four people can play at one computer"),
}
QUIET_ORDERS = ("answer", "share", "share_commit", "leave", "next")

REFUSED = {
    "code": mark("The table code is wrong"),
    "full": mark("The table is full"),
    "kicked": mark("The host has sent you away"),
    "rules": mark("The host has other rules of play ({theirs}; here {ours}): install the same version"),
    "version": mark("The host has version {theirs}, here is {ours}: install the same version"),
}
ENDED = {
    "left": mark("You have left the table"),
    "kicked": mark("The host has sent you away"),
    "superseded": mark("You sit at this table in another window"),
    "closed": mark("The host has closed the table"),
    "gone": mark("The table is gone; another one is at its place now"),
}

TESTS = {
    "addresses": (mark("This computer is on a network: {detail}"), mark("This computer is on no network")),
    "game_port": (
        mark("Port {detail} is free for a table"),
        mark("Port {detail} is taken; a table takes another port by itself"),
    ),
    "discovery": (
        mark("Tables can be found (port {detail})"),
        mark("Tables cannot be found here (port {detail}); type the address instead"),
    ),
    "loopback": (
        mark("Your table answers at {detail}"),
        mark("Your table does not answer at {detail}: a firewall of this computer blocks it"),
    ),
    "found": (
        mark("The search finds your table (port {detail})"),
        mark("The search does not find your table: a firewall of this computer blocks UDP port {detail}"),
    ),
}
FIREWALL = mark(
    "If others do not find you, allow Sifang (TCP {tcp}, UDP {udp}) in the firewall of this computer. Guest networks"
    " often keep computers apart: use the same ordinary network."
)


def notice_words(strings: Strings, notice: Notice) -> str:
    """What happened, in a sentence; what this version does not know, in the code of the protocol."""
    return strings.tr(NOTICES[notice.code], name=notice.name) if notice.code in NOTICES else notice.code


def companion_words(strings: Strings, companion: Companion) -> str:
    """Who plays at whose computer now, or does not any more."""
    if companion.came:
        return strings.tr("{name} plays, too, at the computer of {host}", name=companion.name, host=companion.host)
    return strings.tr("{name} has gone home", name=companion.name)


def phrase_words(strings: Strings, number: int) -> str:
    """A quick phrase; one that this version does not know is an ellipsis."""
    return strings.tr(PHRASES[number]) if 0 <= number < len(PHRASES) else "…"


def outcome_words(strings: Strings, outcome: Outcome) -> str:
    """Why an order failed; empty for what needs no words."""
    if outcome.ok or outcome.order in QUIET_ORDERS or outcome.code not in OUTCOMES:
        return ""
    return strings.tr(OUTCOMES[outcome.code])


def over_words(strings: Strings, table: LanTable) -> str:
    """Why nothing more comes of a table; empty while it goes on."""
    if table.status is Status.REFUSED:
        text = REFUSED.get(table.why, mark("The table refuses: {why}"))
        theirs, ours = table.theirs, own_edition(VERSION)
        return strings.tr(text, theirs="?" if theirs is None else str(theirs), ours=str(ours), why=table.why)
    if table.status is Status.ENDED:
        return strings.tr(ENDED.get(table.why, mark("The table has ended the connection")))
    return ""


def finding_words(strings: Strings, finding: Finding) -> str:
    """A line of the network self-test."""
    good, bad = TESTS[finding.test]
    port, _, _ = finding.detail.partition(": ")  # the rest is the system's own words
    return strings.tr(good, detail=finding.detail) if finding.ok else strings.tr(bad, detail=port)


def person_words(strings: Strings, sitter: Sitter, absence: Absence | None, view: TableView) -> tuple[str, str]:
    """Icon and words of somebody with a seat: absent, a bot and its level, ready or not, here and how far away."""
    if absence is not None:
        return absence_words(strings, absence)
    if sitter.level:
        return "bot", strings.tr(LEVEL_NAMES[sitter.level])
    if view.phase is Phase.LOBBY and sitter.ready:
        return "check", strings.tr("Is ready")
    if view.phase is Phase.LOBBY:
        return "", strings.tr("Will start") if sitter.guest == view.keeper else strings.tr("Choosing")
    return "", strings.tr("Here · {ms} ms", ms=sitter.ping) if sitter.ping else strings.tr("At the table")


def absence_words(strings: Strings, absence: Absence) -> tuple[str, str]:
    """Icon and words of a player who is not there: four ways, four words, four icons."""
    minutes, seconds = divmod(round(absence.seconds), 60)
    return {
        Absent.AWAY: ("moon", strings.tr("Away · bot")),
        Absent.LOST: ("link", strings.tr("Lost {time}", time=f"{minutes}:{seconds:02}")),
        Absent.BOT: ("link", strings.tr("Lost · bot")),
        Absent.AWAITED: ("clock", strings.tr("Not here yet")),
        Absent.LEFT: ("door", strings.tr("Gone")),
        Absent.KICKED: ("x", strings.tr("Sent away")),
    }[absence.kind]
