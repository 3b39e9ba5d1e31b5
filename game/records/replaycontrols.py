"""The controls of a replay: icons at the top right, hands, eyes and speed above the control block, the time bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.layout import CORNER, MARGIN
from game.places import Position
from game.records.tape import Landmark, LandmarkKind
from game.records.timebar import TimeBar
from game.records.transport import ALL_OPEN, SPEEDS
from game.riverplaces import FIRST_ROW
from game.strings import number
from game.table.smallbutton import IconButton
from game.widgets.button import Button
from game.widgets.dropdown import Dropdown
from game.widgets.form import Form
from game.widgets.listbox import Row
from game.widgets.tip import draw_tip
from rules import events as e

if TYPE_CHECKING:
    from game.scenes.replay import ReplayScene
    from game.services import Services

STRIP, STEP_BUTTON, GAP, ROW, PAD = 36, 34, 6, 34, 8
LEAST, LEAST_STRIP = 30, 24


class TipButton(IconButton):
    """An icon that tells what it does, and by which key, when it is pointed at or has the focus."""

    def __init__(self, services: Services, icon: str, on_press: Callable[[], object]) -> None:
        super().__init__(services, "", on_press, icon=icon)
        self.tip = ""

    @property
    def content(self) -> str:
        """What it does, and by which key."""
        return self.tip


class InkDropdown(Dropdown[int]):
    """A choice among many on the table. `brief`: what the button says, when that is shorter than the chosen row."""

    brief = ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw button, text and arrow."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, self.rect, "button_ink", self.shade)
        side = min(services.units.type_length(14), self.rect.height // 2)
        arrow = services.images.icon("down", side, colours.text2)
        place = arrow.get_rect(midright=(self.rect.right - px(7), self.rect.centery))
        text = self.brief or self.content
        room = pygame.Rect(self.rect.x + px(8), self.rect.y, place.x - self.rect.x - px(10), self.rect.height)
        style = services.fonts.fit(text, services.steps.note, room.width)
        if services.fonts.width(text, style) > room.width:  # no room for both
            room.width = self.rect.right - px(4) - room.x
        else:
            surface.blit(arrow, place)
        services.fonts.write(surface, text, room, style, colours.text)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 10)


class ReplayControls:
    """Builds them for a layout and keeps what they say in line with the replay."""

    def __init__(self, scene: ReplayScene) -> None:
        self._scene = scene
        services, transport = scene.services, scene.transport
        self.bar = TimeBar(services, transport.go, self._sign)
        actions = (("list", scene.toggle_log), ("sheet", scene.open_sheet), ("back", scene.close))
        self._icons = [TipButton(services, icon, action) for icon, action in actions]
        self.sheet = self._icons[1]
        steps: list[tuple[str, Callable[[], object]]] = [
            ("skip_back", lambda: scene.to_landmark(-1)),
            ("step_back", lambda: scene.to_decision(-1)),
            ("step", lambda: scene.to_decision(1)),
            ("skip", lambda: scene.to_landmark(1)),
        ]
        self._steps = [TipButton(services, icon, action) for icon, action in steps]
        self._back = TipButton(services, "back", lambda: scene.step(-1))
        self._on = TipButton(services, "next", lambda: scene.step(1))
        self.play = Button(services, "", scene.toggle_play, kind="main", key="space")
        self._before = TipButton(services, "back", lambda: scene.to_hand(-1))
        self._after = TipButton(services, "next", lambda: scene.to_hand(1))
        self.hands = InkDropdown(services, (), 0, lambda hand: transport.open_hand(hand))
        self.eyes = InkDropdown(services, (), 0, transport.look)
        self.speed = InkDropdown(services, (), 1, self._choose_speed)
        left, right = self._steps[:2], self._steps[2:]
        panel = [self._before, self.hands, self._after, self.eyes, self.speed]
        self.form = Form(services, [*self._icons, *panel, *left, self.bar, *right, self._back, self._on, self.play])
        self.panel = self.strip = pygame.Rect(0, 0, 0, 0)

    def _choose_speed(self, speed: int) -> None:
        self._scene.transport.speed = SPEEDS[speed]
        self.refresh()

    def _sign(self, landmark: Landmark) -> str:
        """A character for each mark; the first letter where words are longer."""
        strings = self._scene.services.strings
        if landmark.kind is LandmarkKind.DRAWN:
            return strings.tr_context("time bar", "D")
        word = self._scene.view.words.call(landmark.call)
        return word[:1]

    # ---- places -----------------------------------------------------------------------------------------------------

    def place(self) -> None:
        """Put them where the layout wants them, in the current language."""
        layout = self._scene.view.layout
        for button, rect in zip(self._icons, layout.icon_buttons(len(self._icons)), strict=True):
            button.rect = rect
        self._back.rect, self._on.rect, self.play.rect = layout.controls()
        self._place_panel()
        self._place_strip()
        self._name()
        self.refresh()

    def _height(self, length: float) -> int:
        """What is drawn of a control: a finger gets the rest by its reach."""
        layout = self._scene.view.layout
        return max(layout.px(length), LEAST, min(layout.target, 44))

    def _place_panel(self) -> None:
        """Hands, eyes and speed, above the control block."""
        layout = self._scene.view.layout
        px, row = layout.px, self._height(ROW)
        width, pad = px(CORNER), px(PAD)
        height = 3 * row + 2 * px(GAP) + 2 * pad
        bottom = layout.controls()[0].top - px(10)
        self.panel = pygame.Rect(px(layout.vw - MARGIN) - width, bottom - height, width, height)
        inner = self.panel.inflate(-2 * pad, -2 * pad)
        lines = [pygame.Rect(inner.x, inner.y + line * (row + px(GAP)), inner.width, row) for line in range(3)]
        side, first = min(row, px(30)), lines[0]
        for button in (self._before, self._after):  # a finger has no room for all three: it opens the list
            button.visible = not layout.target
        self._before.rect = pygame.Rect(first.x, first.y, side, row)
        self._after.rect = pygame.Rect(first.right - side, first.y, side, row)
        left = self._before.rect.right + px(4)
        self.hands.rect = pygame.Rect(left, first.y, self._after.rect.x - px(4) - left, row)
        if layout.target:
            self.hands.rect = first
        self.eyes.rect, self.speed.rect = lines[1], lines[2]

    def _place_strip(self) -> None:
        """The time bar in the gate of the court, between the discards and the hand."""
        layout = self._scene.view.layout
        px, court, bottom = layout.px, layout.court, layout.hand_top - layout.px(3)
        free = bottom - layout.river(Position.OWN, FIRST_ROW).rect.bottom  # below the second row of discards
        height = max(min(px(STRIP), free), LEAST_STRIP, min(layout.target, 44))
        self.strip = pygame.Rect(court.x + px(6), bottom - height, court.width - 2 * px(6), height)
        width = max(px(STEP_BUTTON), min(layout.target, 44))
        inner = self.strip.inflate(-2 * px(4), -2 * px(2)) if not layout.target else self.strip
        for index, button in enumerate(self._steps[:2]):
            button.rect = pygame.Rect(inner.x + index * (width + px(4)), inner.y, width, inner.height)
        for index, button in enumerate(reversed(self._steps[2:])):
            button.rect = pygame.Rect(inner.right - width - index * (width + px(4)), inner.y, width, inner.height)
        left, right = self._steps[1].rect.right + px(4), self._steps[2].rect.x - px(4)
        self.bar.rect = pygame.Rect(left, self.strip.y, right - left, self.strip.height)

    # ---- words ------------------------------------------------------------------------------------------------------

    def _name(self) -> None:
        """Texts that depend on the language alone."""
        scene, tr = self._scene, self._scene.services.tr
        recorded, table = scene.transport.recorded, scene.transport.recorded.table
        tips = (
            (self._icons[0], tr("Log"), "L"), (self._icons[1], tr("Settlement of this hand"), "S"),
            (self._icons[2], tr("Leave the replay"), "Esc"),
            (self._steps[0], tr("Previous call, kong or win"), "PgUp"),
            (self._steps[1], tr("Previous choice of the seat below"), "Shift ←"),
            (self._steps[2], tr("Next choice of the seat below"), "Shift →"),
            (self._steps[3], tr("Next call, kong or win"), "PgDn"),
            (self._back, tr("One step back"), "←"), (self._on, tr("One step on"), "→"),
            (self._before, tr("Previous hand"), "↑"), (self._after, tr("Next hand"), "↓"),
        )  # fmt: skip
        for button, text, key in tips:
            button.tip = f"{text} ({key})"
        self.hands.rows = [
            Row(index, tr("Hand {number}", number=hand.number), _outcome(scene, index))
            for index, hand in enumerate(recorded.hands)
        ]
        people = [Row(player, table.names[player]) for player in range(len(table.names))]
        whole = tr("One seat alone") if recorded.partial else tr("All open")
        self.eyes.rows = [Row(ALL_OPEN, whole), *people]
        self.speed.rows = [Row(place, f"{number(speed).removesuffix('.0')}×") for place, speed in enumerate(SPEEDS)]

    def refresh(self) -> None:
        """What can be done now, and what the buttons say."""
        scene, transport, tr = self._scene, self._scene.transport, self._scene.services.tr
        self.bar.show(transport.stop)
        self.play.text = tr("Pause") if transport.playing else tr("Play")
        self.play.icon = "pause" if transport.playing else "play"
        self.play.shortcut = "space"
        if self.play.natural_size[0] > self.play.rect.width + scene.services.px(16):
            self.play.shortcut = ""
        self.hands.value, self.eyes.value = transport.number, transport.looks
        self.hands.brief = f"{transport.hand.number} / {transport.recorded.hands[-1].number}"
        self.speed.value = SPEEDS.index(transport.speed)
        self.eyes.enabled = not transport.recorded.partial
        self.eyes.reason = tr("This record knows only what one seat was told")
        self._enable(self._back, transport.stop > 0, tr("This is the beginning of the hand"))
        self._enable(self._on, transport.stop < transport.tape.end, tr("This is the end of the hand"))
        self._enable(self._before, transport.number > 0, tr("This is the first hand"))
        last = len(transport.recorded.hands) - 1
        self._enable(self._after, transport.number < last, tr("This is the last hand"))
        self._enable(self.sheet, transport.hand.over, tr("The hand was not played to its end"))
        for button, found in zip(self._steps, self._targets(), strict=True):
            self._enable(button, found is not None, tr("There is none"))
        scene.invalidate()

    def _targets(self) -> tuple[int | None, ...]:
        transport = self._scene.transport
        return transport.landmark(-1), transport.decision(-1), transport.decision(1), transport.landmark(1)

    @staticmethod
    def _enable(button: Button, enabled: bool, reason: str) -> None:
        button.enabled, button.reason = enabled, "" if enabled else reason

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Panels, controls, and what the pointer asks about."""
        painter = self._scene.services.painter
        painter.box(surface, self.panel, "ink")
        painter.box(surface, self.strip, "ink")
        self.form.draw(surface)

    def draw_tips(self, surface: pygame.Surface) -> None:
        """What a button does, or what happened where the pointer is on the time bar."""
        services, bar = self._scene.services, self.bar
        told = next(
            (w for w in self.form.widgets if isinstance(w, TipButton) and w.enabled and (w.hovered or w.ring)), None
        )
        if told is not None:
            draw_tip(services, surface, told.rect, told.tip)
        elif bar.pointed is not None and (bar.hovered or bar.pressed):
            x, y = bar.place_of(bar.pointed)
            draw_tip(services, surface, pygame.Rect(x, bar.rect.y, 1, bar.rect.height), self._scene.told(bar.pointed))


def _outcome(scene: ReplayScene, index: int) -> str:
    """How a hand ended: the winners, a drawn hand, or that it did not end."""
    hand, tr = scene.transport.recorded.hands[index], scene.services.tr
    names = scene.transport.recorded.table.names
    winners = [names[hand.players[event.seat]] for event in hand.events if isinstance(event, e.Won)]
    if not hand.over:
        return tr("not finished")
    return tr("Win: {names}", names=tr(", ").join(winners)) if winners else tr("Nobody won")
