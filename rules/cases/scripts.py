"""`[[script]]`: a hand from a rigged wall, played line by line, and what it must come to (cases/README.md)."""

from __future__ import annotations

from rules.cases.fields import Fields, FindVariant
from rules.cases.hands import CONCEALED, MOST_PAO, PAO, VOID, read_void, rules_of
from rules.cases.rigging import Rig, Start, rigged_round
from rules.cases.steps import Line, parse_line
from rules.cases.table import Table
from rules.commands import PASS
from rules.errors import NotationError
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.steps.items import FLUSH_DEAL
from rules.tiles import Tile
from rules.values import value


@value
class Script:
    """A hand to be played: the log of its beginning, the opening answers by question and seat, and the lines."""

    start: Start
    rig: Rig
    answers: dict[str, list[str]]
    lines: list[tuple[str, Line]]
    where: str

    def table(self) -> Table:
        """The hand, dealt anew. Raises CaseError when its tiles cannot lie as the case says."""
        return Table(rigged_round(self.start, self.rig, Fields({}, self.where)), self.answers)


@value
class ScriptExpect:
    """What a script must come to; None is not compared."""

    points: list[int] | None
    over: bool | None
    winners: list[int] | None
    drawn: bool | None
    next_dealer: int | None
    log: list[str]

    @classmethod
    def read(cls, fields: Fields) -> ScriptExpect:
        """The `expect` table of a script. Raises CaseError."""
        expect = cls(
            points=fields.numbers("points") if fields.has("points") else None,
            over=fields.flag("over") if fields.has("over") else None,
            winners=fields.numbers("winners") if fields.has("winners") else None,
            drawn=fields.flag("drawn") if fields.has("drawn") else None,
            next_dealer=fields.seat("next_dealer") if fields.has("next_dealer") else None,
            log=fields.texts("log"),
        )
        fields.finish()
        return expect

    def failures(self, state: RoundState) -> list[str]:
        """In what the hand differs."""
        came = {
            "points": [seat.points for seat in state.seats],
            "over": state.over,
            "winners": [win.seat for win in state.wins],
            "drawn": state.drawn_out,
            "next_dealer": state.next_dealer,
        }
        failures = [
            f"{key}: expected {expected}; came {came[key]}"
            for key in came
            if (expected := getattr(self, key)) is not None and expected != came[key]
        ]
        reasons = {transfer.reason for batch in state.ledger for transfer in batch}
        missing = [reason for reason in self.log if reason not in reasons]
        if missing:
            failures.append(f"log: expected {', '.join(missing)}; came {', '.join(sorted(reasons)) or 'no payment'}")
        return failures


def read_script(fields: Fields, find: FindVariant) -> Script:
    """The script that a case describes, its wall tried out.

    Raises CaseError naming the key for anything that cannot be.
    """
    variant = fields.variant(find)
    options = tuple(fields.options(variant).items())
    start = Start(
        variant, options, rules_of(variant, options),
        dealer=fields.seat("dealer", 0),
        streak=fields.number("streak", 0),
    )  # fmt: skip
    script = Script(start, _read_rig(fields), _read_answers(fields), _read_lines(fields), fields.where)
    fields.finish()
    script.table()
    return script


def _read_rig(fields: Fields) -> Rig:
    return Rig(
        hands=_read_hands(fields.table("hands")),
        draws=fields.tiles("draws"),
        tail=fields.tiles("tail"),
        indicator=fields.tiles("indicator"),
        wall_left=fields.number("wall_left") if fields.has("wall_left") else None,
        fill=fields.number("fill", 1),
    )


def _read_hands(fields: Fields) -> dict[Seat, list[Tile]]:
    hands = {seat: fields.tiles(str(seat)) for seat in SEATS if fields.has(str(seat))}
    fields.finish()
    for seat, hand in hands.items():
        if len(hand) != CONCEALED:
            fields.fail(str(seat), f"{CONCEALED} tiles expected, not {len(hand)}")
    return hands


def _read_answers(fields: Fields) -> dict[str, list[str]]:
    answers = {PAO: [str(count) for count in fields.per_seat(PAO, MOST_PAO)], FLUSH_DEAL: ["no"] * len(SEATS)}
    if fields.has(VOID):
        letters = [read_void(fields, letter) for letter in fields.texts(VOID)]
        if len(letters) != len(SEATS):
            fields.fail(VOID, "four suits expected")
        answers[VOID] = letters
    return answers


def _read_lines(fields: Fields) -> list[tuple[str, Line]]:
    lines = []
    for text in fields.texts("do"):
        try:
            lines.append((text, parse_line(text)))
        except NotationError as error:
            fields.fail("do", str(error))
    return lines


def play(script: Script, expect: ScriptExpect) -> list[str]:
    """Play the script and say in what the hand differs from what was expected.

    After the last line the other seats pass where the hand is to have ended, or where a seat has claimed.
    """
    table = script.table()
    failures = []
    for number, (text, line) in enumerate(script.lines, 1):
        wrong = line.run(table)
        if wrong is not None:
            failures.append(f'line {number} "{text}": {wrong}')
            if line.stops:
                return failures
    claimed = any(command != PASS for _, command in table.hand.state.answers.values())
    if expect.over or expect.drawn or claimed:
        table.pass_all()
    return failures + expect.failures(table.hand.state)
