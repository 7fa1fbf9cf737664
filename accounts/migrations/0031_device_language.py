from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0030_password_lost"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="device_language",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=10),
        ),
    ]
