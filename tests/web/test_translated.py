"""Every page in a language nobody speaks: what stands outside its brackets was said or written by people."""

import re
from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from companion.web import strings
from companion.web.actions import Actions
from companion.web.keys import Visitor
from companion.web.setup_draft import DRAFT_FILE, SetupDraft
from companion.web.sound_check import Sounded
from engine.history import Committed
from engine.registry import infos
from engine.systems.choice_pta.codewords import CODE_WORDS
from tests.support.browser import Screen, Served
from tests.support.phones import Phone
from tests.support.pseudo import Pseudo, untranslated
from tests.web.test_demo_evenings import lines
from tests.web.test_looks import demo

Table = Callable[..., Screen]
Phones = Callable[..., Phone]

WORD = re.compile(r"[a-zà-ÿ]{2,}")
SHOWN = """() => {
  const aloud = '.caption, .question, .told, .said-so, .fit .faint';
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const around = walk.currentNode.parentElement;
    if (!around.closest('script, style, svg, code, ' + aloud)) texts.push(walk.currentNode.textContent);
  }
  for (const each of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    if (!each.closest(aloud))
      for (const name of ['aria-label', 'placeholder', 'title'])
        if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
  return texts;
}"""


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages drawn from now on are in that language."""
    monkeypatch.setattr(strings, "_shown_in", Pseudo())


def written(game: str) -> set[str]:
    """Words of the evening: what was said, what stands in roster and library, and what is said aloud to play."""
    place = files("companion.demo") / game
    library = files(f"engine.systems.{game.replace('-', '_')}") / "library.toml"
    texts = [text for line in lines(game) for text in line]
    texts += [(place / "roster.json").read_text(encoding="utf-8"), *CODE_WORDS]
    texts += [each.title for each in infos()]
    texts += [library.read_text(encoding="utf-8")] if library.is_file() else []
    said = {word for text in texts for word in WORD.findall(text.casefold())}
    return said | {f"{word}s" for word in said}


def kept_in_words(served: Served) -> set[str]:
    """Names of the campaigns, and what the log says dice are for."""
    game = served.host.game
    assert game is not None
    entries = (game.history.entry_at(at) for at in range(len(game.history)))
    events = (event for entry in entries if isinstance(entry, Committed) for event in entry.events)
    texts = [*(each.name for each in served.store.campaigns()), *(getattr(each, "because", "") for each in events)]
    return {word for text in texts for word in WORD.findall(text.casefold())}


def strays(page: Page, theirs: set[str]) -> Iterator[str]:
    """Texts of the page with words that are neither ours in brackets nor theirs."""
    for text in page.evaluate(SHOWN):
        if any(word not in theirs for word in WORD.findall(untranslated(text).casefold())):
            yield " ".join(text.split())


def told(screen: Screen, path: str, theirs: set[str]) -> list[str]:
    """Strays of another page of the same browser."""
    screen.go(path)
    screen.page.wait_for_selector("main h1")
    return sorted({f"{path.rpartition('/')[2]}: {stray}" for stray in strays(screen.page, theirs)})


@pytest.mark.parametrize(
    ("game", "seat"),
    [("phase-abandon", "Nina"), ("kleptonomicon", "Alice"), ("phasesix", "Ana"), ("choice-pta", "Ana")],
)
@pytest.mark.usefixtures("pseudo")
def test_an_evening_is_shown_in_another_language(
    served: Served, table: Table, phones: Phones, game: str, seat: str
) -> None:
    SetupDraft(served.settings.data_dir / DRAFT_FILE).forget()
    served.host.sound_check.now = Sounded()
    campaign = served.play(demo(game))
    for by, text in lines(game):
        Actions(served.host, Visitor()).say(text, by)
    theirs = written(game) | kept_in_words(served)
    screen, phone = table(), phones(seat)
    found = [*strays(screen.page, theirs), *strays(phone.page, theirs)]
    for way in ("library", "library/evening", "statistics", "start", "phones", "sound", "new"):
        found += told(screen, f"/{way}?campaign={campaign.id}&evening=1", theirs)
    assert found == []
