from django.db import migrations, models

from common.relabelling import Relabel


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0018_browsers_known_by_name"),
    ]

    operations = [
        Relabel(
            state_operations=[
                migrations.AlterField(
                    model_name="delivery",
                    name="begun_at",
                    field=models.DateTimeField(
                        help_text="Set when sending starts. If no answer comes, it is not sent again: "
                        "it might arrive twice.",
                        null=True,
                        verbose_name="sending started",
                    ),
                ),
            ]
        ),
    ]
