"""Words of a language model, told apart from those of the table."""

from companion.chronicle.extractor.model import Wording
from companion.web.parts.base import box, text
from companion.web.strings import words


def draw_wording(wording: Wording) -> None:
    """Draw a model's own words, named as such; nothing without any."""
    if wording:
        with box("div", "small"):
            text("span", words("wording.label"), "badge")
            for what, told in wording:
                text("p", words("wording.told", what=what, words=told), "faint")
