import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_the_writers(apps, schema_editor):
    """A report has been about whoever wrote the message. Reports of oneself there could be none."""
    message = apps.get_model("games", "Message").objects.filter(pk=OuterRef("message"))
    apps.get_model("games", "Report").objects.update(person=Subquery(message.values("user")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_exhibitions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="report", name="report_reason_known"),
        migrations.AddField(
            model_name="report",
            name="person",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports_about",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="message",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.message"
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="reason",
            field=models.CharField(
                choices=[
                    ("insult", "Insults or threats"),
                    ("advice", "Secret help in a game"),
                    ("stalling", "Leaves games, or holds them up on purpose"),
                    ("name", "A name that insults"),
                    ("spam", "Advertising or noise"),
                    ("other", "Something else"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="silence",
            name="until",
            field=models.DateTimeField(blank=True, help_text="Empty: for good.", null=True),
        ),
        migrations.RunPython(name_the_writers, migrations.RunPython.noop, elidable=True),
    ]
