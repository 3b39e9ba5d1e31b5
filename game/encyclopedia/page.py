"""The rows of one tab of a variant's page, from the blocks that `game.rulepages` has read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from game.differencecards import HouseRules, difference_cards
from game.encyclopedia.cards import CardText, ExampleCard
from game.encyclopedia.prose import Prose, RuleTable, Title, Wells, begins_with_name
from game.encyclopedia.tileset import TileSetBand
from game.encyclopedia.topics import DIFFERENCES, FIRST, TOPICS
from game.newtable.rows import CompareHead, SpecialRow
from game.rulepages import Block, Example, Heading, Paragraph, Picture, Span, Table, load_page
from game.tabletexts import TableTexts
from game.widgets.dropdown import Dropdown
from game.widgets.listbox import Row
from game.widgets.stacked import Still
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

TILES, PAID = "tiles", "score"
"""The tabs with the tiles of the set, and with every payment of an example."""

PageRow: TypeAlias = Still | ExampleCard


class PageRows:
    """Makes the rows of a tab. `on_open` gets an example that is pressed, `on_compare` the variant to compare with."""

    def __init__(
        self, services: Services, on_open: Callable[[Example], object], on_compare: Callable[[str], object]
    ) -> None:
        self.services, self.on_open, self.on_compare = services, on_open, on_compare

    def rows(self, variant: str, topic: str, sought: str = "") -> list[PageRow]:
        """All rows from top to bottom; `sought` is marked in their texts."""
        if topic == DIFFERENCES:
            return self._differences(variant)
        page = load_page(variant, self.services.strings.language)
        rows: list[PageRow] = []
        if topic == TILES:
            rows.append(TileSetBand(self.services, all_variants()[variant].rules({}).tiles.kinds))
        for place, key in enumerate(TOPICS[topic]):
            section = page.section(key)
            if place:
                rows.append(Title(self.services, section.title, sought))
            rows += self._section(section.blocks, variant, topic, sought)
        return rows

    def _section(self, blocks: Sequence[Block], variant: str, topic: str, sought: str) -> list[PageRow]:
        rows: list[PageRow] = []
        for group in _groups(blocks):
            rows += self._group(group, variant, topic, sought)
        return rows

    def _group(self, group: list[Block], variant: str, topic: str, sought: str) -> list[PageRow]:
        """A heading with what belongs to it: one card where examples follow a few words, else rows in their order."""
        heading = group[0].text if isinstance(group[0], Heading) else ""
        rest = group[1:] if heading else group
        pictures = [block.example for block in rest if isinstance(block, Picture)]
        notes = [block.words for block in rest if isinstance(block, Paragraph) and not block.item]
        in_order = all(isinstance(block, Picture) for block in rest[len(notes) :])
        if pictures and heading and in_order:
            return [self._card(CardText(heading, tuple(notes), sought), pictures, variant, topic == PAID)]
        rows: list[PageRow] = [Title(self.services, heading, sought)] if heading else []
        for kind, run in groupby(rest, key=_kind):
            rows += self._run(kind, list(run), variant, topic, sought)
        return rows

    def _run(self, kind: str, run: list[Block], variant: str, topic: str, sought: str) -> list[PageRow]:
        """Blocks of one kind that follow each other."""
        if kind == "pictures":
            pictures = [block.example for block in run if isinstance(block, Picture)]
            return [self._card(CardText("", (), sought), pictures, variant, topic == PAID)]
        words = [block.words for block in run if isinstance(block, Paragraph)]
        if kind == "items" and topic == FIRST and 2 * sum(map(begins_with_name, words)) > len(words):
            return [Wells(self.services, words, sought)]
        rows: list[PageRow] = []
        for block in run:
            if isinstance(block, Paragraph):
                rows.append(Prose(self.services, block.words, sought, block.item))
            elif isinstance(block, Table):
                rows.append(RuleTable(self.services, block.rows, sought))
        return rows

    def _card(self, text: CardText, examples: Sequence[Example], variant: str, paid: bool) -> ExampleCard:
        return ExampleCard(self.services, text, examples, variant, paid, self.on_open)

    # ---- differences ------------------------------------------------------------------------------------------------

    def compared(self, variant: str) -> str:
        """The variant that the player knows: the one chosen for it, else the one played last, else the first other."""
        chosen, keys = self.services.chosen, all_variants()
        wishes = (chosen.compared_with, chosen.last_variant, *keys)
        return next(key for key in wishes if key in keys and key != variant)

    def _differences(self, variant: str) -> list[PageRow]:
        language, tr = self.services.strings.language, self.services.tr
        known = self.compared(variant)
        names = [Row(key, TableTexts(language, key).card) for key in all_variants() if key != variant]
        dropdown = Dropdown(self.services, names, known, self.on_compare)
        cards = difference_cards(language, HouseRules(known), HouseRules(variant))
        title = tr(
            "You know {known}; {here} differs",
            known=TableTexts(language, known).card,
            here=TableTexts(language, variant).card,
        )
        rows: list[PageRow] = [CompareHead(self.services, title, dropdown)]
        rows += [SpecialRow(self.services, card.title, card.text, card.kind) for card in cards]
        if not cards:
            rows.append(Prose(self.services, (Span(tr("Both are played alike")),)))
        return rows


def _groups(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks cut before each heading."""
    groups: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Heading) or not groups:
            groups.append([])
        groups[-1].append(block)
    return groups


def _kind(block: Block) -> str:
    """What can be put together with its neighbours."""
    if isinstance(block, Picture):
        return "pictures"
    return "items" if isinstance(block, Paragraph) and block.item else "other"
