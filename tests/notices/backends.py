"""Mail backends that fail."""

from django.core.mail.backends.locmem import EmailBackend


class Dies(EmailBackend):
    """Sends the mail, then interrupts the sender before it can record that."""

    def send_messages(self, messages):
        super().send_messages(messages)
        raise KeyboardInterrupt
