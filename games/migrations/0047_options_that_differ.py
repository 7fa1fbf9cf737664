"""Matches opened with the API stored options at their printed values too, so the archive did not find the printed game."""

from django.db import migrations

PRINTED = {"maya": "setup=random", "princes": "start=printed"}


def clear(apps, schema_editor):
    """Leave out the options at their printed values: they mean the same as none."""
    for game, options in PRINTED.items():
        apps.get_model("games", "Match").objects.filter(game=game, options=options).update(options="")


class Migration(migrations.Migration):
    dependencies = [("games", "0046_reports_behind_measures")]

    operations = [migrations.RunPython(clear, migrations.RunPython.noop)]
