"""The benchmark suite of `main.py bench`: our figures beside those of peers measured in the same run.

Only ratios of one run mean anything, so every goal is a ratio. Peers are imported when they are installed.
"""
