"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`)."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('notices', '0001_outbox'), ('notices', '0002_letters_outlive_their_head'), ('notices', '0003_names_of_channels'), ('notices', '0004_cautions'), ('notices', '0005_closed_tables'), ('notices', '0006_sent_away'), ('notices', '0007_about_whom'), ('notices', '0008_unsure_and_aside'), ('notices', '0009_words'), ('notices', '0010_webhooks_for_programs_and_ntfy'), ('notices', '0011_cups'), ('notices', '0012_challenges'), ('notices', '0013_ladders'), ('notices', '0014_clubs'), ('notices', '0015_plainer_labels'), ('notices', '0016_plainer_help_texts'), ('notices', '0017_preferences'), ('notices', '0018_browsers_known_by_name')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('games', '0016_rematches'),
    ]

    operations = [
        migrations.CreateModel(
            name='Browser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=600, unique=True)),
                ('key', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=40)),
                ('label', models.CharField(blank=True, default='', max_length=80)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browsers', to=settings.AUTH_USER_MODEL)),
                ('known_as', models.CharField(blank=True, db_default='', default='', editable=False, max_length=64)),
            ],
            options={
                'verbose_name': 'browser',
                'verbose_name_plural': 'browsers',
                'ordering': ['made_at'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'It’s my turn'), ('question', 'A question for me on another player’s turn'), ('half', 'Half my time is gone'), ('last', 'My time is running out'), ('invitation', 'Someone invites me to a table'), ('closed', 'A table I sit at is closed, or I am removed from it'), ('friend', 'Someone wants to be my friend'), ('started', 'A game has started'), ('finished', 'A game is over'), ('taken_over', 'A computer player has taken over a seat'), ('offer', 'Someone offers to end a game'), ('vacation', 'Someone I play with is on vacation'), ('cup', 'A cup I play in starts, draws a round, or is over'), ('ladder', 'I am challenged on a ladder, or my place changes'), ('club', 'Someone invites me to a club, lets me in, or wants to join mine'), ('challenge', 'Someone has played a deal I sent'), ('caution', 'A moderator has written to me'), ('aside', 'A match is on hold, and I can fix it'), ('test', 'A test I asked for')], max_length=12, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(null=True, verbose_name='seat')),
                ('ply', models.PositiveIntegerField(default=0, help_text='How many entries the match’s log had then.', verbose_name='log entries')),
                ('facts', models.JSONField(default=dict, help_text='What else its text needs; never a name.', verbose_name='details')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                ('due', models.DateTimeField(default=django.utils.timezone.now, verbose_name='not before')),
                ('planned', models.BooleanField(default=False, help_text='Its deliveries have been created.', verbose_name='passed on')),
                ('seen_at', models.DateTimeField(help_text='When the person first saw what it is about.', null=True, verbose_name='seen')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.match', verbose_name='match')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='caused by')),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'ordering': ['-made_at', '-id'],
                'indexes': [models.Index(condition=models.Q(('planned', False)), fields=['due'], name='notice_unplanned'), models.Index(fields=['user', '-made_at', '-id'], name='notice_history'), models.Index(condition=models.Q(('seen_at', None)), fields=['user', 'match'], name='notice_unseen'), models.Index(condition=models.Q(('kind__in', ['turn', 'question'])), fields=['match', '-ply'], name='notice_calls'), models.Index(fields=['made_at'], name='notice_age')],
                'constraints': [models.UniqueConstraint(fields=('user', 'match', 'ply', 'kind'), name='notice_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['turn', 'question', 'half', 'last']), _negated=True), models.Q(('match__isnull', False), ('seat__isnull', False)), _connector='OR'), name='notice_of_a_decision_names_match_and_seat'), models.CheckConstraint(condition=models.Q(('kind__in', ['turn', 'question', 'half', 'last', 'invitation', 'closed', 'friend', 'started', 'finished', 'taken_over', 'offer', 'vacation', 'cup', 'ladder', 'club', 'challenge', 'caution', 'aside', 'test'])), name='notice_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'It’s my turn'), ('question', 'A question for me on another player’s turn'), ('half', 'Half my time is gone'), ('last', 'My time is running out'), ('invitation', 'Someone invites me to a table'), ('closed', 'A table I sit at is closed, or I am removed from it'), ('friend', 'Someone wants to be my friend'), ('started', 'A game has started'), ('finished', 'A game is over'), ('taken_over', 'A computer player has taken over a seat'), ('offer', 'Someone offers to end a game'), ('vacation', 'Someone I play with is on vacation'), ('cup', 'A cup I play in starts, draws a round, or is over'), ('ladder', 'I am challenged on a ladder, or my place changes'), ('club', 'Someone invites me to a club, lets me in, or wants to join mine'), ('challenge', 'Someone has played a deal I sent'), ('caution', 'A moderator has written to me'), ('aside', 'A match is on hold, and I can fix it'), ('test', 'A test I asked for')], max_length=12)),
                ('channel', models.CharField(choices=[('pages', 'On the site'), ('push', 'Devices'), ('mail', 'Email'), ('webhook', 'Webhook')], max_length=8)),
                ('wanted', models.BooleanField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'preference',
                'verbose_name_plural': 'preferences',
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'channel'), name='wish_once'), models.CheckConstraint(condition=models.Q(('channel__in', ['pages', 'push', 'mail', 'webhook'])), name='wish_channel_known')],
                'db_table': 'notices_wish',
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.URLField(max_length=500)),
                ('style', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack, Mattermost, Zulip'), ('ntfy', 'ntfy'), ('json', 'JSON for a program')], max_length=8)),
                ('trouble', models.CharField(blank=True, default='', max_length=200)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'constraints': [models.CheckConstraint(condition=models.Q(('style__in', ['discord', 'slack', 'ntfy', 'json'])), name='webhook_style_known')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('pages', 'On the site'), ('push', 'Devices'), ('mail', 'Email'), ('webhook', 'Webhook')], max_length=8, verbose_name='channel')),
                ('target', models.PositiveBigIntegerField(default=0)),
                ('state', models.CharField(choices=[('waiting', 'to be sent'), ('sent', 'sent'), ('seen', 'you had already seen it'), ('past', 'no longer relevant'), ('unwanted', 'turned off before it was sent'), ('failed', 'could not be sent'), ('unsure', 'may have been sent')], default='waiting', max_length=8, verbose_name='state')),
                ('due', models.DateTimeField(verbose_name='next attempt')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('written_at', models.DateTimeField(null=True, verbose_name='email written')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
                ('trouble', models.CharField(blank=True, default='', max_length=200, verbose_name='trouble')),
                ('browser', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='notices.browser')),
                ('head', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='members', to='notices.delivery', verbose_name='sent together with')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('notice', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.notice', verbose_name='notification')),
                ('begun_at', models.DateTimeField(help_text='Set while no answer has come. It is not sent again then, as it must not arrive twice.', null=True, verbose_name='sending started')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['channel', 'due'], name='delivery_due'), models.Index(condition=models.Q(('head', models.F('id'))), fields=['user', '-written_at'], name='delivery_letters')],
                'constraints': [models.UniqueConstraint(fields=('notice', 'channel', 'target'), name='delivery_once'), models.CheckConstraint(condition=models.Q(('channel__in', ['pages', 'push', 'mail', 'webhook'])), name='delivery_channel_known'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='delivery_ends_once'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'sent', 'seen', 'past', 'unwanted', 'failed', 'unsure'])), name='delivery_state_known')],
            },
        ),
    ]
