"""Applications for whatever serves ASGI, each with its own way with openings."""


async def answer_plain(send):
    body = b"Hello, world!"
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def accepting(subprotocol=None):
    """An echo that accepts with a subprotocol, whatever is offered."""

    async def application(scope, receive, send):
        if scope["type"] == "http":
            await answer_plain(send)
            return
        while True:
            event = await receive()
            if event["type"] == "websocket.connect":
                await send({"type": "websocket.accept", "subprotocol": subprotocol})
            elif event["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": event.get("text"), "bytes": event.get("bytes")})
            else:
                return

    return application


echo = accepting()
always_chat = accepting("chat")


async def closing(scope, receive, send):
    """Accepts, and closes with a code of its own for want of a token."""
    if scope["type"] == "http":
        await answer_plain(send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4401, "reason": "token missing"})


async def failing(scope, receive, send):
    """Has a defect."""
    if scope["type"] == "http":
        await answer_plain(send)
        return
    await receive()
    raise RuntimeError("no database")
