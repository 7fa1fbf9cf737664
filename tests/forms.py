"""Forms as browsers send them."""

from django.forms import Form


def untouched(form: Form) -> dict[str, str]:
    """Names and values that are sent if nobody changes anything."""
    return {name: str(field.initial) for name, field in form.fields.items() if field.initial is not None}
