"""A touch screen and a gamepad inside the program: native events in SDL's own queue, as SDL makes them of real ones.

Of the first finger SDL makes a mouse, too (`SDL_TOUCH_MOUSEID`, kept inside the window), and tells that first; when
that finger goes up, no other takes its place until the next comes down. Source: SDL 2.32, src/events/SDL_touch.c.
"""

from __future__ import annotations

import ctypes
import struct
from pathlib import Path
from typing import Any

MOUSE_MOTION, MOUSE_DOWN, MOUSE_UP = 0x400, 0x401, 0x402
PAD_AXIS, PAD_DOWN, PAD_UP = 0x650, 0x651, 0x652
FINGER_DOWN, FINGER_UP, FINGER_MOTION = 0x700, 0x701, 0x702
TOUCH_MOUSE = 0xFFFFFFFF
DEVICE, WINDOWS = 7, 64
EVENT_BYTES = 64

Place = tuple[float, float]


class Glass:
    """Give it fingers by number and place in shares of the window. It may be called from any thread."""

    def __init__(self) -> None:
        self._sdl = _loaded_sdl()
        self._sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
        self._fingers: dict[int, Place] = {}
        self._mouse: int | None = None
        self._at = (0, 0)

    def down(self, finger: int, place: Place) -> None:
        """A finger comes down; one that was down already goes up first."""
        if finger in self._fingers:
            self.up(finger)
        if self._mouse is None:
            self._mouse = finger
            self._move_mouse(place)
            self._button(MOUSE_DOWN)
        self._fingers[finger] = place
        self._finger(FINGER_DOWN, finger, place, (0.0, 0.0))

    def move(self, finger: int, place: Place) -> None:
        """A finger moves, maybe out of the window."""
        if finger not in self._fingers:
            return
        if finger == self._mouse:
            self._move_mouse(place)
        before, self._fingers[finger] = self._fingers[finger], place
        self._finger(FINGER_MOTION, finger, place, (place[0] - before[0], place[1] - before[1]))

    def up(self, finger: int) -> None:
        """A finger goes up where it is."""
        if finger not in self._fingers:
            return
        if finger == self._mouse:
            self._button(MOUSE_UP)
            self._mouse = None
        self._finger(FINGER_UP, finger, self._fingers.pop(finger), (0.0, 0.0))

    def pad_button(self, down: bool, button: int) -> None:
        """A button of a gamepad."""
        self._push("<IIiBBxx", PAD_DOWN if down else PAD_UP, 0, 0, button, down)

    def pad_axis(self, axis: int, value: int) -> None:
        """A stick of a gamepad."""
        self._push("<IIiBxxxhxx", PAD_AXIS, 0, 0, axis, value)

    # ---- SDL --------------------------------------------------------------------------------------------------------

    def _window(self) -> tuple[int, int, int]:
        """Number, width and height of the window, which is the only one."""
        width, height = ctypes.c_int(), ctypes.c_int()
        for number in range(1, WINDOWS):
            window = self._sdl.SDL_GetWindowFromID(number)
            if window:
                self._sdl.SDL_GetWindowSize(ctypes.c_void_p(window), ctypes.byref(width), ctypes.byref(height))
                return number, width.value, height.value
        raise RuntimeError("there is no window to touch")

    def _move_mouse(self, place: Place) -> None:
        number, width, height = self._window()
        to = max(0, min(width - 1, int(place[0] * width))), max(0, min(height - 1, int(place[1] * height)))
        moved, self._at = (to[0] - self._at[0], to[1] - self._at[1]), to
        if moved != (0, 0):
            held = 1 if self._fingers else 0
            self._push("<IIIIIiiii", MOUSE_MOTION, 0, number, TOUCH_MOUSE, held, *to, *moved)

    def _button(self, kind: int) -> None:
        number, _, _ = self._window()
        self._push("<IIIIBBBxii", kind, 0, number, TOUCH_MOUSE, 1, kind == MOUSE_DOWN, 1, *self._at)

    def _finger(self, kind: int, finger: int, place: Place, moved: Place) -> None:
        number, _, _ = self._window()
        self._push("<IIqqfffffI", kind, 0, DEVICE, finger, *place, *moved, 1.0, number)

    def _push(self, layout: str, *values: Any) -> None:
        packed = struct.pack(layout, *values)
        self._sdl.SDL_PushEvent(ctypes.create_string_buffer(packed, EVENT_BYTES))


def _loaded_sdl() -> ctypes.CDLL:
    """The SDL that pygame has loaded."""
    names = {
        line.split()[-1] for line in Path("/proc/self/maps").read_text("utf-8").splitlines() if "libSDL2-2" in line
    }
    (name,) = names
    return ctypes.CDLL(name)
