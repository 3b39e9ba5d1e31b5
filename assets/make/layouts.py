"""Where the dots and the bamboo sticks of 2 to 9 lie on a face: art-data.md, sections 1 and 2, for every tile set."""

from __future__ import annotations

from typing import Final

# As x,y,radius,colour.
DOTS: Final = {
    "2p": "150,108,74,G; 150,292,74,B",
    "3p": "82,84,58,B; 150,200,58,R; 218,316,58,G",
    "4p": "86,108,60,B; 214,108,60,G; 86,292,60,G; 214,292,60,B",
    "5p": "77,84,55,B; 223,84,55,G; 150,200,55,R; 77,316,55,G; 223,316,55,B",
    "6p": "92,78,50,G; 208,78,50,G; 92,216,50,R; 208,216,50,R; 92,323,50,R; 208,323,50,R",
    "7p": "60,60,42,G; 150,102,42,G; 240,144,42,G; 94,232,48,R; 206,232,48,R; 94,334,48,R; 206,334,48,R",
    "8p": "98,60,44,B; 202,60,44,B; 98,153,44,B; 202,153,44,B; 98,247,44,B; 202,247,44,B; 98,340,44,B; 202,340,44,B",
    "9p": "56,74,45,G; 150,74,45,G; 244,74,45,G; 56,200,45,R; 150,200,45,R; 244,200,45,R; "
    "56,326,45,B; 150,326,45,B; 244,326,45,B",
}
# As x,y,height,width,colour and, for a leaning stick, degrees clockwise about its centre.
STICKS: Final = {
    "2s": "150,110,156,60,G; 150,290,156,60,B",
    "3s": "150,110,156,58,B; 88,290,156,58,G; 212,290,156,58,G",
    "4s": "88,110,156,58,G; 212,110,156,58,B; 88,290,156,58,B; 212,290,156,58,G",
    "5s": "66,110,156,54,G; 234,110,156,54,B; 150,200,156,54,R; 66,290,156,54,B; 234,290,156,54,G",
    "6s": "64,110,156,54,G; 150,110,156,54,G; 236,110,156,54,G; 64,290,156,54,B; 150,290,156,54,B; 236,290,156,54,B",
    "7s": "150,72,112,50,R; 64,200,112,50,G; 150,200,112,50,G; 236,200,112,50,G; "
    "64,328,112,50,B; 150,328,112,50,B; 236,328,112,50,B",
    "8s": "50,112,160,46,G; 250,112,160,46,G; 115,112,140,42,G,-24; 185,112,140,42,G,24; "
    "50,288,160,46,B; 250,288,160,46,B; 115,288,140,42,B,24; 185,288,140,42,B,-24",
    "9s": "64,72,112,50,G; 64,200,112,50,G; 64,328,112,50,G; 150,72,112,50,R; 150,200,112,50,R; 150,328,112,50,R; "
    "236,72,112,50,B; 236,200,112,50,B; 236,328,112,50,B",
}


def dots(name: str) -> list[tuple[float, float, float, str]]:
    """The dots of a face as x, y, radius, colour (G, B or R)."""
    found = []
    for entry in DOTS[name].split("; "):
        x, y, radius, colour = entry.split(",")
        found.append((float(x), float(y), float(radius), colour))
    return found


def sticks(name: str) -> list[tuple[float, float, float, float, str, float]]:
    """The sticks of a face as x, y, height, width, colour (G, B or R), degrees clockwise about their centre."""
    found = []
    for entry in STICKS[name].split("; "):
        x, y, height, width, colour, *angle = entry.split(",")
        found.append((float(x), float(y), float(height), float(width), colour, float(angle[0]) if angle else 0.0))
    return found
