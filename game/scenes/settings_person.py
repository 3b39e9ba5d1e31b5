"""The page "Your name": who plays at this computer, what is kept about the player, and how to have it forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.ownplayer import ladder_key, title_of
from game.profiles import Profile
from game.scenes.settings_pages import Setting
from game.strings import clean_text, number, signed
from game.tabletexts import TableTexts
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.dialog import Answer, Dialog
from game.widgets.textfield import TextField
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.ownplayer import OwnPlayer
    from game.services import Services


class PersonPage:
    """The rows of the page; `renew` builds it again after something else can be set."""

    def __init__(self, services: Services, own_player: OwnPlayer | None, renew: Callable[[], object]) -> None:
        self.services, self.own_player, self._renew = services, own_player, renew
        self.tr = services.tr

    def rows(self) -> list[Setting]:
        """Name and guest; avatar and record where the player has them; the two switches for all players."""
        return [*self._who(), *self._record(), *self._switches()]

    def _who(self) -> list[Setting]:
        tr, services = self.tr, self.services

        def rename(text: str) -> None:
            services.preferences.change(player_name=clean_text(text))

        field = TextField(services, services.chosen.player_name, rename, placeholder=tr("Name"))
        field.on_submit = lambda _: self._renew()
        guest = Segments(
            services, [(False, tr("By this name")), (True, tr("As a guest"))], services.chosen.guest, self._set("guest")
        )
        return [
            Setting(tr("Your name"), tr("What others at the table see; up to 16 characters"), [field]),
            Setting(tr("Who plays"), tr("Nothing is kept about a guest"), [guest]),
        ]

    def _record(self) -> list[Setting]:
        own_player = self.own_player
        if own_player is None or not own_player.name:
            return []
        tr, profile = self.tr, own_player.profile
        avatar = TextField(
            self.services,
            "" if profile is None else profile.avatar,
            own_player.set_avatar,
            placeholder=own_player.name[:1],
            limit=1,
        )
        rows = [Setting(tr("Avatar"), tr("One character; empty: the first one of the name"), [avatar])]
        if profile is not None:
            forget = Button(self.services, tr("Forget this player"), self._ask_to_forget, kind="paper")
            rows.append(Setting(tr("Record"), self._told(profile), [forget]))
        return rows

    def _told(self, profile: Profile) -> str:
        """Points and titles by variant, and the coins, in one line."""
        language, shown = self.services.strings.language, self.services.chosen.titles_and_coins
        parts = []
        told = set()
        for variant in all_variants().values():
            key = ladder_key(variant)
            if key not in profile.points or key in told:
                continue
            told.add(key)
            texts, points = TableTexts(language, variant.key), profile.points[key]
            title = title_of(variant.ladder, profile) if shown else None
            parts.append(f"{texts.card} {signed(points)}" + (f" ({texts.title(title)})" if title else ""))
        if shown and profile.coins:
            parts.append(self.tr("{coins} coins", coins=number(profile.coins)))
        return " · ".join(parts) or self.tr("No hand played yet")

    def _switches(self) -> list[Setting]:
        tr, chosen = self.tr, self.services.chosen
        return [
            Setting(
                tr("Keep records"),
                tr("Points, titles and coins of those who play here; on this computer only"),
                [Toggle(self.services, chosen.keep_records, self._set("keep_records"))],
            ),
            Setting(
                tr("Titles and coins"),
                tr("Off: none are counted or shown anywhere"),
                [Toggle(self.services, chosen.titles_and_coins, self._set("titles_and_coins"))],
            ),
        ]

    def _set(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            self.services.preferences.change(**{name: value})
            self._renew()

        return change

    def _ask_to_forget(self) -> None:
        own_player, tr = self.own_player, self.tr
        if own_player is None:
            return

        def forget() -> None:
            own_player.forget()
            self._renew()

        answers = [Answer(tr("Forget"), forget), Answer(tr("Keep"))]
        title = tr("Forget {name}?", name=own_player.name)
        text = tr("Points, titles, coins and the list of hands are deleted. Replays stay.")
        self.services.scenes.push(Dialog(self.services, title, text, answers))
