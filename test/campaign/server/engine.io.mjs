// An echo over engine.io: node engine.io.mjs PORT
import { listen } from 'engine.io';

listen(Number(process.argv[2]), { transports: ['websocket'] }).on('connection', (socket) => {
  socket.on('message', (data) => socket.send(data));
});
