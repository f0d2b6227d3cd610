# A driver around the client of Autobahn on asyncio.
import asyncio, json, sys
from urllib.parse import urlsplit
from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol

class Client(WebSocketClientProtocol):
    task = None
    isTold = False

    def onOpen(self):
        self.tell(opened=True, subprotocol=self.websocket_protocol_in_use)

    def onClose(self, wasClean, code, reason):
        self.tell(opened=False, error=f"{code}: {reason}")

    def tell(self, **word):
        if not self.isTold:
            say(self.task, **word)
        self.isTold = True

async def play(task):
    url = urlsplit(task["url"])

    def create():
        client = factory()
        client.task = task
        return client

    try:
        factory = WebSocketClientFactory(task["url"], protocols=task["subprotocols"])
        factory.protocol = Client
        await asyncio.get_running_loop().create_connection(create, url.hostname, url.port)
    except Exception as error:
        say(task, opened=False, error=f"{type(error).__name__}: {error}")

def say(task, **word):
    print(json.dumps({"id": task["id"], **word}), flush=True)

async def main():
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    playing = set()
    while line := await reader.readline():
        task = asyncio.create_task(play(json.loads(line)))
        playing.add(task)
        task.add_done_callback(playing.discard)

asyncio.run(main())
