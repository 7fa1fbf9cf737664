from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Matches that run: since their last change, which is what counted until now."""
    awaited = apps.get_model("games", "Match").objects.using(schema_editor.connection.alias).filter(status="running")
    awaited.update(awaited_since=F("changed_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0020_seats_not_ended")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="awaited_since",
            field=models.DateTimeField(help_text="Since when the seat that decides now may do so.", null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
