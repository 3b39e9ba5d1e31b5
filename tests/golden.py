"""Makes the golden logs anew: `python -m tests.golden`. Only on purpose: they show what the engine does today."""

from __future__ import annotations

import json
from pathlib import Path

from rules.bots import LEVELS, seeded_chooser
from rules.log import encode
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import play_hand
from rules.variants import all_variants

LOGS = Path(__file__).parent / "logs"
SEEDS = (b"golden-1", b"golden-2", b"golden-3")


def main() -> None:
    """Three hands of sensible bots for every variant."""
    for key, variant in all_variants().items():
        folder = LOGS / key
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(SEEDS, 1):
            match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, 1), seed), variant)
            chance = seeded_chooser(seed, number)
            hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, chance)
            lines = [json.dumps(encode(event), ensure_ascii=False) for event in hand.log]
            (folder / f"bots-{number}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
