"""The pages of a settlement: one for each win, and one for all payments when there is more than one win's."""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import Won
from rules.score import Transfer, net
from rules.state import RoundState

WIN_REASONS = frozenset({"win", "liability", "kong_transfer"})


@dataclass(slots=True, frozen=True)
class Page:
    """One page: a win with its payments, or (win None) every payment of the hand."""

    win: Won | None
    transfers: tuple[Transfer, ...]

    @property
    def sums(self) -> list[int]:
        """What each seat gains on this page; they sum to zero."""
        return net(self.transfers)


def pages_of(state: RoundState) -> tuple[Page, ...]:
    """The pages of a finished hand: the wins in their order, all payments last.

    A hand whose only payments are those of its only win has that one page; a hand without a win has the page of all.
    """
    everything = tuple(transfer for batch in state.ledger for transfer in batch)
    wins = [Page(win, tuple(t for t in everything if _belongs(t, win))) for win in state.wins]
    if len(wins) == 1 and wins[0].transfers == everything:
        return tuple(wins)
    return (*wins, Page(None, everything))


def _belongs(transfer: Transfer, win: Won) -> bool:
    """Whether a payment is for this win; a circumstance that is a win by itself gives its payments its own name."""
    return transfer.payee == win.seat and (transfer.reason in WIN_REASONS or transfer.reason in win.facts)
