"""An echo over autobahn on Twisted: python3 autobahn.py PORT"""

import sys

from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from twisted.internet import reactor


class Echo(WebSocketServerProtocol):
    def onMessage(self, payload, isBinary):
        self.sendMessage(payload, isBinary)


factory = WebSocketServerFactory()
factory.protocol = Echo
reactor.listenTCP(int(sys.argv[1]), factory, interface="127.0.0.1")
reactor.run()
