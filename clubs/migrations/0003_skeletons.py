"""`name_look` is called `name_skeleton`, as in Unicode's UTS 39. The column keeps its name, so nothing is written."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_plainer_help_texts"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="club", old_name="name_look", new_name="name_skeleton"),
                migrations.AlterField(
                    model_name="club",
                    name="name_skeleton",
                    field=models.CharField(db_column="name_look", max_length=80, unique=True),
                ),
            ]
        ),
    ]
