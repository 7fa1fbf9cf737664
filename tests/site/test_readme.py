"""The README keeps its promises."""

import re

from django.conf import settings

README = settings.BASE_DIR / "README.md"
READ = re.compile(r'env\.[a-z_]+\(\s*"([A-Z_]+)"')


def test_every_setting_is_in_the_table():
    sources = [settings.BASE_DIR / "machupicchu/settings.py", *(settings.BASE_DIR / "machupicchu/run").glob("*.py")]
    read = {name for source in sources for name in READ.findall(source.read_text())}
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", README.read_text(), re.MULTILINE))
    assert read == told
    assert len(read) > 10


def test_every_folder_that_is_named_exists():
    text = README.read_text()
    named = re.findall(r"^    ((?:[a-z_]+/)+) ", text, re.MULTILINE)
    assert len(named) > 6
    assert [folder for folder in named if not (settings.BASE_DIR / folder).is_dir()] == []


def test_a_large_site_has_somebody_for_every_queue():
    served = set(re.findall(r" celery -A machupicchu worker -Q ([a-z]+)", README.read_text()))
    routes = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == routes | {settings.CELERY_TASK_DEFAULT_QUEUE}
