"""An echo over trio-websocket: python3 -I trio-websocket.py PORT"""

import sys
from functools import partial

import trio
from trio_websocket import wrap_server_stream


async def echo(stream):
    try:
        async with trio.open_nursery() as nursery:
            request = await wrap_server_stream(nursery, stream)
            socket = await request.accept()
            while True:
                await socket.send_message(await socket.get_message())
    except Exception:
        pass  # What goes wrong with one connection, its end too, is nothing to the others.


trio.run(partial(trio.serve_tcp, echo, int(sys.argv[1]), host="127.0.0.1"))
