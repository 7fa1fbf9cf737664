from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0035_match_ended'),
    ]

    operations = [
        migrations.AddField(
            model_name='hint',
            name='best',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='The best actions in notation, each with what it leaves to the user in thousandths of a win.'),
        ),
    ]
