"""`python -m games`: the commands of the engine on its own."""

from games.console.commands import main

raise SystemExit(main())
