// The MQTT broker aedes, over ws: node aedes.mjs PORT
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';

const broker = await Aedes.createBroker();
broker.on('clientError', () => {}).on('connectionError', () => {});
const handleProtocols = (names) => (names.has('mqtt') ? 'mqtt' : false);
const options = { host: '127.0.0.1', port: Number(process.argv[2]), handleProtocols };
new WebSocketServer(options).on('connection', (socket, request) => {
  const stream = createWebSocketStream(socket);
  stream.on('error', () => {});
  broker.handle(stream, request);
});
