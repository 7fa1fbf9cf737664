from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="theme",
            field=models.CharField(
                choices=[("system", "As on my device"), ("light", "Light"), ("dark", "Dark")],
                default="system",
                max_length=8,
                verbose_name="colours",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("theme__in", ["system", "light", "dark"])), name="user_theme_known"
            ),
        ),
    ]
