"""Policies that several variants share: who wins a claim, how a hand ends, who deals next, kong money."""
