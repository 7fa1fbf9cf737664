from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0028_scope_for_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="second_step_left_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
