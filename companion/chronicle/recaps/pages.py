"""A recap as plain text, Markdown or a page of its own."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from companion.base.characters import visible_line
from companion.chronicle.extractor.markdown import escape
from companion.chronicle.recaps.model import Recap, RecapSentence

if TYPE_CHECKING:
    import jinja2

Form = Literal["txt", "md", "html"]


def render_recap(recap: Recap, form: Form, title: str, subtitle: str) -> str:
    """A recap as a file.

    Args:
        recap: What is told.
        form: Plain text for reading aloud; Markdown and HTML with the evidence behind every sentence.
        title: Name of the campaign.
        subtitle: Which evening it was.
    """
    return _FORMS[form](recap, title, subtitle)


def evidence_of(sentence: RecapSentence) -> str:
    """Return the sources of a sentence, for people ("u12, u14, entry 31"); empty where it only words the tale."""
    return ", ".join([*sentence.utterances, *(f"entry {position}" for position in sentence.positions)])


def _as_text(recap: Recap, title: str, subtitle: str) -> str:
    return "\n".join(visible_line(sentence.text) for sentence in recap.sentences) + "\n"


def _as_markdown(recap: Recap, title: str, subtitle: str) -> str:
    told = [escape(each.text) + (f" [{evidence_of(each)}]" if evidence_of(each) else "") for each in recap.sentences]
    return "\n\n".join([f"# {escape(title)}", escape(subtitle), *told]) + "\n"


def _as_html(recap: Recap, title: str, subtitle: str) -> str:
    page = html_environment().get_template("recap.html.j2")
    return page.render(title=title, subtitle=subtitle, sentences=recap.sentences, evidence=evidence_of) + "\n"


def html_environment() -> "jinja2.Environment":
    """Templates of pages; everything put into them is escaped, and control characters are shown."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("companion.chronicle"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
    )


def _shown(put_in: Any) -> Any:
    """Return a value for a template with control characters shown; text that is HTML already stays as it is."""
    return visible_line(put_in) if isinstance(put_in, str) and not hasattr(put_in, "__html__") else put_in


_FORMS: Mapping[Form, Callable[[Recap, str, str], str]] = {"txt": _as_text, "md": _as_markdown, "html": _as_html}
