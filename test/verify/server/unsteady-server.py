"""A small server of WebSocket, to be verified again and again: unsteady-server.py PORT KIND.

one-recv: reads a request by one recv, and takes that for all of it
rude: refuses one valid request in 101, whichever that is
late: answers each request 5 ms after it has come
"""

import base64
import hashlib
import itertools
import socket
import sys
import threading
import time

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
port, kind = int(sys.argv[1]), sys.argv[2]
valid = itertools.count(1)


def read_head(connection):
    data = connection.recv(65536)
    while kind != "one-recv" and b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            break
        data += more
    return data


def find_refusal(head):
    start, *lines = head.split(b"\r\n")
    words = start.split(b" ")
    fields = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not name or name != name.strip():
            return b"400 Bad Request", {}
        name, value = name.lower(), value.strip(b" \t")
        fields[name] = fields[name] + b", " + value if name in fields else value
    if len(words) != 3 or words[0] != b"GET" or words[2] != b"HTTP/1.1" or b"host" not in fields:
        return b"400 Bad Request", {}
    names = lambda name: [each.strip().lower() for each in fields.get(name, b"").split(b",")]
    if b"websocket" not in names(b"upgrade") or b"upgrade" not in names(b"connection"):
        return b"426 Upgrade Required", {}
    if fields.get(b"sec-websocket-version") != b"13":
        return b"426 Upgrade Required", {}
    try:
        is_key = len(base64.b64decode(fields.get(b"sec-websocket-key", b""), validate=True)) == 16
    except ValueError:
        is_key = False
    if not is_key or (kind == "rude" and next(valid) % 101 == 0):
        return b"400 Bad Request", {}
    return None, fields


def serve(connection):
    data = read_head(connection)
    if kind == "late":
        time.sleep(0.005)
    head, end, behind = data.partition(b"\r\n\r\n")
    status, fields = find_refusal(head) if end else (b"400 Bad Request", {})
    if status:
        more = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        connection.sendall(
            b"HTTP/1.1 " + status + b"\r\nConnection: close, Upgrade\r\nContent-Length: 0\r\n" + more + b"\r\n"
        )
        return
    accept = base64.b64encode(hashlib.sha1(fields[b"sec-websocket-key"] + GUID).digest())
    connection.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )
    while True:
        while len(behind) >= 6 and behind[1] & 0x80 and len(behind) >= 6 + (behind[1] & 0x7F):
            length = behind[1] & 0x7F
            mask, payload = behind[2:6], behind[6 : 6 + length]
            opcode, behind = behind[0] & 0x0F, behind[6 + length :]
            answer = bytes(octet ^ mask[at % 4] for at, octet in enumerate(payload))
            if opcode in (8, 9):
                connection.sendall(bytes([0x88 if opcode == 8 else 0x8A, len(answer)]) + answer)
            if opcode == 8:
                return
        more = connection.recv(65536)
        if not more:
            return
        behind += more


def handle(connection):
    with connection:
        try:
            serve(connection)
        except OSError:
            pass


with socket.create_server(("127.0.0.1", port), backlog=128) as listener:
    while True:
        threading.Thread(target=handle, args=(listener.accept()[0],), daemon=True).start()
