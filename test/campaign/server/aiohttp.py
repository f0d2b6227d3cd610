"""An echo over aiohttp: python3 -I aiohttp.py PORT"""

import sys

from aiohttp import WSMsgType, web


async def echo(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        if message.type == WSMsgType.TEXT:
            await socket.send_str(message.data)
        elif message.type == WSMsgType.BINARY:
            await socket.send_bytes(message.data)
    return socket


application = web.Application()
application.router.add_get("/", echo)
web.run_app(application, host="127.0.0.1", port=int(sys.argv[1]))
