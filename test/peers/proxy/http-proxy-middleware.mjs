// http-proxy-middleware in Express, before a server: node http-proxy-middleware.mjs PORT BACKEND [--change-origin]
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const [port, backend, option] = process.argv.slice(2);
const pass = createProxyMiddleware({
  ...{ target: `http://127.0.0.1:${backend}`, xfwd: true },
  changeOrigin: option === '--change-origin',
});
const server = express().use(pass).listen(Number(port), '127.0.0.1');
// It hears of an upgrade by itself only behind another request.
server.on('upgrade', pass.upgrade);
