"""The catalogue of rare situations: an id, the variants that know it, and how a hand that shows it is told.

`tests/rules/test_rare.py` asserts that play or a rigged table reaches each of them; the golden logs `odd-<id>.jsonl`
show some of them. Sources: rulebook/*.md, variant by variant.
"""

from __future__ import annotations

from typing import Final

from rules.events import (
    Melded,
    Stage,
    WinSource,
    Won,
)
from rules.tiles import HONOURS, RED, SUIT_OF, Tile
from rules.values import value
from rules.variants import all_variants
from tests.helpers.rare import east, north, west
from tests.helpers.rare.played import Played
from tests.helpers.rare.telling import (
    Shows,
    chain_won,
    forced,
    hidden_kong,
    kong_chain,
    last_discard,
    let_go,
    marked,
    outbid,
    paid,
    passed_in,
    passed_then_drawn,
    pattern,
    two_kinds_of_kong,
    winners_together,
)


@value
class Situation:
    """A rare situation: its id, the variants in which it can come up, and whether a hand shows it."""

    name: str
    variants: tuple[str, ...]
    shows: Shows


ALL: Final = tuple(all_variants())
SICHUAN: Final = ("sichuan", "sichuan_bloody")
HEBEI: Final = ("hebei_1", "hebei_2")
SHANDONG: Final = ("shandong_1", "shandong_2")
BEIJING: Final = ("beijing", "beijing_new")
PARLOUR: Final = (*BEIJING, *HEBEI, *SHANDONG)
SEVERAL: Final = ("changsha", "yunnan", *SICHUAN)
CHOWS: Final = ("lishui", "changsha", *BEIJING, *SHANDONG, "wuhan")
OPEN_READY: Final = ("beijing_new", "hebei_1", *SHANDONG)

_TOLD: Final[dict[tuple[str, ...], dict[str, Shows]]] = {
    ALL: {
        "robbed_kong": winners_together(1, WinSource.ROB_KONG),
        "robbing_passed": passed_in(Stage.KONG_CLAIM),
        "kong_chain": kong_chain,
        "kong_chain_won": chain_won,
        "two_kinds_of_kong": two_kinds_of_kong,
        "hidden_kong": hidden_kong,
        "passed_then_self_drawn": passed_then_drawn,
        "drawn": lambda hand: hand.state.drawn_out,
    },
    CHOWS: {"chow_outbid": outbid},
    (*PARLOUR,): {"last_discard_called": last_discard(Melded), "last_discard_won": last_discard(Won)},
    SEVERAL: {
        "two_winners": winners_together(2, WinSource.DISCARD),
        "three_winners": winners_together(3, WinSource.DISCARD),
        "robbed_by_two": winners_together(2, WinSource.ROB_KONG),
        "passed_win_barred_and_lifted": west.carried_bar,
    },
    ("yunnan", *SICHUAN): {
        "forced_self_drawn": forced(None),
        "forced_on_discard": forced(WinSource.DISCARD),
        "not_ready_pays": paid("not_ready"),
        "kong_discard_won": pattern("kong_discard"),
    },
    ("lishui",): {
        "float_one": marked("floats", 1),
        "float_two": marked("floats", 2),
        "float_lost": east.float_lost,
        "float_won": pattern("caishen_float"),
        "window_without_float": east.window_without_float,
        "kong_in_window": east.kong_in_window,
        "followed": paid("followed"),
        "followed_and_claimed": east.followed_and_claimed,
        "liability_fed": east.fed_winner,
        "liability_reverse": paid("liability", "reverse_liability"),
        "liability_both": east.both_liable,
        "robbed_konger_pays_all": east.robbed_konger_pays_all,
        "three_caishen": pattern("three_caishen"),
        "caishen_head": pattern("caishen_head"),
        "lone_wait": pattern("lone_wait"),
        "lone_caishen": pattern("lone_wait", "caishen_head"),
        "unconnected": pattern("unconnected"),
        "regular_unconnected": pattern("regular_unconnected"),
        "seven_honours": pattern("seven_honours"),
        "white_chowed": east.white_chowed,
        "white_is_caishen": east.white_is_caishen,
        "last_discard_won": last_discard(Won),
        "draw_penalty": paid("draw_penalty"),
    },
    ("changsha",): {
        "opening_four_alike": east.opening("four_alike"),
        "opening_no_258": east.opening("no_258"),
        "opening_missing_suit": east.opening("missing_suit"),
        "opening_two_conditions": lambda hand: any(len(w.breakdown.names()) > 1 for w in east.openings(hand)),
        "opening_several_seats": lambda hand: len(east.openings(hand)) > 1,
        "opening_declined": let_go("opening"),
        "opening_goes_on": east.opening_goes_on,
        "opening_beside_heavenly": east.opening_beside_heavenly,
        "heavenly": pattern("heavenly"),
        "earthly": pattern("earthly"),
        "bird_on_winner": east.bird_on("winner"),
        "bird_on_payer": east.bird_on("payer"),
        "bird_on_bystander": east.bird_on("bystander"),
        "bird_on_one_of_two_winners": east.bird_on_one_of_two,
        "bird_is_last_drawn": east.bird_is_last_drawn,
        "last_tile_taken_and_won": pattern("last_tile_draw"),
        "last_tile_thrown_and_won": pattern("last_tile_discard"),
        "last_tile_thrown_in_vain": east.last_tile_thrown_in_vain,
        "last_tile_taken_after_refusals": east.last_tile_taken_late,
        "last_tile_refused_by_all": east.last_tile_refused_by_all,
        "all_258": pattern("all_258"),
        "two_big_types": lambda hand: any(len(w.breakdown.names()) > 1 for w in hand.wins if "opening" not in w.facts),
    },
    ("yunnan",): {
        "turned_up_taken": west.turned_up_taken,
        "turned_up_declined": let_go("turned_up"),
        "turned_up_choice": west.turned_up_choice,
        "ten_honours_declined": west.ten_honours(won=False),
        "ten_honours_taken": west.ten_honours(won=True),
        "ten_honours_offered_again": west.ten_honours_again,
        "dragon_from_discard": paid("win", "dragon_discard"),
        "full_flush_of_honours": lambda h: any(
            "full_flush" in w.breakdown.names() and SUIT_OF[w.tile] == HONOURS for w in h.wins
        ),
    },
    BEIJING: {
        "wild_thrown": north.wild_thrown,
        "second_call_after_kong": north.second_call_after_kong,
        "false_win_on_turn": north.false_win(Stage.TURN),
        "false_win_on_discard": north.false_win(Stage.CLAIM),
        "others_go_on_after_false_win": north.others_go_on_after_false_win,
    },
    ("beijing",): {
        "four_wilds": paid("four_wilds"),
        "three_wilds_self_drawn": north.three_wilds_won,
        "pure_straight": pattern("pure_straight"),
        "luxury": pattern("luxury"),
        "catch_five": pattern("catch_five"),
    },
    OPEN_READY: {"declared_ready": north.declared_ready, "open_self_draw": pattern("open_self_draw")},
    HEBEI: {"honour_run_in_hand": north.run_in_hand, "kongs_in_the_win": north.kongs_in_the_win},
    SHANDONG: {
        "honour_run_in_hand": north.run_in_hand,
        "dragon_run_chowed": north.run_chowed(RED),
        "peacock_run_chowed": north.run_chowed(Tile(19)),
    },
    (*BEIJING, *SHANDONG): {"kongs_of_a_loser": north.loser_paid_for_kongs},
    ("shandong_2",): {"narrow_wait_self_draw": pattern("narrow_wait_self_draw")},
    SICHUAN: {
        "heavenly": pattern("heavenly"),
        "earthly": pattern("earthly"),
        "kong_transfer": west.kong_transfers(1),
        "kong_transfer_to_two": west.kong_transfers(2),
        "kong_transfer_after_chain": west.transfer_after_chain,
        "pigs": paid("pig"),
        "refund": paid("kong_refund"),
        "pig_refunds_too": west.pig_with_refund,
        "root": west.roots(1),
        "two_roots": west.roots(2),
        "dragon_seven_pairs": pattern("dragon_seven_pairs"),
        "void_named": marked("void", "m", "p", "s"),
        "escape_by_player": west.escaped(by_winner=False),
        "escape_at_the_end": west.escape_at_the_end,
        **{f"item_{name}": marked(name) for name in ("swap_named", "swap_random", "far_sight", "next_tile")},
        "item_gold_hand": marked("gold_hand"),
        "item_flush_deal_by_two": west.flush_dealt_to_two,
        "item_far_sight_none": west.far_sight_none,
    },
    ("sichuan_bloody",): {
        "two_out": west.out(2),
        "three_out": west.out(3),
        "drawn_after_wins": west.drawn_after_wins,
        "refund_to_winner": west.refund_to_winner,
        "escape_by_winner": west.escaped(by_winner=True),
        "winner_forfeits": west.winner_forfeits,
        "goes_on_after_leaving": west.goes_on_after_leaving,
    },
    ("shaanxi",): {
        "pao_doubled_by_self_draw": paid("win", "payer_pao", "winner_pao", "self_draw"),
        "thirteen_orphans": pattern("thirteen_orphans"),
        "all_unconnected": pattern("all_unconnected"),
        "knitted_straight": pattern("knitted_straight"),
        "knitted_straight_with_call": west.knitted_called,
        "passed_two_kinds": west.passed_two_kinds,
        "bar_lifted_by_call": west.bar_lifted_by_call,
        "drawn_without_kong": west.drawn_with_kongs(0),
        "drawn_with_one_kong": west.drawn_with_kongs(1),
        "drawn_with_two_kongs": west.drawn_with_kongs(2),
        "drawn_with_more_kongs": west.drawn_with_kongs(3, 4, 5, 6),
        "escape_by_player": west.escaped(by_winner=False),
        "escape_with_pao": paid("escape", "own_pao", "others_pao"),
    },
    ("wuhan",): {
        "red_kong": west.solo(lambda hand: (RED,)),
        "wild_kong": west.solo(lambda hand: hand.state.wilds),
        "solo_kong_after_call": west.solo_after_call,
        "plain_red_discard": west.plain_red_discard,
        "red_turned_up": west.red_turned_up,
        "all_called": pattern("all_called"),
        "all_honours": pattern("all_honours"),
        "all_258": pattern("all_258"),
        "last_draw_won": pattern("last_draw"),
        "last_draw_passed": passed_in(Stage.SEABED_CLAIM),
        "last_draws_to_the_end": west.last_draws_to_the_end,
        "hard_win": paid("win", "hard"),
        "cap": paid("win", "cap"),
        "gold_cap": paid("win", "golden_top"),
        "liability_robbed": west.liable(west.robbed),
        "liability_all_called": west.liable(west.fed_all_called),
        "liability_third_meld": west.liable(west.fed_third),
    },
}

CATALOGUE: Final[tuple[Situation, ...]] = tuple(
    Situation(name, keys, shows) for keys, told in _TOLD.items() for name, shows in told.items()
)


def situations_of(key: str) -> dict[str, Shows]:
    """The situations that a variant knows, by id."""
    return {each.name: each.shows for each in CATALOGUE if key in each.variants}


def shown_by(key: str, hand: Played) -> set[str]:
    """The ids of the situations that a hand of this variant shows."""
    return {name for name, shows in situations_of(key).items() if shows(hand)}
