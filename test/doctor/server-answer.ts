import type { Answer } from './answer.ts';
import { opens, switches } from './answer.ts';

/** What each of the servers answers, by the title of the set-up. */
export const serverAnswers: Readonly<Record<string, Answer>> = {
  'Express without a WebSocket': [
    "HTTP/1.1 404 Not Found\r\nX-Powered-By: Express\r\nContent-Security-Policy: default-src 'none'\r\nX-Content-Type-Options: nosniff\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 139\r\n",
    'Cannot GET /',
  ],
  'Express without a WebSocket, with a page at another path': [
    "HTTP/1.1 404 Not Found\r\nX-Powered-By: Express\r\nContent-Security-Policy: default-src 'none'\r\nX-Content-Type-Options: nosniff\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 143\r\n",
    'Cannot GET /chat',
  ],
  'Fastify without a WebSocket': [
    'HTTP/1.1 404 Not Found\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: 76\r\n',
    '{"message":"Route GET:/chat not found","error":"Not Found","statusCode":404}',
  ],
  'node:http, which answers everything by 200': ['HTTP/1.1 200 OK\r\n', 'Hello, world!'],
  'aiohttp without a route for it': [
    'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 14\r\n',
    '404: Not Found',
  ],
  'aiohttp with a plain handler there': [
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 13\r\n',
    'Hello, world!',
  ],
  'uvicorn without a WebSocket library': [
    'HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\nUnsupported upgrade request.\r\n0\r\n\r\n[ended]',
  ],
  "Python's http.server": ['HTTP/1.0 404 File not found\r\n', '<title>Error response</title>'],
  'Express with the page of an application for every path': [
    'HTTP/1.1 200 OK\r\nX-Powered-By: Express\r\nAccept-Ranges: bytes\r\n',
    '<title>An application</title>',
  ],
  'Fastify with the page of an application for what is not found': [
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 92\r\n',
    '<title>An application</title>',
  ],
  'ws at /ws, and not at /': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Request[ended]',
  ],
  'Express with ws at /ws, and not at /chat': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Request[ended]',
  ],
  'ws with a slash at the end of its path': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Request[ended]',
  ],
  'the reference server at /socket, and not at /': ['HTTP/1.1 404 Not Found\r\n', '404 Not Found\n[ended]'],
  'aiohttp at /ws, and not at /': [
    'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 14\r\n',
    '404: Not Found',
  ],
  'aiohttp with a slash at the end of its path': [
    'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 14\r\n',
    '404: Not Found',
  ],
  'Engine.IO at its own path, and not at /': ['[ended]'],
  'Engine.IO without a transport in the query': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-type: text/html\r\nContent-Length: 17\r\n\r\nTransport unknown[ended]',
  ],
  'Engine.IO with a session that it does not know': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-type: text/html\r\nContent-Length: 18\r\n\r\nSession ID unknown[ended]',
  ],
  'Engine.IO with a transport that it does not know': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-type: text/html\r\nContent-Length: 17\r\n\r\nTransport unknown[ended]',
  ],
  'the reference server, which wants a bearer token': [
    'HTTP/1.1 401 Unauthorized\r\n',
    'WWW-Authenticate: Bearer realm="ws101"\r\n',
    '401 Unauthorized\n[ended]',
  ],
  'the reference server, which wants a token in the query': [
    'HTTP/1.1 401 Unauthorized\r\n',
    'WWW-Authenticate: Bearer realm="ws101"\r\n',
    '401 Unauthorized\n[ended]',
  ],
  'ws, whose verifyClient answers false': [
    'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\nUnauthorized[ended]',
  ],
  'ws, whose verifyClient looks for a cookie and gives no challenge': [
    'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\nUnauthorized[ended]',
  ],
  'ws, which opens, and closes by 4401': [`${opens}\x88\x0e\x111Unauthorized`],
  'ws, which opens, and closes by 1008 for want of a token': [
    `${opens}\x88\x19\x03\xf0authentication required`,
  ],
  'uvicorn, whose application opens, and closes by 4401': [switches, '\x88\x0f\x111token missing'],
  'aiohttp, which wants a token': [
    'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 17\r\n',
    '401: Unauthorized',
  ],
  'the reference server, given a wrong bearer token': [
    'HTTP/1.1 401 Unauthorized\r\n',
    'WWW-Authenticate: Bearer realm="ws101", error="invalid_token"\r\n',
    '401 Unauthorized\n[ended]',
  ],
  'the reference server, given a wrong cookie': [
    'HTTP/1.1 401 Unauthorized\r\n',
    'WWW-Authenticate: Bearer realm="ws101", error="invalid_token"\r\n',
    '401 Unauthorized\n[ended]',
  ],
  'ws, given a wrong token, which verifyClient finds out': [
    'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\nUnauthorized[ended]',
  ],
  'aiohttp, given a wrong token, which it tells from none': [
    'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 14\r\n',
    '403: Forbidden',
  ],
  'ws, given a wrong token, which opens, and closes by 4403': [`${opens}\x88\x0f\x113invalid token`],
  'the reference server with an allowlist of origins': [
    'HTTP/1.1 403 Forbidden\r\n',
    '403 Forbidden\n[ended]',
  ],
  'ws, whose verifyClient takes no origin but one, or none at all': [
    'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\nUnauthorized[ended]',
  ],
  'ws, whose verifyClient answers 403 to another host than its own': [
    'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nForbidden[ended]',
  ],
  'aiohttp, which takes the origin of its own pages alone': [
    'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 18\r\n',
    'Origin not allowed',
  ],
  'ws, which opens, and closes by 4403 for the origin': [`${opens}\x88\x14\x113origin not allowed`],
  'the reference server, which wants an origin of its allowlist': [
    'HTTP/1.1 403 Forbidden\r\n',
    '403 Forbidden\n[ended]',
  ],
  'ws, whose verifyClient answers 403 where there is no origin': [
    'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nForbidden[ended]',
  ],
  'aiohttp, which takes the origin of its own pages alone, and is given none': [
    'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 18\r\n',
    'Origin not allowed',
  ],
  'the reference server, whose application refuses by 503': [
    'HTTP/1.1 503 Service Unavailable\r\n',
    '503 Service Unavailable\n[ended]',
  ],
  'the reference server, which wants graphql-transport-ws': [
    'HTTP/1.1 400 Bad Request\r\n',
    '400 Bad Request\n[ended]',
  ],
  'the reference server, which speaks mqtt alone': [
    'HTTP/1.1 400 Bad Request\r\n',
    '400 Bad Request\n[ended]',
  ],
  'ws, which opens, and closes by 4406 without a subprotocol, as graphql-ws does': [
    `${opens}\x88\x1c\x116Subprotocol not acceptable`,
  ],
  'the reference server, offered a subprotocol that it does not support': [
    'HTTP/1.1 400 Bad Request\r\n',
    '400 Bad Request\n[ended]',
  ],
  'a server of version 8, which answers 426': [
    'HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\nContent-Length: 0\r\n\r\n[ended]',
  ],
  'a server of version 8, which answers 400': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nSec-WebSocket-Version: 8, 7\r\nContent-Length: 0\r\n\r\n[ended]',
  ],
  'ws behind what takes the version out of the request': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 47\r\nSec-WebSocket-Version: 13, 8\r\n\r\nMissing or invalid Sec-WebSocket-Version header[ended]',
  ],
  'ws behind what takes the key out of the request': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 43\r\n\r\nMissing or invalid Sec-WebSocket-Key header[ended]',
  ],
  'ws behind what sends the key twice': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 43\r\n\r\nMissing or invalid Sec-WebSocket-Key header[ended]',
  ],
  'a server that compares Connection with "Upgrade"': [`${opens}\x8a\x05ws101`],
  'a server that compares Connection with "Upgrade", asked as Firefox asks': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\nNot a WebSocket[ended]',
  ],
  'a server that refuses the offer of permessage-deflate by 400': [
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\nUnsupported extensions[ended]',
  ],
  'a server that fails on the offer of permessage-deflate': [
    'HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n[ended]',
  ],
  'the reference server, whose room for handshakes is taken': [
    'HTTP/1.1 503 Service Unavailable\r\n',
    '503 Service Unavailable\n[ended]',
  ],
  'ws with room for one client': [`${opens}\x8a\x05ws101`],
  'the reference server, whose application throws': [
    'HTTP/1.1 500 Internal Server Error\r\n',
    '500 Internal Server Error\n[ended]',
  ],
  'aiohttp, whose handler raises': [
    'HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 55\r\n',
    '500 Internal Server Error\n\nServer got itself in trouble[ended]',
  ],
  'uvicorn, whose application raises': [
    'HTTP/1.1 500 Internal Server Error\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 21\r\nconnection: close\r\n\r\nInternal Server Error[ended]',
  ],
  'node:http with a field that is too long for it': [
    'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n[ended]',
  ],
  'the reference server with a target that is too long for it': [
    'HTTP/1.1 414 URI Too Long\r\n',
    '414 URI Too Long\n[ended]',
  ],
  'aiohttp with a field that is too long for it': [
    'HTTP/1.0 400 Bad Request\r\n',
    'Got more than 8190 bytes',
    'when reading',
  ],
  'node:http, whose listener destroys what is not for it': ['[ended]'],
  'a server that answers 200 with the right accept value': [
    'HTTP/1.1 200 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server that reads and says nothing': ['[late]'],
  'a server that does not read': ['[late]'],
  'a server that forgets the empty line at the end of its head': [`${switches}[late]`],
  'a server that ends in the middle of its head': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websock[ended]',
  ],
  'a server that ends when it has read the request': ['[ended]'],
  'a server that resets when it has read the request': ['[reset]'],
  'what speaks as OpenSSH does': [
    'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\nInvalid SSH identification string.\r\n[ended]',
  ],
  'what speaks as Postfix does': [
    '220 mail.example.com ESMTP Postfix (Debian/GNU)\r\n221 2.7.0 Error: I can break rules, too. Goodbye.\r\n[ended]',
  ],
  'what speaks as MySQL does': [
    'J\x00\x00\x00\n8.0.36\x00\x0b\x00\x00\x00qB3\x1fa|0D\x00\xff\xff\xff\x02\x00\xff\xdf\x15\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00L#z1\x10Gf%Ao7B\x00caching_sha2_password\x00!\x00\x00\x01\xff\x84\x04#08S01Got packets out of order[ended]',
  ],
  'what speaks as Redis does': ["-ERR wrong number of arguments for 'get' command\r\n[ended]"],
  'a server that sends back what it gets': [
    'GET / HTTP/1.1\r\nHost: 127.0.0.1:',
    'Sec-WebSocket-Key: d3MxMDEgZml4ZWQga2V5IQ==',
  ],
  'a server that ends its lines by LF': [
    'HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\n\n',
  ],
  'a server that switches in HTTP/1.0': [
    'HTTP/1.0 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server with two spaces before its status': [
    'HTTP/1.1  101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server with a status of two digits': [
    'HTTP/1.1 10 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server that names HTTP/2.0 in text': [
    'HTTP/2.0 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server with white space before a colon': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade : websocket\r\nConnection : Upgrade\r\nSec-WebSocket-Accept : k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server with a megabyte of cookies': [`${switches}Set-Cookie: c0=aaaaa`],
  'a server that hashes the key alone for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: bJ/mCyU66SW84gm/89QnUP3pFvw=\r\n\r\n',
  ],
  'a server that mistypes the GUID for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wVAcAoyCL/fgWaijDN2KzUnJstM=\r\n\r\n',
  ],
  'a server that writes the GUID in lower case for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: e6d/8DeGE7Q2mOHVPZYp7rr1ZxU=\r\n\r\n',
  ],
  'a server that encodes in hex for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: 9395c6efae83afffef678dd091d8d5d4f59507b3\r\n\r\n',
  ],
  'a server that decodes the key for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: XysncDAiEWCIc5zHMxoI1ypRn+Q=\r\n\r\n',
  ],
  'a server that hashes by SHA-256 for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: K+5GXBIzq2hum254y0hcxMxPZxcpotqNCbWfkMVeSpQ=\r\n\r\n',
  ],
  'a server that encodes for URLs for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr__vZ43QkdjV1PWVB7M\r\n\r\n',
  ],
  'a server that gives the value of the example for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
  ],
  'a server that sends the key back for the accept value': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: d3MxMDEgZml4ZWQga2V5IQ==\r\n\r\n',
  ],
  'a cache that gives the accept value of another request': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: C/0nmHhBztSRGR1CwL6Tf4ZjwpY=\r\n\r\n',
  ],
  'a server without Sec-WebSocket-Accept': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ],
  'ws with one more Sec-WebSocket-Accept': [
    `${switches}Sec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n\x8a\x05ws101`,
  ],
  'a server without Upgrade in its 101': [
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'a server without Connection in its 101': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n',
  ],
  'ws, whose handleProtocols answers false': [`${opens}\x8a\x05ws101`],
  'aiohttp, which was told of no subprotocols': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\nContent-Type: application/octet-stream\r\n',
    '\x8a\x05ws101',
  ],
  'uvicorn, whose application accepts without a subprotocol': [switches, '\x8a\x05ws101'],
  'ws, whose handleProtocols answers a name that was not offered': [
    `${switches}Sec-WebSocket-Protocol: superchat\r\n\r\n\x8a\x05ws101`,
  ],
  'uvicorn, whose application names a subprotocol to everybody': [
    `${switches}Sec-WebSocket-Protocol: chat\r\n`,
    '\x8a\x05ws101',
  ],
  'ws, whose handleProtocols answers all that was offered': [
    `${switches}Sec-WebSocket-Protocol: chat, superchat\r\n\r\n\x8a\x05ws101`,
  ],
  'ws with one more Sec-WebSocket-Protocol': [
    `${switches}Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: superchat\r\n\r\n\x8a\x05ws101`,
  ],
  'ws with an empty Sec-WebSocket-Protocol': [`${switches}Sec-WebSocket-Protocol: \r\n\r\n\x8a\x05ws101`],
  'ws, to whose reply permessage-deflate is written unoffered': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n\x8a\x05ws101`,
  ],
  'a server that agrees to what nobody knows': [
    `${switches}Sec-WebSocket-Extensions: x-webkit-deflate-frame\r\n\r\n`,
  ],
  'a server that sends the offer of permessage-deflate back': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n`,
  ],
  'a server with a window of 16 bits': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=16\r\n\r\n`,
  ],
  'a server with a parameter that permessage-deflate has not': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate; level=9\r\n\r\n`,
  ],
  'a server that agrees to permessage-deflate twice': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate\r\n\r\n`,
  ],
  'two of ws on one server, each with its path': [
    `${opens}HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Request[ended]`,
  ],
  'ws, and beside it a listener that answers 404 to every upgrade': [
    `${opens}HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n[ended]`,
  ],
  'ws, which closes by 1011 as soon as it has opened': [`${opens}\x88\x10\x03\xf3internal error`],
  'ws, which terminates as soon as it has opened': [`${opens}[ended]`],
  'a server that ends behind its 101': [`${opens}[ended]`],
  'a server that says nothing behind its 101': [`${opens}[late]`],
  'a server that writes lines of text behind its 101': [`${opens}Hello, world!\n`],
  'a server that masks its frames': [`${opens}\x81\x82\x01\x02\x03\x04ik`],
  'a server that compresses with the head of zlib': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n\xc1\x12x\x9c\xf3H\xcd\xc9\xc9\xd7Q\xc8\x00Q\x8a\x00\x1f\xd0\x04v`,
  ],
  'a server that marks as compressed what is not': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n\xc1\rHello, hello!`,
  ],
  'ws, which closes after a second without a message': [`${opens}\x8a\x05ws101`, '\x88\x06\x03\xe8idle'],
  'aiohttp, which closes after a second without a message': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\nContent-Type: application/octet-stream\r\n',
    '\x8a\x05ws101',
    '\x88\x06\x03\xe8idle',
  ],
  ws: [`${opens}\x8a\x05ws101`],
  'ws, with a subprotocol and compression': [
    `${switches}Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n\x8a\x05ws101`,
  ],
  'Express with ws at /ws': [`${opens}\x8a\x05ws101`],
  'the reference server': [`${opens}\x8a\x05ws101`],
  'the reference server, with a subprotocol and compression': [
    `${switches}Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n\x8a\x05ws101`,
  ],
  'the reference server, given the right bearer token': [`${opens}\x8a\x05ws101`],
  'the reference server with an allowlist of origins, given one of them': [`${opens}\x8a\x05ws101`],
  'Engine.IO at its own path, with its query': [`${opens}\x81k0{"sid":"`, '\x8a\x05ws101'],
  'aiohttp, with a subprotocol and compression': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\nSec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Protocol: chat\r\nContent-Type: application/octet-stream\r\n',
    '\x8a\x05ws101',
  ],
  'uvicorn, with a subprotocol and compression': [
    `${switches}Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Protocol: chat\r\n`,
    '\x8a\x05ws101',
  ],
  'uvicorn with wsproto': [
    'HTTP/1.1 101 \r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n\r\n\x8a\x05ws101',
  ],
  'websocket, by the recipe of the campaign': [`${opens}\x8a\x05ws101`],
  'faye-websocket, by the recipe of the campaign': [`${opens}\x8a\x05ws101`],
  'nodejs-websocket, by the recipe of the campaign': [`${opens}\x8a\x05ws101`],
  'websockets, by the recipe of the campaign': [switches, '\x8a\x05ws101'],
  'tornado, by the recipe of the campaign': ['HTTP/1.1 101 Switching Protocols\r\n', '\x8a\x05ws101'],
  'hypercorn, by the recipe of the campaign': [
    'HTTP/1.1 101 \r\nsec-websocket-accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\nupgrade: WebSocket\r\nconnection: Upgrade\r\n',
    '\x8a\x05ws101',
  ],
};
