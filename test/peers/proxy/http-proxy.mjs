// http-proxy before a server: node http-proxy.mjs PORT BACKEND [--change-origin]
import { createServer } from 'node:http';
import httpProxy from 'http-proxy';

const [port, backend, option] = process.argv.slice(2);
const proxy = httpProxy.createProxyServer({
  ...{ target: `http://127.0.0.1:${backend}`, xfwd: true },
  changeOrigin: option === '--change-origin',
});
proxy.on('error', (_error, _request, reply) => {
  if ('writeHead' in reply && !reply.headersSent) reply.writeHead(502).end();
  else reply.destroy();
});

createServer((request, reply) => proxy.web(request, reply))
  .on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    proxy.ws(request, socket, head);
  })
  .listen(Number(port), '127.0.0.1');
