// An echo over express-ws: node express-ws.mjs PORT
import express from 'express';
import expressWs from 'express-ws';

const { app } = expressWs(express());
app.ws('/', (socket) => {
  socket.on('error', () => {});
  socket.on('message', (data) => socket.send(data));
});
app.listen(Number(process.argv[2]), '127.0.0.1');
