"""websockify before a TCP server that echoes: python3 websockify.py PORT"""

import socketserver
import sys
import threading

from websockify.websocketproxy import websockify_init


class Echo(socketserver.BaseRequestHandler):
    def handle(self):
        while octets := self.request.recv(65536):
            self.request.sendall(octets)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


echo = Server(("127.0.0.1", 0), Echo)
threading.Thread(target=echo.serve_forever, daemon=True).start()
sys.argv = ["websockify", f"127.0.0.1:{sys.argv[1]}", f"127.0.0.1:{echo.server_address[1]}"]
websockify_init()
