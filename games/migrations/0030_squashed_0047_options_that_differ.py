"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`).

0047 mends matches opened with the API, which is newer than a database that stands before 0030: it has none.
"""

import common.relabelling
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('games', '0030_events'), ('games', '0031_at_device'), ('games', '0032_defaults_for_the_release_before'), ('games', '0033_event_age'), ('games', '0034_being_played'), ('games', '0035_match_ended'), ('games', '0036_reason_of_a_hint'), ('games', '0037_sealed_matches'), ('games', '0038_challenges'), ('games', '0039_club_tables'), ('games', '0040_club_access'), ('games', '0041_reports_of_clubs'), ('games', '0042_plainer_labels'), ('games', '0043_plainer_help_texts'), ('games', '0044_plainer_names'), ('games', '0045_to_move'), ('games', '0046_reports_behind_measures'), ('games', '0047_options_that_differ')]

    dependencies = [
        ('accounts', '__first__'),
        ('clubs', '0002_plainer_help_texts'),
        ('games', '0029_words'),
        ('notices', '0010_webhooks_for_programs_and_ntfy'),
    ]

    operations = [
        migrations.CreateModel(
            name='Listener',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(default=0)),
                ('looked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='listener', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'listener',
                'verbose_name_plural': 'listeners',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.message')),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='notices.notice')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['user', 'number'],
                'constraints': [models.UniqueConstraint(fields=('user', 'number'), name='event_number_once'), models.UniqueConstraint(fields=('user', 'notice'), name='event_once_per_notice'), models.UniqueConstraint(fields=('user', 'message'), name='event_once_per_message'), models.CheckConstraint(condition=models.Q(('notice__isnull', True), ('message__isnull', True), _connector='XOR'), name='event_of_one_thing')],
                'indexes': [models.Index(fields=['made_at'], name='event_age')],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='at_device',
            field=models.BooleanField(db_default=False, default=False, help_text='The players share the host’s device and pass it around.', verbose_name='on one device'),
        ),
        migrations.AddField(
            model_name='match',
            name='hand_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name='match',
            name='hand_shown',
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='name_at_device',
            field=models.CharField(blank=True, db_default='', default='', max_length=24),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('at_device', True)), fields=['host', '-changed_at'], name='match_at_device'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('at_device', False), models.Q(('exhibition', False), ('host_starts', False), ('pace', 'none'), ('rated', False)), _connector='OR'), name='match_at_device_is_unrated_and_unhurried'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hand_key', ''), ('hand_shown__isnull', True)), models.Q(('at_device', True), ('hand_shown__isnull', False), models.Q(('hand_key', ''), _negated=True)), _connector='OR'), name='match_hand_shown_at_a_device'),
        ),
        migrations.AlterField(
            model_name='match',
            name='record_headers',
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
        migrations.AlterField(
            model_name='seat',
            name='weekend_zone',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['status', 'access', '-changed_at'], name='match_being_played'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'finished')), fields=['-finished_at', '-id'], name='match_ended'),
        ),
        migrations.AddField(
            model_name='hint',
            name='best',
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AddField(
            model_name='match',
            name='sealed_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='thoughts',
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('sealed_until__isnull', False)), fields=['sealed_until'], name='match_sealed'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('sealed_until__isnull', True), models.Q(('access', 'link'), ('at_device', False), ('exhibition', False), ('rated', False)), _connector='OR'), name='match_sealed_is_unrated_and_in_no_list'),
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=24, unique=True)),
                ('seat', models.PositiveSmallIntegerField()),
                ('thoughts', models.PositiveIntegerField()),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(null=True)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='games.match')),
                ('sender', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sent deal',
                'verbose_name_plural': 'sent deals',
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__lte', 4)), name='challenge_seat_at_most_4')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='attempt', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                ('challenge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.challenge')),
            ],
            options={
                'verbose_name': 'attempt',
                'verbose_name_plural': 'attempts',
                'constraints': [models.UniqueConstraint(fields=('challenge', 'user'), name='attempt_once')],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='club',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches', to='clubs.club'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('club__isnull', False)), fields=['club', 'status', '-finished_at', '-id'], name='match_of_a_club'),
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_access_known',
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('access__in', ['anybody', 'friends', 'link', 'password', 'club'])), name='match_access_known'),
        ),
        migrations.RemoveConstraint(
            model_name='report',
            name='one_open_report_per_person_and_reporter',
        ),
        migrations.AddField(
            model_name='report',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='clubs.club'),
        ),
        migrations.AddField(
            model_name='report',
            name='club_name',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('club_name', ''), ('message', None), ('settled_at', None)), fields=('person', 'reporter'), name='one_open_report_per_person_and_reporter'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('settled_at', None)), fields=('club', 'reporter'), name='one_open_report_per_club_and_reporter'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('message', None), models.Q(('club', None), ('club_name', '')), _connector='OR'), name='report_of_a_message_or_a_club'),
        ),
        migrations.AlterModelTable(
            name='trail',
            table='games_trail',
        ),
        migrations.AlterModelTable(
            name='footprint',
            table='games_footprint',
        ),
        migrations.RenameModel(
            old_name='Trail',
            new_name='FingerprintSeries',
        ),
        migrations.RenameModel(
            old_name='Footprint',
            new_name='Fingerprint',
        ),
        migrations.AddField(
            model_name='silence',
            name='report',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.report'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['person', '-made_at'], name='reports_about_person'),
        ),
        common.relabelling.Relabel(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name='fingerprint',
                    name='footprint_ply_once_per_trail',
                ),
                migrations.RemoveIndex(
                    model_name='fingerprint',
                    name='footprint_look',
                ),
                migrations.RenameField(
                    model_name='fingerprint',
                    old_name='trail',
                    new_name='series',
                ),
                migrations.AlterField(
                    model_name='fingerprint',
                    name='series',
                    field=models.ForeignKey(db_column='trail_id', on_delete=django.db.models.deletion.CASCADE, related_name='fingerprints', to='games.fingerprintseries'),
                ),
                migrations.RenameField(
                    model_name='fingerprint',
                    old_name='look',
                    new_name='value',
                ),
                migrations.AlterField(
                    model_name='fingerprint',
                    name='value',
                    field=models.BigIntegerField(db_column='look'),
                ),
                migrations.AddConstraint(
                    model_name='fingerprint',
                    constraint=models.UniqueConstraint(fields=('series', 'ply'), name='footprint_ply_once_per_trail'),
                ),
                migrations.AddIndex(
                    model_name='fingerprint',
                    index=models.Index(fields=['value'], name='footprint_look'),
                ),
                migrations.AlterField(
                    model_name='fingerprintseries',
                    name='match',
                    field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fingerprints', to='games.match'),
                ),
                migrations.RenameField(
                    model_name='heartbeat',
                    old_name='at',
                    new_name='last_beat_at',
                ),
                migrations.AlterField(
                    model_name='heartbeat',
                    name='last_beat_at',
                    field=models.DateTimeField(db_column='at'),
                ),
                migrations.RenameField(
                    model_name='heartbeat',
                    old_name='served_at',
                    new_name='last_page_served_at',
                ),
                migrations.AlterField(
                    model_name='heartbeat',
                    name='last_page_served_at',
                    field=models.DateTimeField(db_column='served_at', null=True),
                ),
                migrations.RemoveConstraint(
                    model_name='match',
                    name='match_that_plays_on_is_unrated',
                ),
                migrations.RemoveConstraint(
                    model_name='match',
                    name='match_that_borrows_plays_on',
                ),
                migrations.RenameField(
                    model_name='match',
                    old_name='plays_on',
                    new_name='is_fork',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='is_fork',
                    field=models.BooleanField(db_column='plays_on', default=False),
                ),
                migrations.RenameField(
                    model_name='match',
                    old_name='borrowed',
                    new_name='inherited_plies',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='inherited_plies',
                    field=models.PositiveIntegerField(db_column='borrowed', default=0),
                ),
                migrations.RenameField(
                    model_name='match',
                    old_name='win_offer',
                    new_name='claimable_by',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='claimable_by',
                    field=models.PositiveSmallIntegerField(db_column='win_offer', null=True),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.CheckConstraint(condition=models.Q(('rated', False), ('is_fork', False), _connector='OR'), name='match_that_plays_on_is_unrated'),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.CheckConstraint(condition=models.Q(('is_fork', True), ('inherited_plies', 0), _connector='OR'), name='match_that_borrows_plays_on'),
                ),
                migrations.RemoveConstraint(
                    model_name='match',
                    name='match_deadline_of_an_awaited_seat',
                ),
                migrations.RemoveConstraint(
                    model_name='match',
                    name='match_awaits_only_while_running',
                ),
                migrations.RemoveConstraint(
                    model_name='match',
                    name='match_awaited_is_a_seat',
                ),
                migrations.RenameField(
                    model_name='match',
                    old_name='awaited',
                    new_name='to_move',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='to_move',
                    field=models.PositiveSmallIntegerField(db_column='awaited', help_text='Counted from 0.', null=True, verbose_name='seat to move'),
                ),
                migrations.RenameField(
                    model_name='match',
                    old_name='awaited_since',
                    new_name='to_move_since',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='to_move_since',
                    field=models.DateTimeField(db_column='awaited_since', null=True),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.CheckConstraint(condition=models.Q(('deadline__isnull', True), models.Q(('to_move__isnull', False), models.Q(('pace', 'none'), _negated=True)), _connector='OR'), name='match_deadline_of_an_awaited_seat'),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.CheckConstraint(condition=models.Q(('status', 'running'), ('to_move__isnull', True), ('status', 'broken'), _connector='OR'), name='match_awaits_only_while_running'),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.CheckConstraint(condition=models.Q(('to_move__isnull', True), ('to_move__lt', models.F('seat_count')), _connector='OR'), name='match_awaited_is_a_seat'),
                ),
            ],
        ),
    ]
