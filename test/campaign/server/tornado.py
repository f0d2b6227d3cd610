"""An echo over tornado: python3 -I tornado.py PORT"""

import asyncio
import sys

from tornado.web import Application
from tornado.websocket import WebSocketHandler


class Echo(WebSocketHandler):
    async def on_message(self, message):
        await self.write_message(message, binary=isinstance(message, bytes))


async def serve():
    Application([("/", Echo)]).listen(int(sys.argv[1]), "127.0.0.1")
    await asyncio.Future()


asyncio.run(serve())
