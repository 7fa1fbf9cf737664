"""`awaited` is called `to_move`, as in the rules. Columns and constraints keep their names, so nothing is written."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0044_plainer_names"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="match", name="match_deadline_of_an_awaited_seat"),
                migrations.RemoveConstraint(model_name="match", name="match_awaits_only_while_running"),
                migrations.RemoveConstraint(model_name="match", name="match_awaited_is_a_seat"),
                migrations.RenameField(model_name="match", old_name="awaited", new_name="to_move"),
                migrations.AlterField(
                    model_name="match",
                    name="to_move",
                    field=models.PositiveSmallIntegerField(
                        db_column="awaited", help_text="Counted from 0.", null=True, verbose_name="seat to move"
                    ),
                ),
                migrations.RenameField(model_name="match", old_name="awaited_since", new_name="to_move_since"),
                migrations.AlterField(
                    model_name="match",
                    name="to_move_since",
                    field=models.DateTimeField(db_column="awaited_since", null=True),
                ),
                migrations.AddConstraint(
                    model_name="match",
                    constraint=models.CheckConstraint(
                        condition=Q(deadline__isnull=True) | (Q(to_move__isnull=False) & ~Q(pace="none")),
                        name="match_deadline_of_an_awaited_seat",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="match",
                    constraint=models.CheckConstraint(
                        condition=Q(status="running") | Q(to_move__isnull=True) | Q(status="broken"),
                        name="match_awaits_only_while_running",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="match",
                    constraint=models.CheckConstraint(
                        condition=Q(to_move__isnull=True) | Q(to_move__lt=F("seat_count")),
                        name="match_awaited_is_a_seat",
                    ),
                ),
            ]
        ),
    ]
