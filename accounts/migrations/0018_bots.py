import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_defaults_for_the_release_before"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="Who answers for a bot. Empty for everybody else.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="bots",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("owner", None), models.Q(("is_guest", False), ("level", "")), _connector="OR"),
                name="a_bot_is_no_guest_and_no_computer_player",
            ),
        ),
    ]
