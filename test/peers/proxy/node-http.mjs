// A proxy of node:http alone before a server: node node-http.mjs PORT BACKEND [--fixed]
import { createServer, request as sendRequest } from 'node:http';

const [port, backend, option] = process.argv.slice(2);
const ofHops = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** Names and values, without those of one connection alone. */
function fieldsForNext(rawHeaders) {
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
  const named = fields.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((option) => option.trim().toLowerCase()) : [],
  );
  return fields.filter(([name]) => ![...ofHops, ...named].includes(name.toLowerCase()));
}

/** Whether the client asks for WebSocket, and for nothing else. */
const asks = ({ method, httpVersion, headers }) =>
  method === 'GET' &&
  httpVersion === '1.1' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

const switching = [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
];

/** The octets of a head: of a field, every character is one. */
const encodeHead = (line, fields) =>
  Buffer.from(`${[line, ...fields.map((field) => field.join(': '))].join('\r\n')}\r\n\r\n`, 'latin1');

/** A request to the backend as the client made it. */
function ask({ method, url, rawHeaders }, added) {
  const headers = [...fieldsForNext(rawHeaders), ...added].flat();
  return sendRequest({ host: '127.0.0.1', port: Number(backend), method, path: url, headers });
}

/** Passes on what asks for no upgrade. */
function pass(request, reply) {
  const onward = ask(request, [['Connection', 'close']]);
  onward.on('response', (came) => {
    reply.writeHead(came.statusCode, came.statusMessage, fieldsForNext(came.rawHeaders).flat());
    came.pipe(reply);
  });
  onward.on('error', () => reply.headersSent && reply.destroy());
  // Behind an error, and behind a 101 that this request did not ask for.
  onward.on('close', () => reply.headersSent || reply.writeHead(502).end());
  request.pipe(onward);
}

/** Passes on what asks for WebSocket, and becomes a tunnel once the backend has switched. */
function passUpgrade(request, socket, head) {
  socket.on('error', () => onward.destroy());
  if (!asks(request)) {
    socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  const onward = ask(request, switching);
  onward.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    socket.write(encodeHead(`HTTP/1.1 ${statusCode} ${statusMessage}`, fieldsForNext(rawHeaders)));
  });
  onward.on('upgrade', ({ statusMessage, rawHeaders }, other, behind) => {
    const fields = option === '--fixed' ? switching : [...switching, ...fieldsForNext(rawHeaders)];
    socket.write(encodeHead(`HTTP/1.1 101 ${statusMessage}`, fields));
    other.on('error', () => socket.destroy());
    socket.on('error', () => other.destroy());
    // What came with a head is in no stream.
    socket.write(behind);
    other.write(head);
    socket.pipe(other).pipe(socket);
  });
  onward.on('response', (came) => {
    const { statusCode, statusMessage, rawHeaders } = came;
    const fields = fieldsForNext(rawHeaders).filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
    socket.write(encodeHead(`HTTP/1.1 ${statusCode} ${statusMessage}`, [...fields, ['Connection', 'close']]));
    came.pipe(socket);
  });
  onward.on('error', () => {
    if (socket.bytesWritten === 0) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    } else socket.destroy();
  });
  onward.end();
}

createServer(pass).on('upgrade', passUpgrade).listen(Number(port), '127.0.0.1');
