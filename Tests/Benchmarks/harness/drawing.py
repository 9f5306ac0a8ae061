"""A curve as SVG: both axes are logarithmic, so a straight diagonal is linear growth."""

import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 360, 70, 40, 16, 260
COLOURS = ["#0b62a4", "#c2410c", "#15803d", "#7e22ce", "#475569", "#be123c", "#0e7490"]


def _position(value, low, high, start, end):
    return start + (math.log10(value) - low) / (high - low) * (end - start)


def _time(microseconds):
    for limit, divisor, unit in ((1, 1e-3, "ns"), (1e3, 1, "µs"), (1e6, 1e3, "ms"), (math.inf, 1e6, "s")):
        if microseconds < limit:
            return f"{microseconds / divisor:g} {unit}"


def _text(x, y, text, anchor="middle", colour="#334155"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{text}</text>'


def draw(quantity, series):
    """Returns the SVG of some series; a quantity of 0 is drawn at 1."""
    xs = [max(x, 1) for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    x_low, x_high = 0, max(1, math.ceil(math.log10(max(xs))))
    y_low, y_high = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)) + 1e-9)
    y_high = max(y_high, y_low + 1)

    def across(x):
        return _position(max(x, 1), x_low, x_high, LEFT, WIDTH - RIGHT)

    def up(y):
        return _position(y, y_low, y_high, HEIGHT - BOTTOM, TOP)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for power in range(x_low, x_high + 1):
        x = across(10 ** power)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e2e8f0"/>')
        parts.append(_text(x, HEIGHT - BOTTOM + 16, f"{10 ** power:,}"))
    for power in range(y_low, y_high + 1):
        y = up(10 ** power)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e2e8f0"/>')
        parts.append(_text(LEFT - 6, y + 4, _time(10 ** power), "end"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, quantity))
    # The names stand beside the last points, one below the other.
    free = TOP
    order = sorted(zip(series.items(), COLOURS), key=lambda item: up(item[0][1][-1][1]))
    for (name, points), colour in order:
        path = "L".join(f"{across(x):.1f} {up(y):.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        free = max(free, up(points[-1][1]) + 4)
        parts.append(_text(WIDTH - RIGHT + 8, free, name, "start", colour))
        free += 16
    return "\n".join(parts + ["</svg>", ""])
