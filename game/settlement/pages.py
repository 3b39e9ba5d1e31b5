"""The pages of a settlement: one for each win, one for all payments when there is more than one win's, the hands."""

from __future__ import annotations

from rules.events import Won
from rules.score import Transfer, net
from rules.state import RoundState
from rules.values import value

WIN_REASONS = frozenset({"win", "liability", "kong_transfer"})


@value
class Page:
    """One page: a win with its payments, or (win None) every payment of the hand; `hands`: with the four hands open."""

    win: Won | None
    transfers: tuple[Transfer, ...]
    hands: bool = False

    @property
    def sums(self) -> list[int]:
        """What each seat gains on this page; they sum to zero."""
        return net(self.transfers)


def pages_of(state: RoundState) -> tuple[Page, ...]:
    """The pages of a finished hand: the wins in their order, all payments, the four hands.

    A hand whose only payments are those of its only win needs no page of all. Without a win in a hand played to its
    end, the hands come first and the payments, if there are any, last.
    """
    everything = tuple(transfer for batch in state.ledger for transfer in batch)
    hands = [Page(None, everything, hands=True)] if any(owner.shown for owner in state.seats) else []
    wins = [Page(win, tuple(t for t in everything if _belongs(t, win))) for win in state.wins]
    if len(wins) == 1 and wins[0].transfers == everything:
        return (*wins, *hands)
    payments = Page(None, everything)
    if wins or not state.drawn_out:
        return (*wins, payments, *hands)
    return (*hands, payments) if everything or not hands else tuple(hands)


def _belongs(transfer: Transfer, win: Won) -> bool:
    """Whether a payment is for this win; a circumstance that is a win by itself gives its payments its own name."""
    return transfer.payee == win.seat and (transfer.reason in WIN_REASONS or transfer.reason in win.facts)
