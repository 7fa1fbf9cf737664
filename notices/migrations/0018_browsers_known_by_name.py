"""A browser gets no push while its user is logged out there. Those stored before stay without a name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0017_preferences")]

    operations = [
        migrations.AddField(
            model_name="browser",
            name="known_as",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
    ]
