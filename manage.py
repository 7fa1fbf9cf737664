#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    """Run the command. A wrong setting is reported in one line, or in full with `--traceback`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is missing. `uv sync` or `make ready` installs all that is needed; then .venv/bin/python")
    from machupicchu.catalogues import compile_stale

    if sys.argv[1:2] == ["version"]:  # Django would print its own version
        sys.argv[1] = "site_version"
    if sys.argv[1:2] == ["runserver"] and not os.environ.get("DEBUG", "").strip():
        os.environ["DEBUG"] = "true"
    compile_stale()  # before the settings, which offer only languages with a compiled catalogue
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        print(f"Wrong setting: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
