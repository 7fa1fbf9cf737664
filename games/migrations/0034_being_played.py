from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0033_event_age'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['status', 'access', '-changed_at'], name='match_being_played'),
        ),
    ]
