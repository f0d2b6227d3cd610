"""An echo over websockets: python3 -I websockets.py PORT"""

import asyncio
import sys

import websockets


async def echo(socket):
    async for message in socket:
        await socket.send(message)


async def serve():
    async with websockets.serve(echo, "127.0.0.1", int(sys.argv[1])):
        await asyncio.Future()


asyncio.run(serve())
