import accounts.models
import accounts.names
from django.db import migrations, models

LOOKS_LIKE = str.maketrans("i10", "llo", "._-")


def fill(apps, schema_editor):
    """Names were ASCII until now. Where two look alike already, the older one keeps the look."""
    User = apps.get_model("accounts", "User")
    taken = set()
    for user in User.objects.order_by("pk").only("pk", "username").iterator():
        look = user.username.lower().translate(LOOKS_LIKE)
        if look in taken:
            look = f"{look}#{user.pk}"
        taken.add(look)
        User.objects.filter(pk=user.pk).update(name_look=look)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_names_ignoring_case"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_look",
            field=models.CharField(max_length=48, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="name_look",
            field=accounts.models.LookField(
                editable=False,
                error_messages={"unique": "This name is taken, or looks much like one that is."},
                max_length=48,
                unique=True,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This name is taken."},
                help_text="2 to 24 characters: Latin letters (also with accents, like é, ő, ß) or Chinese characters, digits, dot, hyphen and underscore, beginning with a letter or digit.",
                max_length=24,
                unique=True,
                validators=[accounts.names.validate_name],
                verbose_name="name",
            ),
        ),
    ]
