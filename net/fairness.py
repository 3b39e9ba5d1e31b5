"""A client's part of the fair deal: its share of each, and whether every hand was dealt as promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from net.fairdeal import commitment
from net.folds import View
from net.keepsake import keepsake
from net.proof import Promise, ProofError, check
from rules.ruleset import Variant


class Fair(StrEnum):
    """The padlock: proved, or no proof is possible (came too late, or the seed was chosen), or broken."""

    PROVED = "proved"
    UNKNOWN = "unknown"
    BROKEN = "broken"


class Fairness:
    """The promises of all hands and what became of them."""

    def __init__(self, secret: bytes) -> None:
        self.table = ""
        self.verdicts: dict[int, Fair] = {}
        self.why = ""
        """Why the last broken hand is broken."""
        self.keepsakes: dict[int, bytes] = {}
        """Files to keep, by hand, until whoever has a disk takes them (`net.keepsake`)."""
        self._secret = secret
        self._promises: dict[int, Promise] = {}
        self._last: tuple[Promise, dict[str, Any], View] | None = None

    @property
    def latest(self) -> Fair:
        """The padlock on the screen: broken once is broken for good."""
        if Fair.BROKEN in self.verdicts.values():
            return Fair.BROKEN
        return self.verdicts[max(self.verdicts)] if self.verdicts else Fair.UNKNOWN

    def share(self, hand: int) -> bytes:
        """One's own share: the same whenever this hand is shuffled, so that nobody can try again for a better one."""
        return sha256(b"sifang share" + self._secret + self.table.encode() + hand.to_bytes(4, "big")).digest()

    def promised(self, hand: int, digest: bytes, player: int) -> bytes:
        """The host commits; one's own commitment."""
        before = self._promises.get(hand)
        if before is not None and before.digest != digest:
            self._broken(hand, "the host committed to two shares")
        elif before is None or before.player < 0:
            self._promises[hand] = Promise(self.table, hand, digest, player=player)
        return commitment(self.table, hand, self.share(hand))

    def committed(self, hand: int, digests: Sequence[bytes]) -> bytes:
        """All have committed; one's own share, or b'' when one's commitment is not among them."""
        promise = self._promises.get(hand)
        if promise is None or promise.player < 0:
            if promise is not None:
                self._promises[hand] = replace(promise, digests=tuple(digests))
            return b""
        if promise.share and promise.digests != tuple(digests):
            self._broken(hand, "the hand was shuffled again")
            return b""
        share = self.share(hand)
        if digests[promise.player] != commitment(self.table, hand, share):
            return b""
        self._promises[hand] = replace(promise, digests=tuple(digests), share=share)
        return share

    def proved(self, proof: dict[str, Any], variant: Variant, views: Sequence[View]) -> None:
        """The hand is over: check it."""
        hand = proof["hand"]
        promise = self._promises.get(hand)
        if self.verdicts.get(hand) in (Fair.PROVED, Fair.BROKEN):
            return
        self.verdicts[hand] = Fair.UNKNOWN
        if promise is None or not promise.digests:
            return
        for view in views:
            if view.hand == hand:
                try:
                    check(promise, proof, variant, view.log, view.seat)
                    self.verdicts[hand] = self._counted(promise, proof)
                except ProofError as error:
                    self._broken(hand, str(error))
                self._last = promise, proof, view
                self.keep_again([view])
                if self.verdicts[hand] is Fair.BROKEN:
                    return

    def keep_again(self, views: Sequence[View]) -> None:
        """Keep the hand that is over, if it is one of these: with what was said since."""
        if self._last is not None and self._last[2] in views:
            promise, proof, view = self._last
            self.keepsakes[view.hand] = keepsake(promise, proof, view, self.verdicts[view.hand])

    def _counted(self, promise: Promise, proof: dict[str, Any]) -> Fair:
        """A player's own share makes a deal fair for him; one that came too late (or was left out) does not."""
        if promise.player >= 0 and proof["shares"][promise.player] != promise.share:
            self.why = "one's own share came too late"
            return Fair.UNKNOWN
        return Fair.PROVED

    def _broken(self, hand: int, why: str) -> None:
        self.verdicts[hand] = Fair.BROKEN
        self.why = why
