"""An echo over gevent-websocket: python3 -I gevent-websocket.py PORT"""

import sys

from gevent.pywsgi import WSGIServer
from geventwebsocket.handler import WebSocketHandler


def echo(environ, start_response):
    socket = environ.get("wsgi.websocket")
    if socket is None:
        start_response("404 Not Found", [])
        return []
    while (message := socket.receive()) is not None:
        socket.send(message)
    return []


WSGIServer(("127.0.0.1", int(sys.argv[1])), echo, handler_class=WebSocketHandler).serve_forever()
