"""The log, as the site writes it."""

import pytest
from django.utils.module_loading import import_string

from machupicchu import settings as of_the_site


def lines(capture: pytest.LogCaptureFixture) -> list[str]:
    """The lines that the site's handler would have written."""
    formatter = of_the_site.LOGGING["formatters"]["plain"]
    made = import_string(formatter["()"])(formatter["format"], style=formatter["style"])
    return "\n".join(made.format(record) for record in capture.records).splitlines()
