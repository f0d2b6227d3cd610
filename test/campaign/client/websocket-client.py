# A driver around the client of websocket-client.
import json, sys, threading
import websocket

lock = threading.Lock()

def play(task):
    isOpen = False
    try:
        connection = websocket.create_connection(task["url"], subprotocols=task["subprotocols"])
        isOpen = True
        say(task, opened=True, subprotocol=connection.getsubprotocol())
        while connection.connected:
            connection.recv()
    except Exception as error:
        if not isOpen:
            say(task, opened=False, error=f"{type(error).__name__}: {error}")

def say(task, **word):
    with lock:
        print(json.dumps({"id": task["id"], **word}), flush=True)

for line in sys.stdin:
    threading.Thread(target=play, args=[json.loads(line)], daemon=True).start()
