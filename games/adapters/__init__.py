"""The games as OpenSpiel and PettingZoo environments. Needs the `research` extra; the site never imports it."""
