# A driver around the client of Tornado.
import asyncio, json, sys
from tornado.websocket import websocket_connect

async def play(task):
    isOpen = False
    try:
        connection = await websocket_connect(task["url"], subprotocols=task["subprotocols"])
        isOpen = True
        say(task, opened=True, subprotocol=connection.selected_subprotocol)
        while await connection.read_message() is not None:
            pass
    except Exception as error:
        if not isOpen:
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
