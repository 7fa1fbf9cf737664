"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`)."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('puzzles', '0001_initial'), ('puzzles', '0002_mistakes_collected'), ('puzzles', '0003_plainer_help_texts')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('games', '0038_challenges'),
    ]

    operations = [
        migrations.CreateModel(
            name='Collected',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mistakes_collected', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'collected',
            },
        ),
        migrations.CreateModel(
            name='Five',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('puzzles', models.JSONField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_days', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'day'), name='five_once')],
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('game', models.CharField(max_length=20)),
                ('rules_version', models.CharField(max_length=8)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('options', models.JSONField(blank=True, default=dict)),
                ('deal', models.TextField()),
                ('plies', models.JSONField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('left', models.JSONField()),
                ('line', models.JSONField(blank=True, default=list)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('answered', models.PositiveIntegerField(default=0)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='puzzles', to='games.match')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mistakes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('owner', None)), fields=['mu'], name='puzzle_by_rating')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__lt', models.F('seat_count'))), name='puzzle_seat_is_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Search',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('upto', models.PositiveIntegerField(default=0)),
                ('found', models.PositiveSmallIntegerField(default=0)),
                ('worked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(null=True)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_search', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'searches',
            },
        ),
        migrations.CreateModel(
            name='Solver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
                ('answers', models.PositiveIntegerField(default=0)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='solver', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(max_length=80)),
                ('result', models.CharField(choices=[('solved', 'Solved'), ('nearly', 'Nearly'), ('missed', 'Not solved')], max_length=6)),
                ('day', models.DateField()),
                ('of_the_day', models.BooleanField(default=False)),
                ('rating_before', models.SmallIntegerField(null=True)),
                ('rating_after', models.SmallIntegerField(null=True)),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_answers', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='puzzles.puzzle')),
            ],
            options={
                'ordering': ['answered_at', 'pk'],
                'indexes': [models.Index(fields=['user', 'day'], name='answer_by_day')],
                'constraints': [models.UniqueConstraint(fields=('puzzle', 'user'), name='answer_once'), models.CheckConstraint(condition=models.Q(('result__in', ['solved', 'nearly', 'missed'])), name='answer_result_known')],
            },
        ),
    ]
