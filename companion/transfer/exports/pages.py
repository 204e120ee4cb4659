"""A whole campaign as one Markdown file, or as one page that can be printed."""

import re
from collections.abc import Sequence

from companion.chronicle.extractor.markdown import escape
from companion.chronicle.extractor.notes import page_of, render_notes
from companion.chronicle.recaps.pages import html_environment
from companion.transfer.exports.chapters import Chapter


def as_markdown(title: str, chapters: Sequence[Chapter]) -> str:
    """One Markdown file: every evening with its recap and notes."""
    return "\n".join([f"# {escape(title)}\n", *map(evening_markdown, chapters)])


def evening_markdown(chapter: Chapter) -> str:
    """An evening's recap and notes, its headings one level down."""
    _, _, notes = render_notes(chapter.evening).partition("\n\n")
    deeper = re.sub(r"^(#+ )", r"#\1", notes, flags=re.MULTILINE)
    parts = [f"## Evening {chapter.number}\n", escape(chapter.recap) + "\n" if chapter.recap else "", deeper]
    if chapter.secrets:
        told = [
            f"- {escape(each.player)} only: {escape(each.text)} [entry {each.position}]" for each in chapter.secrets
        ]
        parts.append("\n".join(["### Not for everybody\n", *told, ""]))
    return "\n".join(part for part in parts if part)


def as_html(title: str, chapters: Sequence[Chapter]) -> str:
    """One page without scripts, pictures or anything from elsewhere; printed, every evening begins a new sheet."""
    evenings = [
        {**page_of(each.evening), "number": each.number, "recap": each.recap, "secrets": each.secrets}
        for each in chapters
    ]
    return html_environment().get_template("campaign.html.j2").render(title=title, evenings=evenings) + "\n"
