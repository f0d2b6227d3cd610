# A driver around the client side of wsproto, which has no sockets of its own.
import json, socket, sys, threading
from urllib.parse import urlsplit
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, RejectConnection, Request
from wsproto.extensions import PerMessageDeflate

lock = threading.Lock()

def play(task):
    isTold = False
    url = urlsplit(task["url"])
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    port = url.port or (443 if url.scheme == "wss" else 80)
    opening = Request(
        host=url.netloc.rpartition("@")[2],
        target=target,
        subprotocols=task["subprotocols"],
        extensions=[PerMessageDeflate()],
    )
    try:
        with socket.create_connection((url.hostname, port)) as peer:
            connection = WSConnection(ConnectionType.CLIENT)
            peer.sendall(connection.send(opening))
            while True:
                octets = peer.recv(65536)
                connection.receive_data(octets or None)
                for event in connection.events():
                    if isinstance(event, AcceptConnection):
                        isTold = True
                        say(task, opened=True, subprotocol=event.subprotocol)
                    elif isinstance(event, RejectConnection):
                        raise ConnectionError(f"refused with {event.status_code}")
                    elif isinstance(event, Ping):
                        peer.sendall(connection.send(event.response()))
                    elif isinstance(event, CloseConnection):
                        if isTold and octets:
                            peer.sendall(connection.send(event.response()))
                        raise ConnectionError(f"closed with {event.code}")
                if not octets:
                    raise ConnectionError("the connection ended")
    except Exception as error:
        if not isTold:
            say(task, opened=False, error=f"{type(error).__name__}: {error}")

def say(task, **word):
    with lock:
        print(json.dumps({"id": task["id"], **word}), flush=True)

for line in sys.stdin:
    threading.Thread(target=play, args=[json.loads(line)], daemon=True).start()
