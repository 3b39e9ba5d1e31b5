"""What a client keeps of a hand: what it was promised, told and shown, so that it can check the deal again any time.

Plain values in one MessagePack file a hand: `promise` (before the hand), `proof` (after it), `seat` and `told` (every
event in between, as `rules.log` writes it), `said` (the chat, `net.remarks`), `taken_back` (discards that do not count,
as `net.folds.View` has them) and the `verdict` of that day.
Source: guides/reliability.md 4.15.
"""

from __future__ import annotations

from typing import Any

import msgpack

from net.folds import View
from net.proof import Promise, ProofError, check
from rules.errors import RulesError
from rules.events import RoundStarted
from rules.log import decode_all, encode
from rules.variants import variant

SUFFIX = ".proof"
FORMAT = 1


def keepsake(promise: Promise, proof: dict[str, Any], view: View, verdict: str) -> bytes:
    """The file of a hand."""
    data: bytes = msgpack.packb(
        {
            "sifang proof": FORMAT, "table": promise.table, "hand": promise.hand, "digest": promise.digest,
            "digests": promise.digests, "player": promise.player, "own": promise.share, "proof": proof,
            "seat": view.seat, "told": [encode(event) for event in view.log], "verdict": verdict,
            "said": [remark.plain() for remark in view.remarks],
            "taken_back": [list(one) for one in view.taken_back],
        }
    )  # fmt: skip
    return data


def check_again(data: bytes) -> int:
    """Check the hand of such a file; its number. Raises ProofError when it does not hold, or is no such file."""
    try:
        kept = msgpack.unpackb(data)
        told, proof = decode_all(kept["told"]), kept["proof"]
        promise = Promise(
            kept["table"], kept["hand"], kept["digest"], tuple(kept["digests"]), kept["player"], kept["own"]
        )
        start = told[0]
        if not isinstance(start, RoundStarted) or (start.number, proof["hand"]) != (promise.hand, promise.hand):
            raise ProofError("the file does not begin with its hand")
        if promise.share and proof["shares"][promise.player] != promise.share:
            raise ProofError("one's own share is not among the shares")
        check(promise, proof, variant(start.variant), told, kept["seat"])
    except ProofError:
        raise
    except (
        RulesError,
        msgpack.exceptions.UnpackException,
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
    ) as error:
        raise ProofError(f"no proof of a hand: {error}") from error
    return promise.hand
