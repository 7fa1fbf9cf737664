"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`)."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('cups', '0001_initial'), ('cups', '0002_places'), ('cups', '0003_duplicate'), ('cups', '0004_removed'), ('cups', '0005_club'), ('cups', '0006_hidden'), ('cups', '0007_plainer_help_texts')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('clubs', '0003_skeletons'),
        ('games', '0047_options_that_differ'),
    ]

    operations = [
        migrations.CreateModel(
            name='Cup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('system', models.CharField(choices=[('swiss', 'Swiss'), ('robin', 'Robin'), ('knock', 'Knock Out'), ('dupli', 'Duplicate')], max_length=5)),
                ('game', models.CharField(blank=True, default='', max_length=20)),
                ('size', models.PositiveSmallIntegerField()),
                ('pace', models.CharField(choices=[('live', 'Live'), ('1d', '1 day a turn'), ('2d', '2 days a turn'), ('3d', '3 days a turn'), ('7d', '7 days a turn'), ('none', 'No time limit')], max_length=4)),
                ('weekends_off', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('computers', models.BooleanField(default=False)),
                ('wanted_rounds', models.PositiveSmallIntegerField(null=True)),
                ('round_days', models.PositiveSmallIntegerField(null=True)),
                ('status', models.CharField(choices=[('open', 'Open'), ('running', 'Running'), ('over', 'Over')], default='open', max_length=7)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(null=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cups', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cups', to='clubs.club')),
                ('is_hidden', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'ordering': ['-opened_at', '-id'],
                'indexes': [models.Index(fields=['status', '-opened_at'], name='cup_by_status'), models.Index(condition=models.Q(('club__isnull', False)), fields=['club', '-opened_at', '-id'], name='cup_of_a_club')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['open', 'running', 'over'])), name='cup_status_known'), models.CheckConstraint(condition=models.Q(('size__gte', 2), ('size__lte', 5)), name='cup_two_to_five_seats'), models.CheckConstraint(condition=models.Q(('system__in', ['swiss', 'robin', 'knock', 'dupli'])), name='cup_system_known'), models.CheckConstraint(condition=models.Q(models.Q(('system__in', ['knock', 'dupli']), _negated=True), ('computers', True), _connector='OR'), name='cup_knock_out_is_filled'), models.CheckConstraint(condition=models.Q(models.Q(('system', 'dupli'), _negated=True), ('rated', False), _connector='OR'), name='cup_duplicate_is_unrated')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('lot', models.PositiveIntegerField()),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('left_at', models.DateTimeField(null=True)),
                ('cup', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='cups.cup')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cup_entries', to=settings.AUTH_USER_MODEL)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('removed', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'ordering': ['cup', 'number'],
                'constraints': [models.UniqueConstraint(fields=('cup', 'number'), name='entry_number_once'), models.UniqueConstraint(fields=('cup', 'user'), name='entry_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_number_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('game', models.CharField(max_length=20)),
                ('paired_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_moment', models.DateTimeField(null=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('cup', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='cups.cup')),
                ('deal', models.TextField(blank=True, db_default='', default='')),
            ],
            options={
                'ordering': ['cup', 'number'],
                'constraints': [models.UniqueConstraint(fields=('cup', 'number'), name='round_once')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('players', models.JSONField()),
                ('ranks', models.JSONField(null=True)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.match')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='cups.round')),
                ('leads', models.JSONField(null=True)),
            ],
            options={
                'ordering': ['round', 'number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='pairing_once')],
            },
        ),
    ]
