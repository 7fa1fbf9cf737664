"""The positions of rated matches that are not over: an index for finding copies of them."""

from django.db import models

from games.models.match import Match


class FingerprintSeries(models.Model):
    """A cache: the fingerprints of one rated match that is not over, up to log position `ply`.

    `form` is the version of the method that made them. A series of another form, or one that lags behind the log, is
    rebuilt from the log.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="fingerprints")
    ply = models.PositiveIntegerField()
    form = models.CharField(max_length=8)

    class Meta:
        db_table = "games_trail"

    def __str__(self) -> str:
        return f"{self.match_id}#{self.ply}"


class Fingerprint(models.Model):
    """The public view of a match at log position `ply`, no matter who sits there.

    `value` is a hash of it. `tells`: hardly any other game looks like this by chance.
    """

    series = models.ForeignKey(
        FingerprintSeries, on_delete=models.CASCADE, related_name="fingerprints", db_column="trail_id"
    )
    ply = models.PositiveIntegerField()
    value = models.BigIntegerField(db_column="look")
    tells = models.BooleanField()

    class Meta:
        db_table = "games_footprint"
        constraints = [models.UniqueConstraint(fields=["series", "ply"], name="footprint_ply_once_per_trail")]
        indexes = [models.Index(fields=["value"], name="footprint_look")]

    def __str__(self) -> str:
        return f"{self.series_id}#{self.ply}"
