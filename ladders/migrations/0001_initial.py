import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0038_challenges'),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20, unique=True)),
                ('season', models.CharField(max_length=6)),
            ],
            options={
                'ordering': ['game'],
            },
        ),
        migrations.CreateModel(
            name='Final',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('season', models.CharField(max_length=6)),
                ('place', models.PositiveIntegerField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='finals', to=settings.AUTH_USER_MODEL)),
                ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='finals', to='ladders.ladder')),
            ],
            options={
                'ordering': ['ladder', 'season', 'place'],
                'constraints': [models.UniqueConstraint(fields=('ladder', 'season', 'place'), name='final_place_once'), models.UniqueConstraint(fields=('ladder', 'season', 'user'), name='final_of_user_once')],
            },
        ),
        migrations.CreateModel(
            name='Rung',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.IntegerField()),
                ('is_house', models.BooleanField(default=False)),
                ('silences', models.PositiveSmallIntegerField(default=0)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('active_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rungs', to='ladders.ladder')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rungs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['ladder', 'position'],
                'constraints': [models.UniqueConstraint(fields=('ladder', 'position'), name='rung_position_once'), models.UniqueConstraint(condition=models.Q(('is_house', False)), fields=('ladder', 'user'), name='rung_of_person_once')],
            },
        ),
        migrations.CreateModel(
            name='Bout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer_by', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('won', 'Won'), ('lost', 'Lost'), ('drawn', 'Drawn'), ('declined', 'Declined'), ('silent', 'Silent'), ('withdrawn', 'Withdrawn'), ('void', 'Void')], default='', max_length=9)),
                ('ended_at', models.DateTimeField(null=True)),
                ('challenger_place', models.PositiveIntegerField(null=True)),
                ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bouts_got', to=settings.AUTH_USER_MODEL)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bouts_made', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.match')),
                ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bouts', to='ladders.ladder')),
                ('above', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bouts_down', to='ladders.rung')),
                ('below', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bouts_up', to='ladders.rung')),
            ],
            options={
                'ordering': ['-made_at', '-id'],
                'indexes': [models.Index(fields=['ladder', '-ended_at', '-id'], name='bout_results'), models.Index(condition=models.Q(('outcome', '')), fields=['ladder'], name='bout_open'), models.Index(condition=models.Q(('answered_at', None), ('outcome', '')), fields=['answer_by'], name='bout_unanswered')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('ladder', 'challenger', 'challenged'), name='bout_open_once'), models.CheckConstraint(condition=models.Q(('challenger', models.F('challenged')), _negated=True), name='bout_of_two'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='bout_ends_with_an_outcome'), models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'won', 'lost', 'drawn', 'declined', 'silent', 'withdrawn', 'void'])), name='bout_outcome_known')],
            },
        ),
    ]
