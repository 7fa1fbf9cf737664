"""Environment variables that make no sense are refused with the variable's name."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.core.exceptions import ImproperlyConfigured

from machupicchu import env
from tests.operating.sites import Site


def test_text_is_stripped_and_falls_back_when_empty(monkeypatch):
    monkeypatch.setenv("SITE_NAME", "  Cusco ")
    assert env.text("SITE_NAME", "Machu Picchu") == "Cusco"
    monkeypatch.setenv("SITE_NAME", " ")
    assert env.text("SITE_NAME", "Machu Picchu") == "Machu Picchu"


@pytest.mark.parametrize(("word", "meaning"), [("1", True), ("Yes", True), ("off", False), ("FALSE", False)])
def test_boolean_reads_the_usual_words(monkeypatch, word, meaning):
    monkeypatch.setenv("DEBUG", word)
    assert env.boolean("DEBUG", not meaning) is meaning


def test_boolean_refuses_other_words(monkeypatch):
    monkeypatch.setenv("DEBUG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="DEBUG='perhaps' is neither true nor false"):
        env.boolean("DEBUG", False)


def test_integer_reads_its_bounds(monkeypatch):
    monkeypatch.setenv("PORT", "65535")
    assert env.integer("PORT", 8000, least=1, most=65535) == 65535
    monkeypatch.delenv("PORT")
    assert env.integer("PORT", 8000, least=1, most=65535) == 8000


@pytest.mark.parametrize(
    ("value", "complaint"),
    [("0", "allowed: 1 to 65535"), ("65536", "allowed"), ("8e3", "not a whole number from 1 to 65535")],
)
def test_integer_refuses_what_is_out_of_range_or_no_number(monkeypatch, value, complaint):
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match=f"^PORT=.*{complaint}"):
        env.integer("PORT", 8000, least=1, most=65535)


def test_words_are_separated_by_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example, ,b.example,")
    assert env.words("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_url_refuses_a_foreign_scheme_without_repeating_the_password(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://root:verysecret@server/base")
    with pytest.raises(ImproperlyConfigured, match="^DATABASE_URL does not begin with one of: sqlite://") as refusal:
        env.url("DATABASE_URL", "sqlite:///x", schemes=("sqlite", "postgres"))
    assert "verysecret" not in str(refusal.value)


def test_url_refuses_what_is_no_address(monkeypatch):
    monkeypatch.setenv("REDIS_URL", "localhost:6379")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        env.url("REDIS_URL", "", schemes=("redis",))


@pytest.mark.parametrize("value", ["redis://h:port/0", "redis://h:99999/0", "redis://[::1/0"])
def test_url_refuses_a_port_or_host_that_is_none_without_repeating_it(monkeypatch, value):
    monkeypatch.setenv("REDIS_URL", value)
    with pytest.raises(ImproperlyConfigured, match="^REDIS_URL is not an address"):
        env.url("REDIS_URL", "", schemes=("redis",))


def test_a_site_has_a_name_of_its_own(monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://games.example/")
    assert env.origin("SITE_URL", "") == "https://games.example"
    monkeypatch.setenv("SITE_URL", "https://club.example/games/")
    with pytest.raises(ImproperlyConfigured, match="^SITE_URL has a path, .* such as https://games.club.example$"):
        env.origin("SITE_URL", "")


def test_choice_knows_its_words_in_any_case(monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "info")
    assert env.choice("LOG_LEVEL", "WARNING", ("INFO", "WARNING")) == "INFO"
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(ImproperlyConfigured, match="^LOG_LEVEL='loud' is not one of: INFO, WARNING"):
        env.choice("LOG_LEVEL", "WARNING", ("INFO", "WARNING"))


def test_origins_need_a_scheme(monkeypatch):
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", "https://a.example, b.example")
    with pytest.raises(ImproperlyConfigured, match=r"^CSRF_TRUSTED_ORIGINS: 'b\.example'"):
        env.origins("CSRF_TRUSTED_ORIGINS")


def test_folder_is_made_or_refused_by_name(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "new" / "var"))
    assert env.folder("VAR_DIR", tmp_path).is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "file" / "var"))
    with pytest.raises(ImproperlyConfigured, match="^VAR_DIR="):
        env.folder("VAR_DIR", tmp_path)


def test_secret_key_is_made_once_and_kept_private(tmp_path: Path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "var" / "secret-key"
    key = env.secret_key("SECRET_KEY", file)
    assert len(key) >= 50
    assert env.secret_key("SECRET_KEY", file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_secret_key_from_the_environment_wins_but_must_be_long(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "x" * 40)
    assert env.secret_key("SECRET_KEY", tmp_path / "secret-key") == "x" * 40
    monkeypatch.setenv("SECRET_KEY", "short")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is too short: 5 characters"):
        env.secret_key("SECRET_KEY", tmp_path / "secret-key")


def test_the_key_that_signs_is_made_once_for_its_owner_only_and_can_be_given(monkeypatch, tmp_path):
    made = env.signing_key("OAUTH_KEY", tmp_path / "oauth-key")
    assert (tmp_path / "oauth-key").stat().st_mode & 0o777 == 0o600
    assert env.signing_key("OAUTH_KEY", tmp_path / "oauth-key") == made
    monkeypatch.setenv("OAUTH_KEY", made)
    assert env.signing_key("OAUTH_KEY", tmp_path / "another") == made
    assert not (tmp_path / "another").exists()
    assert load_pem_private_key(env.pem(made).encode(), None).key_size == env.LEAST_RSA


@pytest.mark.parametrize("value", ["secret", "c2VjcmV0", "MHcCAQEE"])
def test_what_is_no_key_of_rsa_is_refused_without_repeating_it(monkeypatch, tmp_path, value):
    monkeypatch.setenv("OAUTH_KEY", value)
    with pytest.raises(ImproperlyConfigured, match="^OAUTH_KEY is no private key of RSA") as refused:
        env.signing_key("OAUTH_KEY", tmp_path / "oauth-key")
    assert value not in str(refused.value)


@pytest.mark.long
def test_no_key_is_made_for_a_site_without_apps(tmp_path):
    site = Site(tmp_path / "off")
    assert site.manage(
        "shell", "-v0", "-c", "from django.conf import settings as s; print(s.OAUTH, [s.OAUTH_KEY])"
    ) == ("False ['']\n")
    assert not (site.folder / "oauth-key").exists()
    site.manage("check", OAUTH="true")
    assert (site.folder / "oauth-key").exists()
