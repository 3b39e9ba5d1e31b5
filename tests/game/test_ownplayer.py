"""The player at this computer is written down once for every hand; a guest never; a bad file is told once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.newmatch import PlayedHand
from game.ownplayer import Gains, OwnPlayer, hand_result, ladder_key
from game.profiles import FILE_NAME, HandResult
from game.scenes.result import GainsRow
from game.scenes.settings import SettingsScene
from game.services import Services
from game.strings import LANGUAGES, number, signed
from game.tabletexts import TableTexts
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.dialog import Dialog
from game.widgets.label import Label
from rules.bots import LEVELS, seeded_chooser
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import play_hand
from rules.variants import all_variants, variant

from .conftest import MakeServices, click, press

SEATS_TURNED = (2, 3, 0, 1)
"""Player 0 sits on seat 2."""


def hand(key: str = "sichuan", seed: bytes = b"a book of hands!", **options: str) -> PlayedHand:
    match = Match(MatchSettings(key, tuple(options.items()), Length(LengthUnit.HANDS, 1), seed), variant(key))
    bots = [LEVELS["efficient"]] * 4
    return PlayedHand(play_hand(match.rules, match.next_deal(), bots, seeded_chooser(seed, 1)).state, (0, 1, 2, 3))


@pytest.fixture
def named(make_services: MakeServices) -> Services:
    return make_services(player_name="竹影")


@pytest.fixture
def own_player(named: Services, tmp_path: Path) -> Iterator[OwnPlayer]:
    made = OwnPlayer(named, tmp_path)
    yield made
    made.close()


def test_a_hand_is_booked_once_however_often_it_is_told(own_player: OwnPlayer) -> None:
    played = hand(coins="yes")
    points = played.state.seats[1].points
    gains = own_player.book("a.sifang", 1, played)
    assert gains is not None
    assert (gains.points, gains.coins) == (points, 200 * points - 400)
    assert own_player.book("a.sifang", 1, played) is None
    profile = own_player.profile
    assert profile is not None
    assert (profile.points, profile.coins) == ({"sichuan": points}, gains.coins)


def test_a_result_belongs_to_the_player_wherever_he_sits() -> None:
    played = hand()
    for player, seat in enumerate(SEATS_TURNED):
        turned = PlayedHand(played.state, SEATS_TURNED)
        result = hand_result("a", player, turned, variant("sichuan"), coins=True)
        assert result.points == played.state.seats[SEATS_TURNED.index(player)].points
        assert turned.points[player] == result.points
        assert seat in SEATS_TURNED
    wins = played.state.wins
    assert wins
    winner = wins[0].seat
    result = hand_result("a", winner, played, variant("sichuan"), coins=False)
    assert (result.won, result.self_drawn, result.coins) == (True, wins[0].loser is None, 0)
    if wins[0].loser is not None:
        assert hand_result("a", wins[0].loser, played, variant("sichuan"), coins=False).dealt_in


@pytest.mark.parametrize("chosen", [{"guest": True}, {"keep_records": False}, {"player_name": ""}], ids=str)
def test_nobody_else_is_written_down(named: Services, tmp_path: Path, chosen: dict[str, object]) -> None:
    named.preferences.change(**chosen)
    own_player = OwnPlayer(named, tmp_path)
    assert own_player.book("a", 0, hand()) is None
    own_player.set_avatar("影")
    own_player.forget()
    assert (own_player.profile, own_player.honours()) == (None, None)
    assert not (tmp_path / FILE_NAME).exists()


def test_with_titles_and_coins_off_only_points_are_kept(named: Services, own_player: OwnPlayer) -> None:
    named.preferences.change(titles_and_coins=False)
    gains = own_player.book("a", 0, hand(coins="yes"))
    assert gains is not None
    assert (gains.coins, gains.title) == (0, None)
    assert own_player.honours() is None


def test_at_a_table_without_titles_the_points_count_for_none(own_player: OwnPlayer) -> None:
    counted = own_player.book("a", 0, hand())
    assert counted is not None
    gains = own_player.book("b", 0, hand(titles="no", coins="yes"))
    assert gains is not None
    assert (gains.points, gains.title) == (counted.points, None)
    assert gains.coins == 200 * gains.points - 400
    assert own_player.profile is not None
    assert own_player.profile.points == {"sichuan": counted.points}
    book = own_player._with_book(lambda book: book)
    assert book is not None
    assert len(book.hands(own_player.profile.id)) == 2


def test_a_hand_of_a_file_that_knows_no_switch_for_titles_counts() -> None:
    played = hand()
    played.state.options = tuple(pair for pair in played.state.options if pair[0] != "titles")
    assert hand_result("a", 0, played, variant("sichuan"), coins=True).ladder == "sichuan"


def test_a_new_title_is_told_and_greets(named: Services, own_player: OwnPlayer, tmp_path: Path) -> None:
    book = own_player._with_book(lambda book: book)
    assert book is not None
    played = hand()
    winner = next(seat for seat in range(4) if played.state.seats[seat].points > 0)
    missing = 100 - played.state.seats[winner].points
    before = HandResult("b", 1, "sichuan_bloody", "sichuan", missing, 0, won=True, self_drawn=True, dealt_in=False)
    book.book(book.player("竹影").id, before)
    gains = own_player.book("a", winner, played)
    assert gains is not None
    assert (gains.title, gains.ladder) == ("yidu_red_first", "sichuan")
    shaanxi = HandResult("c", 1, "shaanxi", "shaanxi", 150, 7, won=True, self_drawn=True, dealt_in=False)
    book.book(book.player("竹影").id, shaanxi)
    honours = own_player.honours()
    assert honours is not None
    assert (honours.variant, honours.title, honours.coins) == ("shaanxi", "1m", 7)
    named.preferences.change(last_variant="sichuan_bloody")
    again = own_player.honours()
    assert again is not None
    assert again.title == "yidu_red_first"


def test_gains_of_hands_add_up_and_keep_the_last_title() -> None:
    first, later = Gains(5, 100, 100, "yidu_red_first", "sichuan"), Gains(-3, -40, 60)
    assert first.followed_by(later) == Gains(2, 60, 60, "yidu_red_first", "sichuan")


def test_a_book_that_cannot_be_opened_is_told_once(named: Services, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no data base, whatever its name is" * 100)
    own_player = OwnPlayer(named, tmp_path)
    assert own_player.book("a", 0, hand()) is None
    assert own_player.profile is None
    assert len(named.toasts.texts) == 1
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"this is no data base")


def test_a_folder_that_cannot_be_made_is_told_too(named: Services, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    own_player = OwnPlayer(named, tmp_path / "file")
    assert own_player.profile is None
    assert own_player.book("a", 0, hand()) is None
    assert len(named.toasts.texts) == 1


def test_every_title_has_a_name_in_every_language() -> None:
    for language in LANGUAGES:
        for one in all_variants().values():
            texts = TableTexts(language, one.key)
            titles = [] if one.ladder is None else [*(title for _, title in one.ladder.steps), one.ladder.below]
            assert not [title for title in titles if title and texts.find("title", title) is None]
    assert ladder_key(variant("sichuan_bloody")) == ladder_key(variant("sichuan")) == "sichuan"
    assert ladder_key(variant("wuhan")) == "wuhan"


def test_the_result_names_points_coins_and_the_title(services: Services) -> None:
    row = GainsRow(services, Gains(44, 8400, 9000, "yidu_red_good", "sichuan"))
    assert row.lines == [
        "New title: Yidu Red, good grade",
        "Your record: +44 points",
        f"Coins {signed(8400)}, {number(9000)} in all",
    ]
    assert GainsRow(services, Gains(-2)).lines == ["Your record: −2 points"]


# ---- the page in the settings ---------------------------------------------------------------------------------------


def words(scene: SettingsScene) -> str:
    return " ".join(widget.text for widget in scene.form.widgets if isinstance(widget, Label))


def test_the_page_tells_the_record_and_forgets_after_a_question(named: Services, own_player: OwnPlayer) -> None:
    own_player.book("a", 0, hand())
    scene = SettingsScene(named, "person", own_player)
    named.scenes.push(scene)
    assert "Sichuan" in words(scene)
    for keys, kept in (([pygame.K_ESCAPE], True), ([pygame.K_LEFT, pygame.K_RETURN], False)):
        forget = next(w for w in scene.form.widgets if isinstance(w, Button) and w.text == "Forget this player")
        for event in click(forget.rect.center):
            scene.handle(event)
        assert isinstance(named.scenes.top, Dialog)
        for code in keys:
            named.scenes.top.handle(press(code))
        assert (own_player.profile is not None) is kept
    assert "Sichuan" not in words(scene)


def test_an_avatar_is_one_character(named: Services, own_player: OwnPlayer) -> None:
    scene = SettingsScene(named, "person", own_player)
    named.scenes.push(scene)
    field = next(w for w in scene.form.widgets if getattr(w, "limit", 0) == 1)
    scene.form.focus(field)
    scene.handle(pygame.Event(pygame.TEXTINPUT, text="影子"))
    assert own_player.profile is not None
    assert own_player.profile.avatar == "影"


def test_guest_and_switches_act_at_once(named: Services, own_player: OwnPlayer) -> None:
    own_player.book("a", 0, hand())
    scene = SettingsScene(named, "person", own_player)
    named.scenes.push(scene)
    records, titles = [w for w in scene.form.widgets if isinstance(w, Toggle)]
    titles.activate()
    records.activate()
    assert not named.chosen.titles_and_coins
    assert not named.chosen.keep_records
    assert "Sichuan" not in words(scene)
    next(w for w in scene.form.widgets if isinstance(w, Segments)).choose(True)
    assert named.chosen.guest
