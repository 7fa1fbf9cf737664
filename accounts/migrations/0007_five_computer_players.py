from itertools import chain, count

from django.db import migrations

RENAMED = {
    # Level until now: its new name, what that is easily taken for, and the new key.
    "easy": ("Chinchilla", "chlnchllla", "beginner"),
    "strong": ("Owl", "owl", "strong"),
}


def rename(apps, schema_editor):
    """The two computer players until now become the first and the fourth of five; their matches and ratings stay.

    Where a person has such a name already, a number follows it.
    """
    User = apps.get_model("accounts", "User")
    for before, (name, look, level) in RENAMED.items():
        taken = set(User.objects.filter(name_look__startswith=look).values_list("name_look", flat=True))
        for end in chain([""], count(2)):
            if f"{look}{end}" not in taken:
                break
        User.objects.filter(level=before).update(
            level=level, username=f"{name}-{end}" if end else name, name_look=f"{look}{end}"
        )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_name_changes"),
    ]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
