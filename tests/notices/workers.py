"""The two workers that send notifications, one after the other."""

from deliveries.services.delivering import deliver_inside, deliver_outside


def deliver() -> int:
    """Send everything due. Returns how many deliveries were handled."""
    return deliver_inside() + deliver_outside()
