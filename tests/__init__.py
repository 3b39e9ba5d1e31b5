"""The checks of Sifang: `python -m tests`. Nothing imports this package."""
