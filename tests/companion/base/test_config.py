"""Settings come from four places, in order, and mistakes in any of them are reported plainly."""

from pathlib import Path

import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from companion.base.config import Settings, default_folder, load_settings, settings_now
from companion.base.errors import SettingsError
from companion.base.settings_file import put_settings


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def write(data: Path, text: str) -> Path:
    file = data / "companion.toml"
    file.write_text(text, encoding="utf-8")
    return file


def load(data: Path, environment: dict[str, str] | None = None, **flags: object) -> Settings:
    return load_settings(flags, environment={"COMPANION_DATA_DIR": str(data), **(environment or {})})


def test_nothing_set_gives_defaults(tmp_path: Path) -> None:
    """A fresh installation needs no file, keeps its data under the user's data folder and asks no server."""
    settings = load_settings(environment={"XDG_DATA_HOME": str(tmp_path)})
    assert settings.data_dir == tmp_path / "companion"
    assert settings.database == tmp_path / "companion" / "companion.db"
    assert settings.llm_url is None
    assert settings.origin("language") == "default"


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        (Unix, "home/.local/share/companion"),
        (MacOS, "home/Library/Application Support/companion"),
        (Windows, "local/companion"),
    ],
)
def test_data_lies_where_the_system_keeps_it(
    system: type[PlatformDirsABC], expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Unless it lay elsewhere before: then it stays there."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)
    monkeypatch.delenv("XDG_DATA_HOME")
    found = default_folder({}, system)
    assert found.as_posix().replace("\\", "/") == (tmp_path / expected).as_posix()
    former = tmp_path / "home" / ".local" / "share" / "companion"
    former.mkdir(parents=True)
    assert default_folder({}, system) == former


def test_each_source_overrules_the_one_before(data: Path) -> None:
    file = write(data, 'language = "de"\nverbosity = "full"\ntrust = "careful"\n')
    settings = load(data, {"COMPANION_VERBOSITY": "quiet", "COMPANION_TRUST": "brisk"}, trust="normal")
    assert (settings.language, settings.verbosity, settings.trust) == ("de", "quiet", "normal")
    assert settings.origin("language") == str(file)
    assert settings.origin("verbosity") == "COMPANION_VERBOSITY"
    assert settings.origin("trust") == "command line"


def test_flags_that_were_not_given_overrule_nothing(data: Path) -> None:
    write(data, 'language = "de"')
    assert load(data, language=None).language == "de"


def test_the_named_config_file_is_read_instead(data: Path, tmp_path: Path) -> None:
    """COMPANION_CONFIG and --config name a file outside the data folder; the latter wins."""
    write(data, 'language = "de"')
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('language = "fr"')
    two.write_text('language = "nl"')
    environment = {"COMPANION_HOME": str(data), "COMPANION_CONFIG": str(one)}
    assert load_settings(environment=environment).language == "fr"
    assert load_settings(config=two, environment=environment).language == "nl"


def test_the_regular_variable_wins_over_its_other_name(tmp_path: Path) -> None:
    """COMPANION_HOME is short for COMPANION_DATA_DIR, OPENAI_API_KEY stands in for COMPANION_LLM_KEY."""
    environment = {
        "COMPANION_HOME": str(tmp_path / "a"),
        "COMPANION_DATA_DIR": str(tmp_path / "b"),
        "OPENAI_API_KEY": "general",
        "COMPANION_LLM_KEY": "special",
    }
    settings = load_settings(environment=environment)
    assert settings.data_dir == tmp_path / "b"
    assert settings.llm_key is not None
    assert settings.llm_key.get_secret_value() == "special"
    assert load_settings(environment={"OPENAI_API_KEY": "general"}).origin("llm_key") == "OPENAI_API_KEY"


@pytest.mark.parametrize(
    ("text", "key", "message", "hint"),
    [
        ('langauge = "en"', "langauge", "there is no such setting", "Did you mean language?"),
        ('llm_key = "sk-1"', "llm_key", "the key is read from the environment only", "set COMPANION_LLM_KEY"),
        ('trust = "blind"', "trust", "input should be 'careful', 'normal' or 'brisk'", "asks before important actions"),
        ("endpoint_seconds = 30", "endpoint_seconds", "input should be less than or equal to 3", "Silence in seconds"),
        ('dice = "seed:x"', "dice", "there is no such dice option", "seed:N"),
        ("[wall]\nport = 1", "wall", "there is no such setting", "Known settings: data_dir"),
        ("language = ", "", "it is not TOML", "Lines look like"),
    ],
)
def test_mistakes_in_the_file_name_the_file_and_the_key(
    data: Path, text: str, key: str, message: str, hint: str
) -> None:
    """A typing mistake is never skipped, and never shows a value that could be a secret."""
    file = write(data, text)
    with pytest.raises(SettingsError) as caught:
        load(data)
    assert (caught.value.source, caught.value.key) == (str(file), key)
    assert message in str(caught.value)
    assert hint in caught.value.hint
    assert "sk-1" not in f"{caught.value} {caught.value.hint}"


def test_mistakes_in_the_environment_name_the_variable(data: Path) -> None:
    with pytest.raises(SettingsError, match="COMPANION_TRUTS: there is no such setting") as caught:
        load(data, {"COMPANION_TRUTS": "brisk"})
    assert caught.value.hint == "Did you mean trust?"
    with pytest.raises(SettingsError, match="COMPANION_CPU_THREADS: cpu_threads: input should be a valid integer"):
        load(data, {"COMPANION_CPU_THREADS": "many"})


def test_a_key_on_the_command_line_is_refused(data: Path) -> None:
    with pytest.raises(SettingsError, match="environment only"):
        load(data, llm_key="sk-1")


@pytest.mark.parametrize("field", ["database_url", "llm_url", "transcription_url"])
def test_a_password_on_the_command_line_is_refused(data: Path, field: str) -> None:
    """In an address too; the sentence does not repeat it, and an address without one is taken."""
    with pytest.raises(SettingsError, match="could read the password") as refused:
        load(data, **{field: "http://me:hunter2@localhost/x"})
    assert "hunter2" not in str(refused.value) + refused.value.hint
    assert f"COMPANION_{field.upper()}" in refused.value.hint
    assert getattr(load(data, **{field: "http://me@localhost/x"}), field) == "http://me@localhost/x"


@pytest.mark.parametrize("variable", ["COMPANION_LLM_KEY", "COMPANION_TRANSCRIPTION_KEY", "OPENAI_API_KEY"])
@pytest.mark.parametrize("key", ["sk-\xe4", "sk one", "sk\n", "sk\u202e", " "])
def test_a_key_that_cannot_be_sent_is_refused(data: Path, variable: str, key: str) -> None:
    wrong = rf"^{variable}: \w+_key: it contains characters other than ASCII; copy it again"
    with pytest.raises(SettingsError, match=wrong) as told:
        load(data, {variable: key})
    assert key.strip() == "" or key not in str(told.value)


@pytest.mark.parametrize("field", ["llm_url", "transcription_url"])
@pytest.mark.parametrize(
    "url",
    [
        *("http://[::1/v1", "http://host:x/v1", "http://\u202e/v1", "http://xn--/v1", "https://?"),
        *(
            "localhost:11434",
            "http:localhost",
            "http://:80/v1",
            "http://host/\x00",
            "http://host/v1\nx",
            f"http://{'a' * 70_000}",
        ),
    ],
)
def test_an_address_that_is_none_is_refused(data: Path, field: str, url: str) -> None:
    with pytest.raises(SettingsError, match=rf"^COMPANION_{field.upper()}: {field}: this is not an address"):
        load(data, {f"COMPANION_{field.upper()}": url})


def test_a_config_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no such settings file"):
        load_settings(config=tmp_path / "no.toml", environment={})


def test_secrets_are_shown_only_as_set(data: Path) -> None:
    """Neither the description nor the printed settings contain a key or a password."""
    environment = {
        "COMPANION_LLM_KEY": "sk-secret",
        "COMPANION_DATABASE_URL": "postgresql://club:hunter2@host/tables",
        "COMPANION_LLM_URL": "http://me:hunter2@localhost:11434/v1",
    }
    settings = load(data, environment)
    shown = {setting.name: setting for setting in settings.describe()}
    assert (shown["llm_key"].value, shown["llm_key"].origin) == ("set", "COMPANION_LLM_KEY")
    assert shown["database_url"].value == "postgresql://club:***@host/tables"
    assert "sk-secret" not in repr(settings)
    assert "hunter2" not in repr(settings)
    assert not any("hunter2" in setting.value for setting in shown.values())


def test_every_setting_is_described(data: Path) -> None:
    described = load(data).describe()
    assert [setting.name for setting in described] == list(Settings.model_fields)
    assert all(setting.description.endswith(".") for setting in described)


def test_settings_cannot_be_changed(data: Path) -> None:
    settings = load(data)
    with pytest.raises(ValueError, match="frozen"):
        settings.language = "de"  # type: ignore[misc]


def test_a_setting_is_added_below_what_stands_in_the_file(data: Path) -> None:
    """Comments, order, line ends and rights stay; a line that was never ended is."""
    file = write(data, "")
    file.write_bytes(b'# Ours.\r\ntrust = "careful" # for now\r\nlanguage = "en"')
    file.chmod(0o600)
    settings = put_settings(load(data), {"whisper_model": "packaged-tiny"}, "Because it is faster.")
    assert file.read_bytes() == (
        b'# Ours.\r\ntrust = "careful" # for now\r\nlanguage = "en"\r\n'
        b'# Because it is faster.\r\nwhisper_model = "packaged-tiny"\r\n'
    )
    assert file.stat().st_mode & 0o777 == 0o600
    assert (settings.whisper_model, settings.origin("whisper_model")) == ("packaged-tiny", str(file))
    assert settings.describe() == load(data).describe()


def test_a_setting_is_added_to_the_file_that_was_named(data: Path, tmp_path: Path) -> None:
    """Also through a link, which stays one; without any file one is made in the data folder, which is made as well."""
    real, link = tmp_path / "ours.toml", tmp_path / "link.toml"
    real.write_text('trust = "brisk"\n', encoding="utf-8")
    link.symlink_to(real)
    put_settings(load_settings(config=link, environment={}), {"whisper_model": "packaged-tiny"}, "Why.")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == 'trust = "brisk"\n# Why.\nwhisper_model = "packaged-tiny"\n'
    fresh = data / "fresh"
    put_settings(load(fresh), {"whisper_model": "packaged-tiny"}, "Why.")
    assert load(fresh).whisper_model == "packaged-tiny"


def test_what_was_written_meanwhile_counts(data: Path) -> None:
    """Only where nothing else set it; a file that was spoilt is reported."""
    before = load(data)
    assert settings_now(before, "whisper_model") is before
    write(data, 'whisper_model = "/models/mine"\nlanguage = "de"\n')
    after = settings_now(before, "whisper_model")
    assert (after.whisper_model, after.language) == ("/models/mine", "en")
    assert settings_now(load(data, whisper_model="mine"), "whisper_model").whisper_model == "mine"
    write(data, "whisper_model = ")
    with pytest.raises(SettingsError, match="it is not TOML"):
        settings_now(before, "whisper_model")
