"""Charts, drawn by Apache ECharts as NiceGUI brings it: each with its numbers as a table, and both to take along."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from nicegui import ui

from companion.base.characters import each_text, visible, visible_line
from companion.web.parts.base import box, button, text
from companion.web.strings import words
from companion.web.theme import DAY, SEATS_BY_DAY

Cell = str | int | float

_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_DECALS = 6
_SYMBOLS = ("circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond")
"""Marks on lines, one a player: colour is never the only difference."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and the numbers in it.

    Attributes:
        name: File name of what is taken along, without ending.
        title: Heading.
        lead: What it says in one sentence.
        options: As ECharts takes them; colours are variables of the theme.
        columns: Headings of the table.
        rows: Its rows.
        height: Of the picture, in rem.
    """

    name: str
    title: str
    lead: str
    options: Mapping[str, Any]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    height: float = 16.0


def draw_chart(chart: Chart) -> None:
    """Draw a chart with its heading, its table, and buttons that take picture and numbers along."""
    with box("section", "paper", "stack", aria_label=chart.title):
        text("h2", chart.title)
        text("p", chart.lead, "faint")
        with box("div", role="img", aria_label=f"{chart.title}. {chart.lead}"):
            options = each_text(chart.options, visible)
            drawn = ui.echart(options, renderer="svg").style(f"height: {chart.height}rem; width: 100%")
        with box("details", "no-print"):
            text("summary", words("charts.numbers"))
            table(chart.columns, chart.rows)

        async def take_picture() -> None:
            svg = await drawn.run_chart_method("renderToSVGString", timeout=10)
            ui.download.content(on_paper(str(svg)), f"{chart.name}.svg", "image/svg+xml")

        with box("div", "row", "no-print"):
            button(words("charts.picture"), take_picture, aria_label=words("charts.picture_of", title=chart.title))
            button(
                words("charts.csv"),
                lambda: ui.download.content(as_csv(chart), f"{chart.name}.csv", "text/csv"),
                aria_label=words("charts.csv_of", title=chart.title),
            )


def table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Rows of numbers, the first column naming each."""
    with box("div", "scrolled", tabindex="0"), box("table", "numbers"):
        with box("thead"), box("tr"):
            for each in columns:
                text("th", each, scope="col")
        with box("tbody"):
            for row in rows:
                with box("tr"):
                    text("th", str(row[0]), scope="row")
                    for cell in row[1:]:
                        text("td", str(cell))


def as_csv(chart: Chart) -> str:
    """The numbers of a chart, a comma between them.

    A name that a spreadsheet would compute is led by an apostrophe, and control characters are shown.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(chart.columns)
    writer.writerows([[_harmless(cell) for cell in row] for row in chart.rows])
    return out.getvalue()


def _harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    return f"'{visible_line(cell)}" if cell[:1] in {"=", "+", "-", "@", "\t"} else visible_line(cell)


def on_paper(svg: str) -> str:
    """A picture with the day's colours written out, for programs that know nothing of the theme."""
    day = {name.replace("_", "-"): colour for name, colour in asdict(DAY).items()}
    day |= {f"seat-{place}": colour for place, colour in enumerate(SEATS_BY_DAY)}
    return _VARIABLE.sub(lambda found: day.get(found[1], DAY.ink), svg)


# ------------------------------------------------------------ kinds of picture


def bars(names: Sequence[str], series: Mapping[str, Sequence[float]], colours: Sequence[str]) -> dict[str, Any]:
    """Lying bars, one group a name.

    Args:
        names: From top to bottom.
        series: By what is counted: a value for each name.
        colours: Variables of the theme: one for each series, or for each name where there is one series.
    """
    alone = len(series) == 1
    return {
        **_base(series if not alone else ()),
        "grid": {"left": 8, "right": 56, "top": 8 if alone else 36, "bottom": 8, "containLabel": True},
        "xAxis": _axis("value", splitLine=_faint_lines()),
        "yAxis": _names(names),
        "series": [
            {
                "type": "bar",
                "name": counted,
                "silent": True,
                "barMaxWidth": 28,
                "itemStyle": _filled(colours[at], at),
                "label": {"show": True, "position": "right", "color": _tint("ink")},
                "data": [
                    {"value": value, "itemStyle": _filled(colours[place if alone else at], place if alone else at)}
                    for place, value in enumerate(values)
                ],
            }
            for at, (counted, values) in enumerate(series.items())
        ],
    }


def steps(lines: Mapping[str, Sequence[tuple[float, float]]], colours: Mapping[str, str], unit: str) -> dict[str, Any]:
    """Values that stay until they change, over time.

    Args:
        lines: By name, points of (when, value), in order.
        colours: By name, a variable of the theme.
        unit: Of the time, for the axis.
    """
    return {
        **_base(lines),
        "grid": {"left": 8, "right": 24, "top": 40, "bottom": 28, "containLabel": True},
        "xAxis": _axis("value", name=unit, nameLocation="middle", nameGap=24),
        "yAxis": _axis("value", minInterval=1, splitLine=_faint_lines()),
        "series": [
            {
                "type": "line",
                "name": name,
                "step": "end",
                "silent": True,
                "symbol": _SYMBOLS[at % len(_SYMBOLS)],
                "symbolSize": 8,
                "color": _tint(colours[name]),
                "lineStyle": {"width": 2, "type": ("solid", "dashed", "dotted")[at % 3]},
                "data": [list(point) for point in points],
            }
            for at, (name, points) in enumerate(lines.items())
        ],
    }


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a strip: whose it is and how long."""

    name: str
    length: float


def strips(rows: Mapping[str, Sequence[Stretch]], colours: Mapping[str, str], unit: str) -> dict[str, Any]:
    """Lying strips of one stretch after the other.

    Args:
        rows: By the strip's name, its stretches, in order.
        colours: By the name of a stretch, a variable of the theme.
        unit: Of the lengths, for the axis.
    """
    places = {name: at for at, name in enumerate(colours)}
    filled = {name: _filled(colour, places[name]) for name, colour in colours.items()}
    longest = max(map(len, rows.values()), default=0)
    bar = {"type": "bar", "stack": "strip", "silent": True, "barMaxWidth": 28}
    in_order = [
        [{"value": row[at].length, "itemStyle": filled[row[at].name]} if at < len(row) else 0 for row in rows.values()]
        for at in range(longest)
    ]
    base = _base(colours)
    return {
        **base,
        "legend": {**base["legend"], "data": list(colours)},
        "grid": {"left": 8, "right": 24, "top": 40, "bottom": 28, "containLabel": True},
        "xAxis": _axis("value", name=unit, nameLocation="middle", nameGap=24, splitLine=_faint_lines()),
        "yAxis": _names(rows),
        "series": [
            *({**bar, "name": name, "itemStyle": filled[name], "data": []} for name in colours),
            *({**bar, "name": "", "data": each} for each in in_order),
        ],
    }


def _base(legend: Mapping[str, Any] | tuple[()]) -> dict[str, Any]:
    ink = {"color": _tint("ink"), "fontSize": 14}
    shown = {
        "show": bool(legend), "type": "scroll", "top": 0, "left": 0, "itemGap": 8, "itemWidth": 18,
        "textStyle": ink, "selectedMode": False,
    }  # fmt: skip
    # A family by name: the width of words is measured outside the page, where there is none to inherit.
    return {"animation": False, "legend": shown, "textStyle": {"fontFamily": "system-ui, sans-serif", "fontSize": 14}}


def _axis(kind: str, **more: Any) -> dict[str, Any]:
    plain = {"color": _tint("ink"), "fontSize": 14}
    return {
        "type": kind,
        "axisLabel": {**plain, "hideOverlap": True},
        "nameTextStyle": plain,
        "axisLine": {"lineStyle": {"color": _tint("rim")}},
        "axisTick": {"show": False},
        "splitLine": {"show": False},
        **more,
    }


def _names(names: Iterable[str]) -> dict[str, Any]:
    """An axis of names; a long one takes several lines, so that the picture keeps its room."""
    axis = _axis("category", data=list(names), inverse=True)
    return {**axis, "axisLabel": {**axis["axisLabel"], "hideOverlap": False, "width": 110, "overflow": "break"}}


def _faint_lines() -> dict[str, Any]:
    return {"show": True, "lineStyle": {"color": _tint("edge")}}


def _filled(colour: str, at: int) -> dict[str, Any]:
    """A colour with a pattern of its own."""
    angle = (at % _DECALS) * 0.52
    pattern = {"symbol": "rect", "dashArrayX": [1, 0], "dashArrayY": [1.5, 7 + at % 3], "rotation": angle}
    return {"color": _tint(colour), "decal": {**pattern, "color": _tint("paper")}}


def _tint(name: str) -> str:
    return f"var(--{name})"
