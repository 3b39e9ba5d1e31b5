"""The open prompt on the screen: its cards, the tiles that may go, and the one answer that is sent.

Every prompt gets one answer; the cards freeze at once. What comes too late is dropped with a notice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.items import ItemUses, item_uses
from game.playback import OpenPrompt
from game.prompts import PromptModel, prompt_model
from game.refusals import refusal_words
from game.table.promptbox import PromptBox, WinFace
from net.link import Link
from rules.events import AskKind
from rules.hints import forbidden_discards, wins_at_stake
from rules.tiles import Tile
from rules.whynot import refused_win

if TYPE_CHECKING:
    from game.table.view import ScreenView


class PromptDesk:
    """Follows the playback's prompt. `box` holds the cards; None when there is nothing but discards, or no prompt."""

    def __init__(self, view: Callable[[], ScreenView], link: Link) -> None:
        self.box: PromptBox | None = None
        self._view = view
        self._link = link
        self._reasons: dict[Tile, str] = {}
        self._win = WinFace()
        self._open: OpenPrompt | None = None
        self._opened_after = 0
        self._reminded = False
        self._model: PromptModel | None = None

    @property
    def waiting(self) -> bool:
        """Whether a prompt waits for an answer."""
        return self._open is not None and self._open.answer is None

    @property
    def legal(self) -> frozenset[Tile] | None:
        """The tiles that may be discarded; None when no discard is asked for."""
        if self._model is None or not self.waiting or not self._model.discards:
            return None
        return frozenset(self._model.discards)

    @property
    def items(self) -> ItemUses:
        """The items that may be used now."""
        return item_uses(self._open.prompt.ask) if self._open is not None and self.waiting else {}

    @property
    def used(self) -> tuple[Tile, ...]:
        """The tiles that the card pointed at would take from the hand."""
        return self.box.used_tiles() if self.box is not None and self.waiting else ()

    def sync(self) -> None:
        """Show the prompt that is open now; sound and task bar tell of a new one."""
        view = self._view()
        prompt = view.playback.prompt
        if prompt is self._open:
            return
        self._open, self._model, self.box = prompt, None, None
        self._reasons, self._win, self._reminded = {}, WinFace(), False
        self._opened_after = view.services.pictures
        if prompt is not None:
            offered = view.shown.offered
            ask = prompt.prompt.ask
            self._model = prompt_model(ask, None if offered is None else offered.tile)
            self._ask_hints(view)
            view.services.audio.play("turn.mine" if ask.kind is AskKind.TURN else "can.call")
        self.build()

    def remind(self) -> None:
        """Sound a claim once more when half of its time is over."""
        opened, services = self._open, self._view().services
        if opened is None or self._reminded or opened.prompt.limit is None or not self.waiting:
            return
        left = opened.left(services.clock())
        if opened.prompt.ask.kind is AskKind.CLAIM and left is not None and left <= opened.prompt.limit / 2:
            self._reminded = True
            services.audio.play("can.call")

    def build(self) -> None:
        """Make the cards for the layout as it is."""
        view = self._view()
        self.box = None
        if self._open is not None and self._model is not None and (self._model.all_cards or self._win.blocked):
            self.box = PromptBox(view, self._open, self._model, self._win)
            self.box.build(self.answer)
            if not self.waiting:
                self.box.freeze()
        view.services.invalidate()

    def _ask_hints(self, view: ScreenView) -> None:
        """Why tiles may not go, what a win is worth, or which rule forbids it."""
        if self._open is None or self._model is None:
            return
        ask, rules = self._open.prompt.ask, view.table.rules
        if ask.kind is AskKind.TURN:
            self._reasons = forbidden_discards(view.shown, rules, ask)
        if self._model.win is not None and rules.calls.unchecked_wins:
            self._win = WinFace({self._model.win.index: (view.services.tr("You judge"),)})
        elif wins := wins_at_stake(view.shown, rules, ask):
            worth = {ask.options.index(option): breakdown for option, breakdown in wins.items()}
            self._win = WinFace({index: view.words.best_pattern(breakdown) for index, breakdown in worth.items()})
        elif ask.kind is not AskKind.CHOICE:
            refusal = refused_win(view.shown, rules, ask.seat)
            self._win = WinFace(blocked="" if refusal is None else refusal_words(view.words, refusal))

    def why_not(self, tile: Tile) -> str:
        """Why a tile may not be discarded, in the variant's words; empty when it may, or nobody knows."""
        reason = self._reasons.get(tile)
        return "" if reason is None else self._view().words.texts.find("gate", reason) or ""

    @property
    def _unseen(self) -> bool:
        """Whether no picture of the frame has shown the prompt yet."""
        pictures = self._view().services.pictures
        return pictures > 0 and pictures == self._opened_after

    def answer(self, index: int) -> bool:
        """Send the answer; False when it came too late, or one was sent already.

        False, too, for what came before the prompt was drawn: a press that was on its way meant something else.
        """
        view, prompt = self._view(), self._open
        if prompt is None or prompt.answer is not None or self._unseen:
            return False
        if not self._link.answer(prompt.prompt.seat, prompt.prompt.id, index, view.services.clock()):
            view.services.say(view.services.tr("Too late"))
            view.playback.withdraw()
            self.sync()
            return False
        view.playback.answered(index)
        if self.box is not None:
            self.box.freeze()
        view.services.invalidate()
        return True

    def discard(self, tile: Tile) -> bool:
        """Answer with a discard if the ask allows it; otherwise say that it does not."""
        view, model = self._view(), self._model
        if model is None or not self.waiting:
            return False
        if tile not in model.discards:
            name = view.words.tile(tile)
            view.services.say(self.why_not(tile) or view.services.tr("{tile} may not be discarded now", tile=name))
            return False
        return self.answer(model.discards[tile])

    def press(self, action: str, number: int = 0) -> bool:
        """Answer with the card of an action; of several, the one with this number (from 1)."""
        if self.box is None or not self.waiting:
            return False
        cards = [card for card in self.box.cards if card.model.action == action]
        chosen = cards if len(cards) == 1 and not number else [card for card in cards if card.model.number == number]
        if not chosen:
            return False
        if chosen[0].reason:
            self._view().services.say(chosen[0].reason)
        chosen[0].activate()
        return True

    def several(self, action: str) -> bool:
        """Whether there are several cards of an action, so that a number must say which."""
        return self.box is not None and sum(card.model.action == action for card in self.box.cards) > 1
