"""An application that responds with the size of the request's body; a header lists the names of the request's headers.

`/wait` waits until its client has disconnected; `/gone` responds with the number of such disconnects. A number as the
query makes it respond with that many bytes. A socket is accepted, except at `/never`, and receives everything.
"""

import json
from typing import Any

gone = 0


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await _listen(scope, receive, send)
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    if scope["path"] == "/wait":
        global gone
        await receive()
        gone += 1
    names = [name.decode() for name, _value in scope["headers"]]
    headers = [(b"root-path", scope["root_path"].encode()), (b"came-with", json.dumps(names).encode())]
    body = str(gone if scope["path"] == "/gone" else size).encode()
    if scope["query_string"]:
        body = b"x" * int(scope["query_string"])
    headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _listen(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    if scope["path"] != "/never":
        await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        continue
