"""A server over aiohttp: python3 -I aiohttp.py PORT, and what it does at /ws or /"""

import asyncio
import sys

from aiohttp import WSMsgType, web

port, manner = sys.argv[1:3]


async def echo(request):
    protocols = ("chat",) if manner == "chat" else ()
    socket = web.WebSocketResponse(protocols=protocols, receive_timeout=1 if manner == "idle" else None)
    await socket.prepare(request)
    try:
        await answer_messages(socket)
    except asyncio.TimeoutError:
        await socket.close(message=b"idle")
    return socket


async def answer_messages(socket):
    async for message in socket:
        if message.type == WSMsgType.TEXT:
            await socket.send_str(message.data)
        elif message.type == WSMsgType.BINARY:
            await socket.send_bytes(message.data)


async def guarded(request):
    """Wants a token, and tells a missing one from a wrong one."""
    authorization = request.headers.get("Authorization")
    if authorization is None:
        raise web.HTTPUnauthorized(headers={"WWW-Authenticate": "Bearer"})
    if authorization != "Bearer right":
        raise web.HTTPForbidden()
    return await echo(request)


async def same_origin(request):
    """Wants the origin of its own pages."""
    if request.headers.get("Origin") != f"http://{request.host}":
        raise web.HTTPForbidden(text="Origin not allowed")
    return await echo(request)


async def hello(request):
    return web.Response(text="Hello, world!")


async def fail(request):
    raise RuntimeError("no database")


application = web.Application()
handlers = {"guarded": guarded, "origin": same_origin, "plain": hello, "fail": fail}
path = {"path": "/ws", "slash": "/ws/"}.get(manner, "/")
application.router.add_get(path, handlers.get(manner, echo))
web.run_app(application, host="127.0.0.1", port=int(port), print=None)
