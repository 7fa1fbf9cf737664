"""Fields and models are called what they are. Columns, tables and constraints keep their names, so nothing is written."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_plainer_help_texts"),
    ]

    operations = [
        # Outside of the state operations, since Django renames their content types too.
        migrations.AlterModelTable(name="trail", table="games_trail"),
        migrations.AlterModelTable(name="footprint", table="games_footprint"),
        migrations.RenameModel(old_name="Trail", new_name="FingerprintSeries"),
        migrations.RenameModel(old_name="Footprint", new_name="Fingerprint"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="fingerprint", name="footprint_ply_once_per_trail"),
                migrations.RemoveIndex(model_name="fingerprint", name="footprint_look"),
                migrations.RenameField(model_name="fingerprint", old_name="trail", new_name="series"),
                migrations.AlterField(
                    model_name="fingerprint",
                    name="series",
                    field=models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="fingerprints",
                        to="games.fingerprintseries",
                        db_column="trail_id",
                    ),
                ),
                migrations.RenameField(model_name="fingerprint", old_name="look", new_name="value"),
                migrations.AlterField(
                    model_name="fingerprint", name="value", field=models.BigIntegerField(db_column="look")
                ),
                migrations.AddConstraint(
                    model_name="fingerprint",
                    constraint=models.UniqueConstraint(fields=["series", "ply"], name="footprint_ply_once_per_trail"),
                ),
                migrations.AddIndex(
                    model_name="fingerprint", index=models.Index(fields=["value"], name="footprint_look")
                ),
                migrations.AlterField(
                    model_name="fingerprintseries",
                    name="match",
                    field=models.OneToOneField(
                        on_delete=models.CASCADE, related_name="fingerprints", to="games.match"
                    ),
                ),
                migrations.RenameField(model_name="heartbeat", old_name="at", new_name="last_beat_at"),
                migrations.AlterField(
                    model_name="heartbeat", name="last_beat_at", field=models.DateTimeField(db_column="at")
                ),
                migrations.RenameField(model_name="heartbeat", old_name="served_at", new_name="last_page_served_at"),
                migrations.AlterField(
                    model_name="heartbeat",
                    name="last_page_served_at",
                    field=models.DateTimeField(null=True, db_column="served_at"),
                ),
                migrations.RemoveConstraint(model_name="match", name="match_that_plays_on_is_unrated"),
                migrations.RemoveConstraint(model_name="match", name="match_that_borrows_plays_on"),
                migrations.RenameField(model_name="match", old_name="plays_on", new_name="is_fork"),
                migrations.AlterField(
                    model_name="match",
                    name="is_fork",
                    field=models.BooleanField(default=False, db_column="plays_on"),
                ),
                migrations.RenameField(model_name="match", old_name="borrowed", new_name="inherited_plies"),
                migrations.AlterField(
                    model_name="match",
                    name="inherited_plies",
                    field=models.PositiveIntegerField(default=0, db_column="borrowed"),
                ),
                migrations.RenameField(model_name="match", old_name="win_offer", new_name="claimable_by"),
                migrations.AlterField(
                    model_name="match",
                    name="claimable_by",
                    field=models.PositiveSmallIntegerField(null=True, db_column="win_offer"),
                ),
                migrations.AddConstraint(
                    model_name="match",
                    constraint=models.CheckConstraint(
                        condition=Q(rated=False) | Q(is_fork=False), name="match_that_plays_on_is_unrated"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="match",
                    constraint=models.CheckConstraint(
                        condition=Q(is_fork=True) | Q(inherited_plies=0), name="match_that_borrows_plays_on"
                    ),
                ),
            ]
        ),
    ]
