import json
import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.extractor import EveningNotes, TalkLine
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence
from companion.chronicle.extractor.standing import Standing
from companion.chronicle.memory.gather import gather
from companion.chronicle.memory.values import Reading
from companion.transfer.exports.chapters import Chapter, Secret
from companion.transfer.exports.pages import as_html, as_markdown
from companion.transfer.exports.vault import plain, vault_files
from tests.companion.chronicle.test_notes import velvet_room

HOSTILE = (
    "[[../../x|y]]",
    "---\ntype: admin\n---",
    '"; rm -rf / #',
    "<script>alert(1)</script>",
    "![x](http://evil.example/a.png)",
    "%% hidden %%",
    "==loud== $x^2$ #tag",
    "key:: value",
    "```dataviewjs\napp.vault.delete()\n```",
    "<% tp.system.prompt() %> {{title}}",
    "CON",
    "../../etc/passwd",
    "a\u2028---\u2028b\u202e",
    "=HYPERLINK(1)",
    "@SUM(1)",
)


def entry(name, words, **fields):
    return ChronicleEntry(name, "said", (Evidence("u1", words, "Ana", 1.0),), **fields)


def evening(chronicle, title="T", lines=()):
    return EveningNotes(
        title, "today", lines, (), chronicle, None, None, lambda event: "", (("Ana", "Vesna"),), number=1
    )


def vault(title, chapters):
    """The vault of a campaign that remembers these evenings, uncorrected."""
    readings = [Reading(each.number, date(2026, 3, each.number), each.evening.chronicle) for each in chapters]
    return vault_files(title, chapters, gather(readings, Standing(), chapters[0].evening.cast))


def hostile_chapters():
    entries = tuple(
        entry(name, f"He says {name} to Marta.", role=name, owner=name, aliases=(name,)) for name in HOSTILE
    )
    chronicle = Chronicle(npcs=entries, places=entries, items=entries, goals=entries, threads=entries)
    lines = (TalkLine("u1", " ".join(HOSTILE), HOSTILE[1], 0.0, 1.0),)
    secrets = (Secret(HOSTILE[0], HOSTILE[3], 4),)
    return [Chapter(1, evening(chronicle, HOSTILE[3], lines), HOSTILE[3], secrets)]


@pytest.fixture(scope="module")
def played():
    return [Chapter(2, velvet_room().evening(), "Recap.")]


def test_every_person_place_thing_goal_and_evening_has_a_note(played):
    assert set(vault("The Velvet Room", played)) == {
        *("Start here.md", "Evenings/Evening 02.md", "People/Mama Odette.md", "People/Felix Brandauer.md"),
        *("Places/Velvet Room.md", "Things/missing ledger.md"),
        *("Goals/find the missing ledger.md", "Goals/sing at the Palladium.md"),
    }


def test_every_link_leads_to_a_note(played):
    files = vault("The Velvet Room", played)
    links = [link for text in files.values() for link in re.findall(r"\[\[([^|\]]+)\|[^|\]]+\]\]", text)]
    assert len(links) > 15
    assert {f"{link}.md" for link in links} <= set(files)


def test_people_link_to_their_evenings_and_to_each_other():
    marta = entry("Marta", "Marta hides the key from Old Tobin.")
    tobin = entry("Old Tobin", "Marta hides the key from Old Tobin.")
    files = vault("T", [Chapter(1, evening(Chronicle(npcs=(marta, tobin))), "")])
    assert "## [[Evenings/Evening 01|Evening 1]]" in files["People/Marta.md"]
    assert "“Marta hides the key from [[People/Old Tobin|Old Tobin]].” [u1]" in files["People/Marta.md"]
    assert "“[[People/Marta|Marta]] hides the key from Old Tobin.”" in files["People/Old Tobin.md"]


def test_two_evenings_tell_of_the_same_person_in_one_note():
    first = evening(Chronicle(npcs=(entry("Captain Verrick", "Captain Verrick waits."),)))
    second = evening(Chronicle(npcs=(entry("Verrick", "Verrick leaves.", role="smuggler"),)))
    files = vault("T", [Chapter(1, first, ""), Chapter(2, second, "")])
    assert [path for path in files if path.startswith("People/")] == ["People/Captain Verrick.md"]
    note = files["People/Captain Verrick.md"]
    assert 'aliases: ["Verrick"]\nrole: "smuggler"\nevenings: [1, 2]\n' in note
    assert note.index("Captain Verrick waits.") < note.index("Verrick leaves.")


def test_front_matter_holds_what_it_should_and_ends_where_it_should():
    for text in vault(HOSTILE[1], hostile_chapters()).values():
        opening, front, body = text.split("---\n", 2)
        assert opening == ""
        fields = dict(line.split(": ", 1) for line in front.splitlines())
        assert set(fields) <= {
            *("type", "campaign", "number", "date", "players", "secrets", "name", "aliases", "role", "owner", "detail"),
            "evenings",
        }
        assert all(json.loads(value) is not None for value in fields.values())
        assert fields["type"] != "admin"
        assert not re.search(r"^---$", body, re.MULTILINE)


def test_hostile_names_stay_in_their_folders_and_collide_with_nobody():
    paths = list(vault("T", hostile_chapters()))
    assert all(
        re.fullmatch(r"(?:(?:Evenings|People|Places|Things|Goals)/)?[^/\\:*?\"<>|.#^\[\]]+\.md", each) for each in paths
    )
    assert len({each.casefold() for each in paths}) == len(paths) == 2 + 4 * len(HOSTILE)


def test_hostile_talk_means_nothing_to_markdown_or_a_vault():
    files = vault(HOSTILE[3], hostile_chapters())
    for text in [*files.values(), as_markdown(HOSTILE[3], hostile_chapters())]:
        body = text.split("---\n", 2)[-1]
        assert "<script" not in body
        assert "<%" not in body
        assert not re.search(r"(?<!\\)\]\(", body)
        assert not re.search(r"(?<!\\)`", body)
        assert not re.search(r"(?<!\\)#tag", body)
        assert "http://" not in body
    for text in files.values():
        body = text.split("---\n", 2)[-1]
        links = re.findall(r"\[\[(.+?)\]\]", body)
        assert all(f"{link.partition('|')[0]}.md" in files for link in links)
        assert not re.search(r"%%|==|::|\$|\^", body)


def test_a_page_is_one_file_without_anything_from_elsewhere():
    page = as_html(HOSTILE[3], hostile_chapters())
    assert "<script" not in page
    assert not re.search(r"<(?:img|link|iframe|object|embed|form|base)\b", page)
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "default-src 'none'" in page
    assert "@media print" in page


def test_a_page_tells_what_the_notes_tell(played):
    page = as_html("The Velvet Room", played)
    for words in ("Mama Odette", "Fast Talk, asked for by Aisha", "<s>Tom rolled 4, 2 and 1.</s>", "[u05, u08]"):
        assert words in page
    assert page.count('<section class="evening"') == 1


def test_secrets_are_told_only_where_they_are_asked_for(played):
    safe = [*vault("T", played).values(), as_html("T", played), as_markdown("T", played)]
    assert not any("Not for everybody" in text for text in safe)
    chapter = Chapter(2, played[0].evening, "", (Secret("Aisha", "Aisha holds the ace.", 7),))
    private = (
        vault("T", [chapter])["Evenings/Evening 02.md"],
        as_html("T", [chapter]),
        as_markdown("T", [chapter]),
    )
    assert all("Aisha only: Aisha holds the ace." in text for text in private)
    assert "secrets: true" in private[0]


@given(st.text(max_size=120))
def test_any_talk_is_one_plain_line_in_a_vault(text):
    shown = plain(text)
    assert "\n" not in shown
    assert not re.search(r"(?<!\\)[\[\]`*_{}<>|~]|%%|==|::|\$|\^", shown)
