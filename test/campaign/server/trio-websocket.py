"""An echo over trio-websocket: python3 -I trio-websocket.py PORT"""

import sys

import trio
from trio_websocket import ConnectionClosed, serve_websocket


async def echo(request):
    socket = await request.accept()
    try:
        while True:
            await socket.send_message(await socket.get_message())
    except ConnectionClosed:
        pass


trio.run(serve_websocket, echo, "127.0.0.1", int(sys.argv[1]), None)
