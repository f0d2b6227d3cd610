# A driver around the client of aiohttp.
import asyncio, json, sys
import aiohttp

async def play(task):
    isOpen = False
    try:
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(task["url"], protocols=task["subprotocols"]) as connection:
                isOpen = True
                say(task, opened=True, subprotocol=connection.protocol)
                await connection.receive()
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
