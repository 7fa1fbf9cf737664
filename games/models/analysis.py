"""Analyses of finished matches: the findings of the search, decision by decision."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.match import LONGEST_TROUBLE, Match


class Analysis(models.Model):
    """The analysis of one finished match by one `version` of the rules and the search.

    It is made in chunks: all decisions before step `upto` of `steps` are judged. `trouble` says why it cannot continue.
    """

    match = models.ForeignKey(Match, verbose_name=_("match"), on_delete=models.CASCADE, related_name="analyses")
    version = models.CharField(_("version"), max_length=20)
    steps = models.PositiveIntegerField(_("steps"), help_text=_("How many actions the analysis covers."))
    upto = models.PositiveIntegerField(
        _("done up to step"), default=0, help_text=_("Every decision before this step is judged.")
    )
    asked_at = models.DateTimeField(_("requested"), auto_now_add=True)
    worked_at = models.DateTimeField(_("last worked on"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    trouble = models.CharField(
        _("trouble"),
        max_length=LONGEST_TROUBLE,
        blank=True,
        default="",
        help_text=_("Why the analysis cannot continue."),
    )

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="analysis_once_per_version"),
            models.CheckConstraint(condition=Q(upto__lte=F("steps")), name="analysis_upto_its_steps"),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(upto=F("steps")), name="analysis_finished_when_whole"
            ),
        ]
        indexes = [
            models.Index(fields=["worked_at"], condition=Q(finished_at=None, trouble=""), name="analysis_under_way")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.version}: {self.upto}/{self.steps}"

    @property
    def is_under_way(self) -> bool:
        """Whether more decisions will be judged."""
        return self.finished_at is None and not self.trouble


class Judgement(models.Model):
    """The decision of `seat` at `step`, counted in actions of the match.

    Chances of winning are in thousandths. `best` has pairs of an action and its chance for the seat, best first;
    `chances` are those of every seat, for the chart of the match; `kept` is the chance that the played action left the
    seat.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="judgements")
    step = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    chances = models.JSONField()
    best = models.JSONField()
    played = models.CharField(max_length=80)
    kept = models.PositiveSmallIntegerField()
    loss = models.PositiveSmallIntegerField()
    """The chance of winning that the seat gave away, in thousandths."""

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        ordering = ["analysis", "step"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "step"], name="judgement_once_per_step"),
            models.CheckConstraint(condition=Q(kept__lte=1000, loss__lte=1000), name="judgement_in_thousandths"),
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}#{self.step}"
