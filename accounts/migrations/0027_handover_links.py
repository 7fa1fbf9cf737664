from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_name_in_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="handover_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
