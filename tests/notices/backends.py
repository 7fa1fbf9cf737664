"""Mail servers with a fate."""

from django.core.mail.backends.locmem import EmailBackend


class Dies(EmailBackend):
    """Takes the mail, and then the sender is ended before it can note that."""

    def send_messages(self, messages):
        super().send_messages(messages)
        raise KeyboardInterrupt
