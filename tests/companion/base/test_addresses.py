"""Addresses of servers as people may see them."""

import pytest

from companion.base.addresses import without_passwords


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("http://me:hunter2@host/v1", "http://me:***@host/v1"),
        ("postgresql+psycopg://club:a@b:c@host/tables", "postgresql+psycopg://club:***@host/tables"),
        ("GET http://:hunter2@host and https://a:b@c:1/", "GET http://:***@host and https://a:***@c:1/"),
        ("URL('http://me:hunter2@host')", "URL('http://me:***@host')"),
        ("http://me@host:80/v1@2", "http://me@host:80/v1@2"),
        ("postgresql://club:a/b?c@host/tables", "postgresql://club:***@host/tables"),
        ("12:30 me:you@home", "12:30 me:you@home"),
        ("postgresql://me@host/x?password=hunter2&a=b", "postgresql://me@host/x?password=***&a=b"),
        ("postgresql://host/x?a=b&sslpassword=hunter2", "postgresql://host/x?a=b&sslpassword=***"),
        ("https://host/v1?api_key=hunter2 was asked", "https://host/v1?api_key=*** was asked"),
        ("https://host/v1?monkey=a&sslkey=me.pem", "https://host/v1?monkey=a&sslkey=me.pem"),
    ],
)
def test_a_password_in_an_address_is_not_shown(written: str, shown: str) -> None:
    assert without_passwords(written) == shown


def test_a_long_line_is_read_at_once() -> None:
    for piece in ("//a:", "://", "//", "a:", "@", "?", "&a", "?key", "&password", "?secret="):
        assert without_passwords(piece * 5_000)
