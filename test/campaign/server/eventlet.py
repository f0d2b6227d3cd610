"""An echo over eventlet: python3 -I eventlet.py PORT"""

import sys

import eventlet
from eventlet import websocket, wsgi


@websocket.WebSocketWSGI
def echo(socket):
    while (message := socket.wait()) is not None:
        socket.send(message)


wsgi.server(eventlet.listen(("127.0.0.1", int(sys.argv[1]))), echo)
