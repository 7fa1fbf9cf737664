from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0031_device_language"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(("is_active", False)), fields=["id"], name="closed_accounts"),
        ),
    ]
