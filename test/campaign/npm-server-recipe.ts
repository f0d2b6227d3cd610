import { fileURLToPath } from 'node:url';
import { decides, draftsToo, type ServerRecipe } from './server-recipe.ts';
import { versionOfCampaignNpm } from './version.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`npm/${name}`, import.meta.url));
const programOf = (name: string) => fileOf(`node_modules/.bin/${name}`);

type Given = Pick<ServerRecipe, 'name' | 'layers'> &
  Partial<Pick<ServerRecipe, 'family' | 'variant' | 'npm' | 'command' | 'path' | 'declared' | 'decides'>>;

/** A server of npm, of which the first package has the version. */
const ofNpm = ({ name, npm = [name.toLowerCase()], ...more }: Given): ServerRecipe => ({
  ...{ language: 'JavaScript', debian: [], path: '/', declared: {}, name, npm },
  command: [process.execPath, fileOf(`${name}.mjs`), '{port}'],
  version: versionOfCampaignNpm(npm[0] ?? name),
  ...more,
});

/** An earlier version of ws, under a name of its own. */
const earlierWs = (alias: string, variant: string) =>
  ofNpm({
    ...{ name: `ws ${variant}`, family: 'ws', variant, npm: [alias] },
    command: [process.execPath, fileOf('ws.mjs'), alias, '{port}'],
    declared: draftsToo,
    layers: { http: 'node:http', library: 'ws' },
    decides: { ...decides, subprotocols: 'library' },
  });

/** Servers of npm that the campaign alone observes. */
export const npmServerRecipes: readonly ServerRecipe[] = [
  earlierWs('ws6', '6'),
  earlierWs('ws7', '7'),
  earlierWs('ws8_0', '8.0'),
  ofNpm({
    name: 'Bun',
    command: [programOf('bun'), fileOf('bun.mjs'), '{port}'],
    layers: { http: 'Bun', library: 'Bun' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'Bun with ws', family: 'Bun', variant: 'its module ws', npm: ['bun'] },
    command: [programOf('bun'), fileOf('ws.mjs'), 'ws', '{port}'],
    layers: { http: 'node:http of Bun', library: 'ws of Bun' },
    decides: { ...decides, subprotocols: 'library' },
    declared: draftsToo,
  }),
  ofNpm({
    name: 'Deno',
    command: [programOf('deno'), 'run', '--quiet', '--allow-net', fileOf('deno.mjs'), '{port}'],
    layers: { http: 'Deno.serve', library: 'Deno.upgradeWebSocket' },
    decides,
  }),
  ofNpm({
    name: 'workerd',
    command: [
      ...[programOf('workerd'), 'serve', fileOf('workerd.capnp')],
      '--socket-addr=http=127.0.0.1:{port}',
    ],
    layers: { http: 'kj-http', library: 'kj-http, and workerd' },
    decides,
  }),
  ofNpm({
    ...{ name: 'aedes', npm: ['aedes', 'ws'] },
    declared: { ...draftsToo, subprotocols: ['mqtt'] },
    layers: { http: 'node:http', library: 'ws', application: 'aedes' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'crossws', declared: draftsToo },
    layers: { http: 'node:http', library: 'crossws, and ws' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: '@fastify/websocket', npm: ['@fastify/websocket', 'fastify'] },
    command: [process.execPath, fileOf('fastify.mjs'), '{port}'],
    declared: draftsToo,
    layers: { http: 'node:http, and fastify', library: '@fastify/websocket, and ws' },
    decides: { ...decides, method: 'http', path: 'http', subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'graphql-ws', npm: ['graphql-ws', 'graphql', 'ws'] },
    declared: { ...draftsToo, subprotocols: ['graphql-transport-ws'] },
    layers: { http: 'node:http', library: 'ws', application: 'graphql-ws' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'hono', npm: ['hono', '@hono/node-server', '@hono/node-ws'] },
    declared: draftsToo,
    layers: { http: 'node:http, and hono', library: '@hono/node-ws, and ws' },
    decides: { ...decides, path: 'http', subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'socket.io', path: '/socket.io/?EIO=4&transport=websocket', declared: draftsToo },
    layers: { http: 'node:http', library: 'engine.io, and ws', application: 'socket.io' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'express-ws', npm: ['express-ws', 'express'], declared: draftsToo },
    layers: { http: 'node:http', library: 'express-ws, and ws' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'koa-websocket', npm: ['koa-websocket', 'koa'], declared: draftsToo },
    layers: { http: 'node:http', library: 'koa-websocket, and ws' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: 'sockjs', path: '/echo/websocket' },
    layers: { http: 'node:http', library: 'sockjs, and websocket-driver' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  }),
  ofNpm({
    ...{ name: '@hapi/nes', npm: ['@hapi/nes', '@hapi/hapi'], declared: draftsToo },
    command: [process.execPath, fileOf('nes.mjs'), '{port}'],
    layers: { http: 'node:http', library: 'ws', application: '@hapi/nes' },
    decides: { ...decides, subprotocols: 'library' },
  }),
];
