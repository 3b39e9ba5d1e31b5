"""Questions and explanations at a LAN table: before somebody is sent away, before the code changes, the fair deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.clipboard import copy_and_say
from game.lanmatch import LanMatch
from game.lobby.words import FIREWALL, finding_words
from game.strings import Strings
from game.widgets.dialog import Answer, CheckedDialog, Dialog
from net.discovery import DISCOVERY_PORT, GAME_PORT, FoundTable
from net.lan import Fair, Finding, LanTable, Notice, is_found, reaches_itself, self_test, show_code

if TYPE_CHECKING:
    from game.services import Services


def invitation(strings: Strings, match: LanMatch) -> str:
    """How somebody else joins this table, as one reads it to him."""
    places = strings.tr(" or ").join(match.places)
    if match.code:
        code = show_code(match.code).replace(" ", "\N{NO-BREAK SPACE}")
        return strings.tr("Others join at {places} with the code {code}", places=places, code=code)
    if match.code_changed:
        return strings.tr("The table has a new code: ask the host for it")
    return strings.tr("Others join at {places}, without a code", places=places)


def copied(services: Services, match: LanMatch) -> None:
    """Address and code go to the clipboard."""
    text = ", ".join([*match.places, *([show_code(match.code)] if match.code else [])])
    copy_and_say(services, text, services.tr("Copied: {text}", text=text))


def ask_to_kick(services: Services, match: LanMatch, name: str, guest: int) -> None:
    """Nobody is sent away by accident."""
    tr, table = services.tr, match.table
    if table is None:
        return
    answers = [Answer(tr("Send away"), lambda: table.kick(guest)), Answer(tr("Let them stay"))]
    text = tr("Whoever is sent away cannot come again.")
    services.scenes.push(Dialog(services, tr("Send {name} away?", name=name), text, answers))


def ask_to_renew(services: Services, match: LanMatch) -> None:
    """A new code, after a question."""
    tr, table = services.tr, match.table
    if table is None:
        return
    text = tr("The old code lets nobody new in. Whoever is here stays, and can come back.")
    answers = [Answer(tr("New code"), table.renew_code), Answer(tr("Keep the old one"))]
    services.scenes.push(Dialog(services, tr("A new code for this table?"), text, answers))


def explain_fair(services: Services, table: LanTable) -> None:
    """What the padlock means, and how the last deal stands."""
    tr = services.tr
    verdict = {
        Fair.PROVED: tr("The last hand was checked here: nobody chose the tiles, not even the host."),
        Fair.UNKNOWN: tr("No hand was checked yet. You have to be here from its deal to its end."),
        Fair.BROKEN: tr("A hand was not dealt or played as it was promised. Do not trust this host."),
    }[table.fair]
    how = tr(
        "Before each deal every computer adds a secret number of its own, sealed before any is shown. The wall comes"
        " from all of them together. After the hand they are shown, and this computer deals and plays it again."
    )
    services.scenes.push(Dialog(services, tr("The fair deal"), f"{verdict}\n{how}", [Answer(tr("OK"))]))


def ask_to_swap(services: Services, match: LanMatch, notice: Notice) -> None:
    """Somebody would like to have one's seat."""
    table, view, tr = match.table, match.view, services.tr
    if table is None or view is None:
        return
    for asker in view.seats_of(notice.guest)[:1]:
        answers = [
            Answer(tr("Swap"), partial(table.answer_swap, asker, True)),
            Answer(tr("Stay here"), partial(table.answer_swap, asker, False)),
        ]
        title = tr("{name} would like to swap seats with you", name=notice.name)
        sitter = view.seats[notice.seat]
        if len(match.names) > 1 and sitter is not None:  # "you" are several
            title = tr("{name} would like to swap seats with {other}", name=notice.name, other=sitter.name)
        services.scenes.push(Dialog(services, title, tr("You change places at once."), answers))


def network_test(services: Services, match: LanMatch, tables: Sequence[FoundTable]) -> None:
    """What keeps this computer from finding tables, or others from a table here; `tables`: those that were found."""
    hosting = match.hosting
    place = hosting.place if hosting is not None else None
    findings = [one for one in self_test() if hosting is None or one.test == "addresses"]
    port = GAME_PORT
    if place is not None and match.kept is not None:
        port = match.kept.new_port or place[0]
        findings += (*reaches_itself(port), is_found(port, tables))
    tell_findings(services, findings, port)


def tell_findings(services: Services, findings: Sequence[Finding], port: int) -> None:
    """What was found, and what helps when others do not find a table on this port here."""
    strings = services.strings
    lines: list[tuple[bool | None, str]] = [(finding.ok, finding_words(strings, finding)) for finding in findings]
    if findings[0].ok:
        lines.append((None, strings.tr(FIREWALL, tcp=port, udp=DISCOVERY_PORT)))
    else:  # then nothing else matters
        help_ = strings.tr("Connect it first, by cable or wireless, to the network of the others.")
        lines = [lines[0], (None, help_)]
    services.scenes.push(CheckedDialog(services, strings.tr("Network test"), lines, [Answer(strings.tr("OK"))]))
