// An echo over koa-websocket: node koa-websocket.mjs PORT
import Koa from 'koa';
import websockify from 'koa-websocket';

const app = websockify(new Koa());
app.ws.use(({ websocket }) => {
  websocket.on('error', () => {});
  websocket.on('message', (data, binary) => websocket.send(data, { binary }));
});
app.listen(Number(process.argv[2]), '127.0.0.1');
