"""The positions of rated matches that are not over: an index for finding copies of them."""

from django.db import models

from games.models.match import Match


class Trail(models.Model):
    """A cache: the footprints of one rated match that is not over, up to log position `ply`.

    `form` is the version of the method that made them. A trail of another form, or one that lags behind the log, is
    rebuilt from the log.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="trail")
    ply = models.PositiveIntegerField()
    form = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.match_id}#{self.ply}"


class Footprint(models.Model):
    """The public view of a match at log position `ply`, no matter who sits there.

    `look` is a hash of it. `tells`: hardly any other game looks like this by chance.
    """

    trail = models.ForeignKey(Trail, on_delete=models.CASCADE, related_name="footprints")
    ply = models.PositiveIntegerField()
    look = models.BigIntegerField()
    tells = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trail", "ply"], name="footprint_ply_once_per_trail")]
        indexes = [models.Index(fields=["look"], name="footprint_look")]

    def __str__(self) -> str:
        return f"{self.trail_id}#{self.ply}"
