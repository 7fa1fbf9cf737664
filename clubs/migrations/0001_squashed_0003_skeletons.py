"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`)."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('clubs', '0001_initial'), ('clubs', '0002_plainer_help_texts'), ('clubs', '0003_skeletons')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True, verbose_name='code')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('description', models.CharField(blank=True, default='', max_length=500, verbose_name='description')),
                ('entry', models.CharField(choices=[('open', 'Anyone'), ('asking', 'Anyone I let in'), ('link', 'Only people with the invitation link')], default='open', max_length=6, verbose_name='access')),
                ('is_public', models.BooleanField(default=True, verbose_name='public')),
                ('invite', models.CharField(max_length=24)),
                ('founded_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='founded')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('founder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='clubs_founded', to=settings.AUTH_USER_MODEL, verbose_name='founder')),
                ('name_skeleton', models.CharField(db_column='name_look', max_length=80, unique=True)),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['-founded_at', '-id'],
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True), ('is_public', True)), fields=['-founded_at', '-id'], name='club_listed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('entry__in', ['open', 'asking', 'link'])), name='club_entry_known'), models.CheckConstraint(condition=models.Q(('is_public', True), ('entry', 'link'), _connector='OR'), name='club_hidden_is_by_link')],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('standing', models.CharField(choices=[('host', 'host'), ('member', 'member'), ('asks', 'asks to join'), ('invited', 'invited'), ('removed', 'removed')], max_length=7)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'club member',
                'verbose_name_plural': 'club members',
                'ordering': ['since', 'id'],
                'indexes': [models.Index(fields=['club', 'standing', '-since', '-id'], name='member_of_club'), models.Index(fields=['user', 'standing'], name='member_user')],
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='member_once'), models.UniqueConstraint(condition=models.Q(('standing', 'host')), fields=('club',), name='member_host_once'), models.CheckConstraint(condition=models.Q(('standing__in', ['host', 'member', 'asks', 'invited', 'removed'])), name='member_standing_known')],
            },
        ),
    ]
