"""The screens, one file each. A scene lays itself out in `resize` and changes nothing in `draw`."""
