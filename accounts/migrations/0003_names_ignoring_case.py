import django.db.models.functions.text
from django.db import migrations, models

import accounts.names


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_theme_of_a_user"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This name is taken."},
                help_text="2 to 24 characters: letters a to z, digits, dot, hyphen and underscore, beginning with a letter or digit.",
                max_length=24,
                unique=True,
                validators=[accounts.names.validate_name],
                verbose_name="name",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Upper("username"),
                name="user_name_once_ignoring_case",
                violation_error_message="This name is taken.",
            ),
        ),
    ]
