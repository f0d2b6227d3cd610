// An echo over ws of some version: node ws.mjs NAME PORT
const [name = 'ws', port] = process.argv.slice(2);
const module = await import(name);
const Server = module.WebSocketServer ?? module.Server ?? module.default.Server;
new Server({ host: '127.0.0.1', port: Number(port) }).on('connection', (socket) => {
  socket.on('error', () => {});
  // Up to version 7 a text comes as one.
  socket.on('message', (data, isBinary = typeof data !== 'string') =>
    socket.send(data, { binary: isBinary }),
  );
});
