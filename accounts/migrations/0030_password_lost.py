from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0029_second_step_left"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="password_lost_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
