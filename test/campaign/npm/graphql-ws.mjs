// A schema of one field over graphql-ws: node graphql-ws.mjs PORT
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]) });
useServer({ schema: buildSchema('type Query { name: String }') }, server);
