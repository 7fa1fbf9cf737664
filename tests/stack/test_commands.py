"""Django's own commands with freshly fetched code: nothing is compiled, nothing runs."""

from pathlib import Path

import pytest

from tests.stack.development import Commands, copied

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """A site with its database, whose code has never run."""
    return Commands(tmp_path_factory.mktemp("var"), copied(tmp_path_factory.mktemp("code") / "site"))


def test_the_first_command_compiles_the_catalogues(commands):
    done = commands.manage(
        "shell", "-c", "from django.conf import settings; print([code for code, _ in settings.LANGUAGES])"
    )
    assert done.stdout.splitlines()[-1] == "['en', 'hu', 'de', 'zh-hans']", done.stderr
    assert {file.parts[-3] for file in Path(commands.code).rglob("django.mo")} >= {"de", "hu", "zh_Hans"}


def test_an_administrator_is_made_and_found(commands):
    facts = {"DJANGO_SUPERUSER_PASSWORD": "quiet-terrace-7"}
    done = commands.manage("createsuperuser", "--noinput", "--username", "ana", "--email", "a@example.org", **facts)
    assert (done.returncode, done.stdout) == (0, "Superuser created successfully.\n"), done.stderr
    done = commands.manage(
        "shell", "-c", "from accounts.models import User; print(User.objects.get(is_superuser=True))"
    )
    assert done.stdout.splitlines()[-1] == "ana", done.stderr


def test_nothing_is_to_be_migrated(commands):
    done = commands.manage("makemigrations", "--check", "--dry-run")
    assert (done.returncode, done.stdout) == (0, "No changes detected\n"), done.stderr


def test_the_database_can_be_asked_or_the_program_that_asks_it_is_named(commands):
    done = commands.manage("dbshell", said="select 6 * 7;\n")
    assert "42" in done.stdout or done.stderr.startswith("CommandError: You appear not to have the 'sqlite3' program")
