from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0027_handover_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="is_for_people",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
