"""The commands of the command line (guides/cli.md), one module each with `run(arguments) -> exit status`.

They read files and arguments and print; what they do is done by `rules`, `net` and the scenes.
"""
