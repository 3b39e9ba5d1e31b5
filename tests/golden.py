"""Makes the golden logs anew: `python -m tests.golden`. Only on purpose: they show what the engine does today."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.bots import LEVELS, seeded_chooser
from rules.events import Event
from rules.log import encode
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Variant
from rules.simulate import play_hand
from rules.variants import all_variants
from tests.helpers.rare.catalogue import shown_by
from tests.helpers.rare.leaning import leaning_hands
from tests.helpers.rare.played import Played
from tests.helpers.rare.rigged import RIGGED, rigged_hand

LOGS = Path(__file__).parent / "logs"
SEEDS = (b"golden-1", b"golden-2", b"golden-3")
HANDS = 460

ODD: dict[str, tuple[str, ...]] = {
    "lishui": ("float_two", "liability_both", "followed_and_claimed", "robbed_konger_pays_all"),
    "changsha": ("opening_several_seats", "bird_on_one_of_two_winners", "last_tile_thrown_and_won", "earthly"),
    "yunnan": ("turned_up_choice", "ten_honours_offered_again", "robbed_by_two", "forced_on_discard"),
    "beijing": ("four_wilds", "others_go_on_after_false_win", "second_call_after_kong", "pure_straight"),
    "beijing_new": ("wild_thrown", "open_self_draw"),
    "hebei_1": ("honour_run_in_hand", "open_self_draw"),
    "hebei_2": ("kongs_in_the_win", "last_discard_won"),
    "shandong_1": ("peacock_run_chowed", "kongs_of_a_loser"),
    "shandong_2": ("narrow_wait_self_draw", "dragon_run_chowed"),
    "sichuan": ("kong_transfer_to_two", "pig_refunds_too", "item_swap_named", "escape_by_player"),
    "sichuan_bloody": ("three_out", "refund_to_winner", "winner_forfeits", "robbed_kong"),
    "shaanxi": ("passed_two_kinds", "drawn_with_more_kongs", "thirteen_orphans", "escape_with_pao"),
    "wuhan": ("liability_third_meld", "gold_cap", "solo_kong_after_call", "last_draw_won"),
}
"""By variant: the situations (tests/helpers/rare/catalogue.py) that its logs `odd-<situation>.jsonl` show."""


def main() -> None:
    """Three hands of sensible bots for every variant, and hands that show its odd rules."""
    for key, variant in all_variants().items():
        folder = LOGS / key
        folder.mkdir(parents=True, exist_ok=True)
        for name, log in (*_bots(key, variant), *_odd(key)):
            lines = [json.dumps(encode(event), ensure_ascii=False) for event in log]
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _bots(key: str, variant: Variant) -> Iterator[tuple[str, Sequence[Event]]]:
    for number, seed in enumerate(SEEDS, 1):
        match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, 1), seed), variant)
        chance = seeded_chooser(seed, number)
        yield f"bots-{number}", play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, chance).log


def _odd(key: str) -> Iterator[tuple[str, Sequence[Event]]]:
    """The rigged hand of a situation, or the first of the leaning series that shows it.

    Raises ValueError when no hand does.
    """
    rigged = RIGGED.get(key, {})
    found: dict[str, Sequence[Event]] = {name: rigged_hand(rigged[name]).log for name in ODD[key] if name in rigged}
    for hand in leaning_hands(key, HANDS):
        if len(found) == len(ODD[key]):
            break
        for name in shown_by(key, Played(hand)).intersection(ODD[key]).difference(found):
            found[name] = hand.log
    missing = set(ODD[key]).difference(found)
    if missing:
        raise ValueError(f"{key}: no hand shows {', '.join(sorted(missing))}")
    return ((f"odd-{name}", found[name]) for name in ODD[key])


if __name__ == "__main__":
    main()
