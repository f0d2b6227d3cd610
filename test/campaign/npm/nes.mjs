// A hapi server with @hapi/nes: node nes.mjs PORT
import Hapi from '@hapi/hapi';
import Nes from '@hapi/nes';

const server = Hapi.server({ host: '127.0.0.1', port: Number(process.argv[2]) });
await server.register(Nes);
await server.start();
