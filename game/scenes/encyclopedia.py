"""The encyclopedia: variants at the left, the chosen one's page on paper, search over all pages (picture 13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.cards import ExampleCard
from game.encyclopedia.glossary import Explained, explained_at, glossary
from game.encyclopedia.page import PageRow, PageRows
from game.encyclopedia.search import Hit, HitRow, SearchIndex, hit_rows
from game.encyclopedia.searchfield import SearchField
from game.encyclopedia.sidelist import FittedTabs, PageScroll, VariantList
from game.encyclopedia.topics import TOPICS, topic_title, variant_facts
from game.encyclopedia.wordwalk import WordWalk
from game.rulepages import Example
from game.scene import MOVING
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect, header_height
from game.widgets.stacked import parts_of, stack
from game.widgets.tip import draw_tip
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

SIDE_WIDTH, GAP, PADDING = 216, 16, 32
HEAD, TABS = 66, 44
SEARCH_WIDTH = 268
TITLE_STYLE = TextStyle("serif-bold", 29)
READING_KEYS = {pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_DOWN, pygame.K_UP, pygame.K_HOME, pygame.K_END}


class EncyclopediaScene(FormScene):
    """The rules of all variants, opened at the page of one; closing it shows what was below, as it was.

    `on_play` begins a new table with these rules; None: one is at a table already.
    """

    def __init__(
        self,
        services: Services,
        variant: str = "",
        topic: str = next(iter(TOPICS)),
        on_play: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(services)
        known = all_variants()
        self.variant = next(key for key in (variant, services.chosen.last_variant, *known) if key in known)
        self.topic, self.on_play = topic, on_play
        self.sought = ""
        self.hits: list[Hit] = []
        self.rows: Sequence[PageRow | HitRow] = ()
        self._index = SearchIndex(services.strings.language)
        self._pages = PageRows(services, self._open_example, self.compare)
        self._scroll = PageScroll(services)
        self._back = BackButton(services, services.scenes.pop)
        self._search = SearchField(services, "", self._seek, limit=24, on_submit=self._jump_first)
        self._words: dict[str, str] = {}
        self._walk = WordWalk(services, (), {})
        self._tapped = False
        self.explained: Explained | None = None
        self._side = self._paper = self._head = pygame.Rect(0, 0, 0, 0)
        self._chosen_hit = 0

    @property
    def texts(self) -> TableTexts:
        """The texts of the variant in view."""
        return TableTexts(self.services.strings.language, self.variant)

    # ---- what is opened ---------------------------------------------------------------------------------------------

    def open(self, variant: str, topic: str | None = None) -> None:
        """Turn to a variant, and to a tab of its page."""
        self.variant, self.topic = variant, topic or self.topic
        self._search.text, self.sought, self.hits = "", "", []
        self._search.caret = 0
        self._turn()

    def _turn(self) -> None:
        """Begin the page at its top."""
        self._scroll = PageScroll(self.services)
        self.renew()

    def _open_topic(self, topic: str) -> None:
        self.topic = topic
        self._turn()

    def compare(self, variant: str) -> None:
        """Show the differences from another variant, which stays the one compared with."""
        self.services.preferences.change(compared_with=variant)
        self._turn()

    def _open_example(self, example: Example) -> None:
        from game.scenes.calculator import CalculatorScene

        self.services.scenes.push(CalculatorScene(self.services, self.variant, example.hand))

    def _practise(self) -> None:
        from game.scenes.practice import PracticeScene

        self.services.scenes.push(PracticeScene(self.services, self.variant))

    def _calculate(self) -> None:
        from game.scenes.calculator import CalculatorScene

        self.services.scenes.push(CalculatorScene(self.services, self.variant))

    # ---- search -----------------------------------------------------------------------------------------------------

    def _seek(self, text: str) -> None:
        self.sought, self._chosen_hit = text.strip(), 0
        self.hits = self._index.hits(self.sought, self.variant) if self.sought else []
        self._turn()

    def _jump_first(self, text: str) -> None:
        if self.hits:
            self.jump(self.hits[self._chosen_hit])

    def jump(self, hit: Hit) -> None:
        """Turn to the place of a hit; the words stay marked there."""
        sought = self.sought
        self.open(hit.variant, hit.topic)
        self.sought = sought
        self.form.focus(None)
        self._turn()
        row = next((row for row in self.rows if hit.text in getattr(row, "text", "") or _says(row, hit.text)), None)
        if row is not None:
            self._scroll.scroll_to(row.rect.y - self._scroll.rect.y - self.services.px(12))

    def _choose_hit(self, step: int) -> None:
        """Move the choice among the hits while one types."""
        rows = [row for row in self.rows if isinstance(row, HitRow)]
        if not rows:
            return
        self._chosen_hit = max(0, min(len(rows) - 1, self._chosen_hit + step))
        for index, row in enumerate(rows):
            row.chosen = index == self._chosen_hit
        chosen = rows[self._chosen_hit].rect
        view = self._scroll.rect
        self._scroll.scroll_to(self._scroll.offset + min(0, chosen.y - view.y) + max(0, chosen.bottom - view.bottom))
        self.invalidate()

    @property
    def listing(self) -> bool:
        """Whether the hits are shown in place of the page."""
        return bool(self._search.text.strip())

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """List, head, tabs and page; the focus stays at its place in the order."""
        if self._index.language != self.services.strings.language:
            self._index = SearchIndex(self.services.strings.language)
        units, content = self.services.units, content_rect(self.services)
        self._back.lay_out()
        width = max(units.px(SIDE_WIDTH), min(units.type_length(SIDE_WIDTH), content.width * 22 // 100))
        self._side = pygame.Rect(content.x, content.y, width, content.height)
        left = self._side.right + units.px(GAP)
        self._paper = pygame.Rect(left, content.y, content.right - left, content.height)
        variants = VariantList(self.services, self.variant, self.open)
        variants.rect = self._side.inflate(-2 * units.px(8), -2 * units.px(8))
        variants.show_chosen()
        self._words, self.explained = glossary(self.services.strings, self.variant), None
        tools = self._tools(content)
        fixed = [self._back, *tools, self._search, variants, *self._head_widgets()]
        body = self._body()
        if self.focus_place >= len(fixed):
            self.form.focus(None)
        self.renew_form([*fixed, self._scroll, *body])

    def _tools(self, content: pygame.Rect) -> list[Button]:
        """Practice and calculator beside the field for the search, at the right of the header."""
        services, tr, px = self.services, self.services.tr, self.services.px
        height = header_height(services, self._back.rect)
        width = max(px(SEARCH_WIDTH), min(services.units.type_length(SEARCH_WIDTH), content.width // 4))
        self._search.rect = pygame.Rect(0, 0, width, height)
        self._search.rect.midright = (content.right, self._back.rect.centery)
        self._search.placeholder = tr("Patterns, rules, places…")
        right = self._search.rect.x - px(10)
        tools = [
            Button(services, tr("Score calculator"), self._calculate, icon="plus"),
            Button(services, tr("Practice"), self._practise, icon="star"),
        ]
        title = services.fonts.width(tr("Rules"), services.steps.h1) + px(18 + 12)
        room = right - self._back.rect.right - title
        narrow = sum(tool.natural_size[0] for tool in tools) + px(10) > room
        for tool in tools:
            tool.rect = pygame.Rect(
                0, 0, min(tool.natural_size[0], room // 2) if narrow else tool.natural_size[0], height
            )
            tool.rect.midright = (right, self._back.rect.centery)
            right = tool.rect.x - px(10)
        return tools[::-1]

    def _head_widgets(self) -> list[Widget]:
        """The tabs, and the button that begins a table with these rules."""
        services, px = self.services, self.services.px
        inner = self._paper.inflate(-2 * px(PADDING), 0)
        head = max(px(HEAD), services.control_height(40) + px(18))
        self._head = pygame.Rect(inner.x, self._paper.y + px(12), inner.width, head)
        if self.listing:
            return []
        names = [(topic, topic_title(services.strings, self.variant, topic)) for topic in TOPICS]
        tabs = FittedTabs(services, names, self.topic, self._open_topic)
        tabs.rect = pygame.Rect(inner.x, self._head.bottom, inner.width, services.control_height(TABS))
        if self.on_play is None:
            return [tabs]
        on_play = self.on_play
        play = Button(services, services.tr("Start with these rules"), lambda: on_play(self.variant), kind="main")
        play.rect = pygame.Rect(
            0, 0, min(max(px(150), play.natural_size[0]), inner.width // 2), services.control_height(40)
        )
        play.rect.midright = self._head.midright
        return [play, tabs]

    def _body(self) -> list[Widget]:
        """The rows of the page, or of what was found, in the scroll view."""
        px = self.services.px
        inner = self._paper.inflate(-2 * px(PADDING), 0)
        top = self._head.bottom + (px(4) if self.listing else self.services.control_height(TABS) + px(10))
        body = pygame.Rect(inner.x, top, inner.width, self._paper.bottom - px(14) - top)
        widgets: list[Widget]
        self._walk = WordWalk(self.services, (), {})
        if self.listing:
            found = hit_rows(self.services, self.hits, self.sought, self.jump)
            self.rows, height = found, stack(found, body.x, body.y, body.width)
            widgets = list(found)
        else:
            rows = self._pages.rows(self.variant, self.topic, self.sought)
            self.rows, height = rows, stack(rows, body.x, body.y, body.width)
            self._walk = WordWalk(self.services, rows, self._words)
            widgets = [self._walk, *parts_of(rows)]
        view = pygame.Rect(body.x, body.y, body.width + px(PADDING - 10), body.height)
        self._scroll.lay_out(view, widgets, height + px(8))
        return widgets

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Reading keys scroll, letters with Ctrl+F search, Escape goes back a step at a time."""
        if event.type == pygame.KEYDOWN and self._search.focused and event.key in (pygame.K_UP, pygame.K_DOWN):
            self._choose_hit(1 if event.key == pygame.K_DOWN else -1)
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._point(event)
        if self.form.handle(event):
            if self._walk.focused and event.type == pygame.KEYDOWN:
                self._scroll.bring(self._walk.rect)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _point(self, event: pygame.Event) -> None:
        """Explain the word under the pointer; one that was tapped until something else is touched."""
        if event.type == pygame.MOUSEMOTION and self._tapped:
            return
        rows = [row for row in self.rows if not isinstance(row, HitRow)]
        inside = self._scroll.rect.collidepoint(event.pos)
        found = explained_at(rows, self._words, event.pos) if inside else None
        self._tapped = event.type == pygame.MOUSEBUTTONUP and found is not None and bool(event.dict.get("touch"))
        if found != self.explained:
            self.explained = found
            self.invalidate()

    def _key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self._escape()
        elif event.key == pygame.K_F1:
            self.close()
        elif event.key == pygame.K_SLASH or (event.key == pygame.K_f and event.mod & pygame.KMOD_CTRL):
            self.form.focus(self._search)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and not self.listing:
            topics = list(TOPICS)
            place = topics.index(self.topic) + (1 if event.key == pygame.K_RIGHT else -1)
            if 0 <= place < len(topics):
                self._open_topic(topics[place])
        elif event.key in READING_KEYS:
            return self._scroll.read_on(event.key)
        else:
            return False
        return True

    def _escape(self) -> None:
        """Empty the search, else take its marks away, else close."""
        if self._search.text:
            self.open(self.variant)
        elif self.sought:
            self.sought = ""
            self.renew()
        else:
            self.close()

    def update(self, seconds: float) -> float:
        """Read one page more while one searches; the caret; scrolling to what has the focus."""
        if self.sought and self.listing and not self._index.complete:
            self._index.grow()
            before = len(self.hits)
            self.hits = self._index.hits(self.sought, self.variant)
            if len(self.hits) != before or self._index.complete:
                self.renew()
            return MOVING
        return self.form.update(seconds)

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, header, list, sheet."""
        services = self.services
        first = next(widget for widget in self.form.widgets if isinstance(widget, Button) and widget is not self._back)
        self._back.draw_head(surface, services.tr("Rules"), "", first.rect.x)
        services.painter.box(surface, self._side, "ink")
        services.painter.box(surface, self._paper, "paper")
        self._draw_head(surface)
        self.form.draw(surface)
        self._draw_check(surface)
        self._walk.draw_lines(surface)
        told = self._walk.explained if self._walk.ring else self.explained
        if told is not None:
            place = told.place
            under = pygame.Rect(place.x, place.bottom - services.units.line(2), place.width, services.units.line(2))
            surface.fill(services.colours.brass_deep, under)
            draw_tip(services, surface, place, told.text)

    def _draw_check(self, surface: pygame.Surface) -> None:
        """That the examples are judged by the engine, at the right of the tabs where there is room."""
        tabs = next((widget for widget in self.form.widgets if isinstance(widget, FittedTabs)), None)
        if tabs is None or not any(isinstance(row, ExampleCard) for row in self.rows):
            return
        services, colours, style = self.services, self.services.colours, self.services.steps.note
        side, gap = services.units.type_length(17), services.px(7)
        written = services.fonts.render(services.tr("Judged by the engine"), style, colours.jade_text)
        place = written.get_rect(midright=(tabs.rect.right, tabs.rect.centery))
        if place.x - side - gap > tabs.part(len(TOPICS) - 1).right + services.px(8):
            check = services.images.icon("check", side, colours.jade_text)
            surface.blit(check, check.get_rect(midright=(place.x - gap, place.centery)))
            surface.blit(written, place)

    def _draw_head(self, surface: pygame.Surface) -> None:
        """Name and facts of the variant, or how much was found."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        title, facts = self._heading()
        right = self._head.right
        play = next((w for w in self.form.widgets if isinstance(w, Button) and w.kind == "main"), None)
        if play is not None:
            right = play.rect.x - px(16)
        room = pygame.Rect(self._head.x, self._head.y, right - self._head.x, self._head.height)
        written = services.fonts.write(surface, title, room, TITLE_STYLE, colours.ptext)
        rest = pygame.Rect(written.right + px(18), self._head.y + px(3), right - written.right - px(18), room.height)
        lines = (" · ".join(facts[:count]) for count in range(len(facts), 0, -1))
        fits = (line for line in lines if services.fonts.width(line, steps.small) <= rest.width)
        services.fonts.write(surface, next(fits, ""), rest, steps.note, colours.ptext2)

    def _heading(self) -> tuple[str, list[str]]:
        """The title, and what is told beside it, the most important first: the rest goes where room is short."""
        services = self.services
        if not self.listing:
            return self.texts.card, list(variant_facts(services.strings, self.variant))
        count = len(self.hits)
        title = services.strings.tr_plural("{count} place found", "{count} places found", count)
        return title, [services.tr("Enter opens the chosen one, Escape goes back")] if count else []


def _says(row: PageRow | HitRow, text: str) -> bool:
    """Whether a card says this."""
    said = getattr(row, "said", None)
    return said is not None and text in said.text
