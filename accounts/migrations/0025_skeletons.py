"""`name_look` is called `name_skeleton`, as in Unicode's UTS 39. The column keeps its name, so nothing is written."""

import accounts.models
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0024_reports_behind_measures"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="user", old_name="name_look", new_name="name_skeleton"),
                migrations.AlterField(
                    model_name="user",
                    name="name_skeleton",
                    field=accounts.models.SkeletonField(
                        db_column="name_look",
                        editable=False,
                        error_messages={"unique": "This name is taken, or looks too much like one that is."},
                        max_length=48,
                        unique=True,
                    ),
                ),
            ]
        ),
    ]
