"""The short way to what the replaced migrations lead to, for new databases (`tests/operating/test_old_tables.py`)."""

import accounts.models
import accounts.names
import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0001_initial'), ('accounts', '0002_theme_of_a_user'), ('accounts', '0003_names_ignoring_case'), ('accounts', '0004_look_of_a_name'), ('accounts', '0005_vacations_and_confirming'), ('accounts', '0006_name_changes'), ('accounts', '0007_five_computer_players'), ('accounts', '0008_bans'), ('accounts', '0009_cautions'), ('accounts', '0010_language'), ('accounts', '0011_board_colours_of_a_user'), ('accounts', '0012_single_keys_of_a_user'), ('accounts', '0013_presses'), ('accounts', '0014_time_zone_of_a_user'), ('accounts', '0015_words'), ('accounts', '0016_api_tokens'), ('accounts', '0017_defaults_for_the_release_before'), ('accounts', '0018_bots'), ('accounts', '0019_first_steps'), ('accounts', '0020_open_games'), ('accounts', '0021_plainer_labels'), ('accounts', '0022_letters'), ('accounts', '0023_plainer_help_texts')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken.'}, help_text='2 to 24 characters: Latin letters (accents are fine) or Chinese characters, digits, dots, hyphens and underscores. Start with a letter or digit.', max_length=24, unique=True, validators=[accounts.names.validate_name], verbose_name='name')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('level', models.CharField(blank=True, default='', max_length=16, verbose_name='computer level')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('theme', models.CharField(choices=[('system', 'Same as my device'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=8, verbose_name='theme')),
                ('name_look', accounts.models.SkeletonField(editable=False, error_messages={'unique': 'This name is taken, or looks too much like one that is.'}, max_length=48, unique=True)),
                ('away_until', models.DateTimeField(null=True)),
                ('confirm_turns', models.CharField(choices=[('slow', 'In day games'), ('always', 'Always'), ('never', 'Never')], default='slow', max_length=8, verbose_name='confirm before ending a turn')),
                ('banned_until', models.DateTimeField(editable=False, null=True)),
                ('cautioned_at', models.DateTimeField(editable=False, null=True)),
                ('language', models.CharField(blank=True, default='', help_text='Leave this empty to use the browser’s language.', max_length=10, verbose_name='language')),
                ('board_colours', models.CharField(choices=[('standard', 'Standard'), ('safe', 'Colour-blind friendly')], default='standard', max_length=8, verbose_name='board colours')),
                ('single_keys', models.CharField(choices=[('on', 'On'), ('off', 'Off')], default='on', max_length=4, verbose_name='single-key shortcuts')),
                ('device_zone', models.CharField(blank=True, db_default='', default='', editable=False, max_length=64)),
                ('time_zone', models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='time zone')),
                ('owner', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bots', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('is_shown_around', models.BooleanField(db_default=True, default=True, editable=False)),
                ('open_games', models.CharField(choices=[('unnamed', 'Without my name'), ('named', 'With my name')], db_default='unnamed', default='unnamed', max_length=8, verbose_name='my games in the open games')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'swappable': 'AUTH_USER_MODEL',
                'constraints': [models.UniqueConstraint(condition=models.Q(('level', ''), _negated=True), fields=('level',), name='one_computer_player_per_level'), models.CheckConstraint(condition=models.Q(('is_guest', False), ('level', ''), _connector='OR'), name='a_computer_player_is_no_guest'), models.CheckConstraint(condition=models.Q(('theme__in', ['system', 'light', 'dark'])), name='user_theme_known'), models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='user_name_once_ignoring_case', violation_error_message='This name is taken.'), models.CheckConstraint(condition=models.Q(('confirm_turns__in', ['slow', 'always', 'never'])), name='user_confirm_turns_known'), models.CheckConstraint(condition=models.Q(('board_colours__in', ['standard', 'safe'])), name='user_board_colours_known'), models.CheckConstraint(condition=models.Q(('single_keys__in', ['on', 'off'])), name='user_single_keys_known'), models.CheckConstraint(condition=models.Q(('owner', None), models.Q(('is_guest', False), ('level', '')), _connector='OR'), name='a_bot_is_no_guest_and_no_computer_player'), models.CheckConstraint(condition=models.Q(('open_games__in', ['unnamed', 'named'])), name='user_open_games_known')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.CharField(max_length=60)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
                'ordering': ['user', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(blank=True, help_text='Leave this empty to ban them for good.', null=True, verbose_name='until')),
                ('why', models.CharField(help_text='Shown to the person.', max_length=300, verbose_name='why')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='issued')),
                ('lifted_at', models.DateTimeField(editable=False, null=True, verbose_name='lifted')),
                ('lifted_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='lifted by')),
                ('made_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'ban',
                'verbose_name_plural': 'bans',
                'ordering': ['-made_at', '-id'],
                'indexes': [models.Index(fields=['user', '-made_at'], name='bans_of_user')],
            },
        ),
        migrations.CreateModel(
            name='Caution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.TextField(help_text='Shown to the person.', max_length=1000, verbose_name='text')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='issued')),
                ('read_at', models.DateTimeField(editable=False, null=True, verbose_name='read')),
                ('made_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cautions', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'warning',
                'verbose_name_plural': 'warnings',
                'ordering': ['-made_at', '-id'],
                'indexes': [models.Index(fields=['user', '-made_at'], name='cautions_of_user')],
            },
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=320, verbose_name='email address')),
                ('template', models.CharField(max_length=64)),
                ('facts', models.JSONField(default=dict)),
                ('counted', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('waiting', 'to be sent'), ('sent', 'sent'), ('past', 'no longer relevant'), ('failed', 'could not be sent')], default='waiting', max_length=8)),
                ('due', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('ended_at', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, default='', max_length=200)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='letters', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'account email',
                'verbose_name_plural': 'account emails',
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due'], name='letter_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'sent', 'past', 'failed'])), name='letter_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='letter_ends_once')],
            },
        ),
        migrations.CreateModel(
            name='NameChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('old', models.CharField(max_length=24, verbose_name='old name')),
                ('new', models.CharField(max_length=24, verbose_name='new name')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='name_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'name change',
                'verbose_name_plural': 'name changes',
                'ordering': ['-at'],
                'indexes': [models.Index(fields=['user', '-at'], name='names_of_user')],
            },
        ),
        migrations.CreateModel(
            name='Press',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=64, unique=True)),
                ('browser', models.CharField(blank=True, default='', max_length=64)),
                ('let_in', models.BooleanField(default=False)),
                ('target', models.TextField(blank=True, default='')),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='presses', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('days', models.PositiveSmallIntegerField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
                'ordering': ['user', 'began_at'],
                'indexes': [models.Index(fields=['user', 'began_at'], name='vacation_of_user')],
            },
        ),
    ]
