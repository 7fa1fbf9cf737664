"""How different two colours of a stylesheet look, also with colour blindness. Long functions follow the papers."""

import re
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

MACHADO: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Transforms linear sRGB to simulate colour blindness: Machado, Oliveira and Fernandes, A Physiologically-based Model
for Simulation of Color Vision Deficiency (2009), severity 1.0.
"""

WHITE: Triple = (0.95047, 1.0, 1.08883)
"""The white point of sRGB: D65."""

OKLCH = re.compile(r"oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\)")


def linear(text: str) -> Triple:
    """The linear sRGB of an `oklch(l c h)`; values that a screen cannot show are clipped per channel."""
    found = OKLCH.fullmatch(text.strip())
    assert found, f"not a plain oklch(): {text}"
    light, chroma, hue = float(found[1]), float(found[2]), radians(float(found[3]))
    a, b = chroma * cos(hue), chroma * sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return _shown(
        (
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        )
    )


def seen(colour: Triple, vision: str) -> Triple:
    """The linear sRGB that looks the same to everyone as `colour` does to someone with this vision."""
    if vision == "full":
        return colour
    red, green, blue = (sum(m * c for m, c in zip(row, colour, strict=True)) for row in MACHADO[vision])
    return _shown((red, green, blue))


def distance(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colours in linear sRGB."""
    return ciede2000(_lab(one), _lab(other))


def contrast(one: Triple, other: Triple) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ciede2000(one: Triple, other: Triple) -> float:
    """The distance of two colours in CIELAB: Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    light, chroma = l2 - l1, c2 - c1
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    h_mean = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(h_mean - 30))
        + 0.24 * cos(radians(2 * h_mean))
        + 0.32 * cos(radians(3 * h_mean + 6))
        - 0.20 * cos(radians(4 * h_mean - 63))
    )
    s_light = 1 + 0.015 * (l_mean - 50) ** 2 / sqrt(20 + (l_mean - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    rotation = -2 * sqrt(c_mean**7 / (c_mean**7 + 25**7)) * sin(radians(60 * exp(-(((h_mean - 275) / 25) ** 2))))
    parts = (light / s_light, chroma / s_chroma, hue / s_hue)
    return sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def _shown(colour: Triple) -> Triple:
    red, green, blue = (min(max(channel, 0.0), 1.0) for channel in colour)
    return red, green, blue


def _luminance(colour: Triple) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def _lab(colour: Triple) -> Triple:
    red, green, blue = colour
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    x, y, z = (_cube_root(part / white) for part, white in zip((x, _luminance(colour), z), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29
