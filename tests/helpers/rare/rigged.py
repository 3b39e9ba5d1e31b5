"""What only rigged tables reach, in one place: situations that leaning play does not come to, and their scripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from rules.cases import ScriptCase, read_cases
from rules.round import Round
from rules.variants import variant

TESTS: Final = Path(__file__).resolve().parents[2]
FILES: Final = (TESTS / "positions" / "rigged" / "tables.toml", *sorted((TESTS / "cases").glob("*.toml")))

RIGGED: Final[dict[str, dict[str, str]]] = {
    "lishui": {
        "float_won": "own-lishui-float-twice",
        "liability_both": "rigged-lishui-fed-and-feeding",
        "lone_caishen": "rigged-lishui-lone-caishen",
        "last_discard_won": "rigged-lishui-last-discard",
    },
    "beijing": {"chow_outbid": "rigged-beijing-pong-before-chow", "catch_five": "rigged-beijing-catch-five"},
    "beijing_new": {"chow_outbid": "rigged-beijing_new-pong-before-chow"},
    "sichuan": {"kong_transfer_after_chain": "own-sichuan-chain-last-income"},
    "sichuan_bloody": {
        "kong_transfer_after_chain": "own-bloody-refund-after-transfer",
        "three_winners": "rigged-bloody-three-at-once",
    },
    "shaanxi": {"knitted_straight_with_call": "rigged-shaanxi-knitted-with-pong"},
    "wuhan": {
        "kong_chain_won": "rigged-wuhan-red-dragon-chain",
        "robbed_kong": "rigged-wuhan-robbed-kong",
        "robbing_passed": "rigged-wuhan-robbing-passed",
        "liability_robbed": "rigged-wuhan-robbed-kong",
        "liability_third_meld": "rigged-wuhan-third-meld",
        "plain_red_discard": "rigged-wuhan-red-without-effect",
    },
}
"""By variant: situation -> id of the script that shows it."""


@cache
def _scripts() -> dict[str, ScriptCase]:
    cases = [case for file in FILES for case in read_cases(file.read_text("utf-8"), file.name, variant)]
    return {case.name: case for case in cases if isinstance(case, ScriptCase)}


def rigged_case(name: str) -> ScriptCase:
    """The script with this id. Raises KeyError."""
    return _scripts()[name]


def rigged_hand(name: str) -> Round:
    """A rigged hand, played as its script says and then passed to its end or to the next turn. Raises KeyError."""
    script = rigged_case(name).script
    table = script.table()
    for _, line in script.lines:
        line.run(table)
    table.pass_all()
    return table.hand
