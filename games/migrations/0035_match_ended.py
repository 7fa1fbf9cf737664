from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_being_played'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'finished')), fields=['-finished_at', '-id'], name='match_ended'),
        ),
    ]
