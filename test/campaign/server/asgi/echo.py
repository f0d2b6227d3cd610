"""An echo for whatever serves ASGI."""


async def application(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body"})
        return
    if scope["type"] != "websocket":
        raise NotImplementedError(scope["type"])
    while True:
        event = await receive()
        if event["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif event["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": event.get("text"), "bytes": event.get("bytes")})
        else:
            return
