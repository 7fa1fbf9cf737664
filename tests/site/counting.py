"""An application that answers how large the body of a request was."""

from typing import Any


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    headers = [(b"content-length", b"%d" % len(str(size))), (b"root-path", scope["root_path"].encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": str(size).encode()})
