"""The only owner of the operating system's window, or of a plain surface that stands in for it.

All sizes and positions handed out are device pixels of the drawable surface; on scaled displays the mouse, which the
system reports in points, is converted here.
"""

from __future__ import annotations

import io
import os
from typing import Protocol

import pygame

from game.iconart import seal_svg

TITLE = "四方城 Sifang"
WINDOW_CLASS = "sifang"
SMALLEST = (1024, 600)
ICON = 64
TITLE_BAR = 40  # points; a window that has no room for it as well is maximized


class Canvas(Protocol):
    """What scenes draw on."""

    @property
    def surface(self) -> pygame.Surface:
        """Where to draw; may be another one after a resize."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in device pixels."""

    def show(self) -> None:
        """Show what was drawn."""

    def converted(self, event: pygame.Event) -> pygame.Event:
        """The event with mouse positions in device pixels."""

    def text_input(self, rect: pygame.Rect | None) -> None:
        """Let an input method write at `rect`; None ends that, so that letters are keys again."""

    def toggle_fullscreen(self) -> bool:
        """Go to full screen or back; returns whether it is full screen now."""

    def flash(self) -> None:
        """Call for attention in the task bar, if the window is not in front."""


def prepare_environment(acceleration: bool = False) -> None:
    """What SDL reads when its video starts: call before `pygame.display.init`. The player's own settings win."""
    os.environ["SDL_VIDEO_X11_WMCLASS"] = WINDOW_CLASS  # pygame's import has already put the script's name there
    defaults = {"SDL_WINDOWS_DPI_AWARENESS": "permonitorv2", "SDL_IME_SHOW_UI": "1"}
    if not acceleration:
        defaults["SDL_FRAMEBUFFER_ACCELERATION"] = "0"  # a texture upload of the whole window costs more than a blit
    for name, value in defaults.items():
        os.environ.setdefault(name, value)


class Offscreen:
    """A surface of any size without a window: pictures and tests."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._surface = pygame.Surface(size)
        self.input_rect: pygame.Rect | None = None

    @property
    def surface(self) -> pygame.Surface:
        """The surface."""
        return self._surface

    @property
    def size(self) -> tuple[int, int]:
        """Its size."""
        return self._surface.get_size()

    def show(self) -> None:
        """Nothing: whoever made it looks at the surface."""

    def converted(self, event: pygame.Event) -> pygame.Event:
        """The event itself."""
        return event

    def text_input(self, rect: pygame.Rect | None) -> None:
        """Remember where an input method would write."""
        self.input_rect = rect

    def toggle_fullscreen(self) -> bool:
        """There is no screen to fill."""
        return False

    def flash(self) -> None:
        """There is no task bar."""


def _fits(size: tuple[int, int]) -> bool:
    """Whether a screen has room for a window of this size and its title bar."""
    return any(size[0] <= wide and size[1] + TITLE_BAR <= high for wide, high in pygame.display.get_desktop_sizes())


class Window:
    """The window. Raises `pygame.error` when there is no display."""

    def __init__(self, size: tuple[int, int], fullscreen: bool = False) -> None:
        pygame.display.init()
        self._window = pygame.Window(TITLE, size, resizable=True, allow_high_dpi=True)
        self._window.minimum_size = SMALLEST
        seal = io.BytesIO(seal_svg(ICON).encode())
        self._window.set_icon(pygame.image.load_sized_svg(seal, (ICON, ICON)))
        self._fullscreen = fullscreen
        if fullscreen:
            self._window.set_fullscreen(desktop=True)
        elif not _fits(size):
            self._window.maximize()
        self._surface = self._window.get_surface()
        self._writing = True
        self.text_input(None)

    @property
    def surface(self) -> pygame.Surface:
        """The window's surface."""
        return self._surface

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawable in device pixels."""
        self._surface = self._window.get_surface()
        return self._surface.get_size()

    @property
    def fullscreen(self) -> bool:
        """Whether it fills the screen."""
        return self._fullscreen

    @property
    def windowed_size(self) -> tuple[int, int]:
        """The size to come back with next time, in the system's units."""
        return self._window.size

    def show(self) -> None:
        """Bring the surface to the screen."""
        self._window.flip()

    def converted(self, event: pygame.Event) -> pygame.Event:
        """The event with mouse positions in device pixels."""
        points, pixels = self._window.size, self._surface.get_size()
        if points == pixels or not hasattr(event, "pos"):
            return event
        values = dict(event.dict)
        for name in ("pos", "rel"):
            if name in values:
                x, y = values[name]
                values[name] = (x * pixels[0] // points[0], y * pixels[1] // points[1])
        return pygame.Event(event.type, values)

    def text_input(self, rect: pygame.Rect | None) -> None:
        """Start or stop the input method; its candidates appear at `rect`."""
        if rect is None and self._writing:
            pygame.key.stop_text_input()
        elif rect is not None:
            if not self._writing:
                pygame.key.start_text_input()
            pygame.key.set_text_input_rect(rect)
        self._writing = rect is not None

    def toggle_fullscreen(self) -> bool:
        """Go to the desktop's full screen or back."""
        self._fullscreen = not self._fullscreen
        if self._fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
        return self._fullscreen

    def flash(self) -> None:
        """Call for attention in the task bar, if the window is not in front."""
        if not self._window.focused:
            self._window.flash(pygame.FLASH_UNTIL_FOCUSED)

    def close(self) -> None:
        """Destroy the window."""
        self._window.destroy()
