"""Search in all rule pages: where words stand, by variant and section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.prose import Typesetter, folded, plain
from game.encyclopedia.topics import TOPICS
from game.rulepages import Block, Heading, Paragraph, Span, Table, load_page
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.base import Widget
from rules.values import value
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

AROUND = 28
"""Characters of the text that are shown before what is sought."""
MOST_HITS = 120


@value
class Hit:
    """A place where the words stand: tab, the section's title and the heading above, the text they stand in."""

    variant: str
    topic: str
    section: str
    heading: str
    text: str

    @property
    def where(self) -> str:
        """The section, and the heading where it is not the text itself."""
        return self.section if self.heading in ("", self.text) else f"{self.section} · {self.heading}"


class SearchIndex:
    """All texts of all pages in one language; `grow` reads one page more, so that no picture waits for all."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._entries: list[Hit] = []
        self._unread = list(all_variants())

    @property
    def complete(self) -> bool:
        """Whether every page has been read."""
        return not self._unread

    def grow(self) -> None:
        """Read the next page."""
        if self._unread:
            self._entries += _entries(self._unread.pop(0), self.language)

    def hits(self, sought: str, first: str) -> list[Hit]:
        """Where the words stand, those of the variant `first` before the others; at most MOST_HITS."""
        wanted = folded(sought)
        found = [entry for entry in self._entries if wanted in folded(entry.text)]
        found.sort(key=lambda hit: hit.variant != first)
        return found[:MOST_HITS]


def _entries(variant: str, language: str) -> list[Hit]:
    texts = TableTexts(language, variant)
    region = texts.region(all_variants()[variant].region)
    page = load_page(variant, language)
    first = next(iter(TOPICS))
    entries = [Hit(variant, first, page.section(first).title, "", f"{texts.name} · {region}")]
    for topic, sections in TOPICS.items():
        for key in sections:
            section, heading = page.section(key), ""
            for block in section.blocks:
                if isinstance(block, Heading):
                    heading = block.text
                entries += [Hit(variant, topic, section.title, heading, text) for text in _texts(block)]
    return entries


def _texts(block: Block) -> list[str]:
    match block:
        case Heading(text):
            return [text]
        case Paragraph():
            return [plain(block.words)]
        case Table(rows):
            return [plain(cell) for row in rows for cell in row]
        case _:
            return []


def excerpt(text: str, sought: str) -> str:
    """The text from a little before what is sought."""
    at = folded(text).find(folded(sought))
    if at <= AROUND:
        return text
    cut = text[at - AROUND :]
    first = cut.find(" ", 0, AROUND)  # of a language with spaces no word is cut
    return "…" + cut[first + 1 :]


class HitRow(Widget):
    """A place found: the variant, where on its page, the text with the words marked."""

    def __init__(self, services: Services, hit: Hit, sought: str, on_press: Callable[[Hit], object]) -> None:
        super().__init__(services)
        self.hit_place, self.on_press, self._sought = hit, on_press, sought
        self.chosen = False
        colours, steps = services.colours, services.steps
        bold = TextStyle("sans-bold", steps.body.size, steps.body.line)
        words = (Span(excerpt(hit.text, sought)),)
        self.setter = Typesetter(services, words, steps.body, bold, colours.ptext, sought)

    @property
    def content(self) -> str:
        """Where it is, and the words."""
        return self.services.tr("; ").join((self.hit_place.where, excerpt(self.hit_place.text, self._sought)))

    def height_for(self, width: int) -> int:
        """The head and two lines at most."""
        lines = min(2, len(self.setter.lines(width - 2 * self.services.px(14))))
        head = self.services.fonts.line_height(self.services.steps.strong)
        return head + lines * self.setter.line_height + self.services.px(18)

    def activate(self) -> None:
        """Go there."""
        self.services.audio.play("ui.click")
        self.on_press(self.hit_place)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        box = self.rect.inflate(0, -px(4))
        if self.chosen:
            services.painter.box(surface, box, "paper_chosen")
        elif self.hovered:
            services.painter.box(surface, box, "paper_well")
        else:
            services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)
        inner = box.inflate(-2 * px(14), -2 * px(6))
        name = TableTexts(services.strings.language, self.hit_place.variant).card
        head = pygame.Rect(inner.x, inner.y, inner.width, services.fonts.line_height(steps.strong))
        title = services.fonts.render(name, steps.strong, colours.red_text)
        surface.blit(title, title.get_rect(midleft=head.midleft))
        rest = head.width - title.get_width() - px(12)
        where = services.fonts.render(self.hit_place.where, steps.note, colours.ptext2, rest)
        surface.blit(where, where.get_rect(midleft=(head.x + title.get_width() + px(12), head.centery)))
        outer = surface.get_clip()
        below = pygame.Rect(inner.x, head.bottom, inner.width, self.rect.bottom - head.bottom - px(7))
        surface.set_clip(below.inflate(px(8), 0).clip(outer))
        self.setter.draw(surface, below)
        surface.set_clip(outer)
        if self.ring:
            services.painter.focus_ring(surface, box.inflate(-px(8), -px(8)), 8)


def hit_rows(services: Services, hits: Sequence[Hit], sought: str, on_press: Callable[[Hit], object]) -> list[HitRow]:
    """The rows of a list of places, the first of them chosen."""
    rows = [HitRow(services, hit, sought, on_press) for hit in hits]
    if rows:
        rows[0].chosen = True
    return rows
