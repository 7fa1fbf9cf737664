import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Apart from the rows they are about: PostgreSQL changes no table in the transaction that has written to it."""

    dependencies = [("games", "0011_reports_of_people")]

    operations = [
        migrations.AlterField(
            model_name="report",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="reports_about", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=Q(reason__in=["insult", "advice", "stalling", "name", "spam", "other"]),
                name="report_reason_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=Q(message=None, settled_at=None),
                fields=("person", "reporter"),
                name="one_open_report_per_person_and_reporter",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(condition=~Q(person=F("reporter")), name="report_of_somebody_else"),
        ),
    ]
