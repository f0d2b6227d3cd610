// @fastify/http-proxy before a server: node fastify-http-proxy.mjs PORT BACKEND
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const [port, backend] = process.argv.slice(2);
const server = fastify();
await server.register(httpProxy, { upstream: `http://127.0.0.1:${backend}` });
await server.listen({ port: Number(port), host: '127.0.0.1' });
