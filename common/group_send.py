"""Sending messages to groups of the channel layer from outside an event loop, all in one round trip.

The layer itself publishes only in an event loop, and one message at a time. A thread would have to wait for another
thread, which costs more than the message is worth. So this module publishes the same messages to Valkey directly, under
the names that the layer subscribes to. If these ever differ, `tests/games/test_sockets.py` fails.
"""

from collections.abc import Sequence
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from common.valkey import valkey

News = tuple[str, dict[str, Any]]
"""A channel group and its message."""


def send(news: Sequence[News]) -> None:
    """Send each message to its group. Raises RedisError: then the messages are lost, as any may be."""
    layer = get_channel_layer()
    pipeline = valkey().pipeline(transaction=False)
    for group, message in news:
        pipeline.publish(f"{settings.CHANNEL_PREFIX}__group__{group}", layer.serialize(message))
    pipeline.execute()
