import { fileURLToPath } from 'node:url';
import type { TargetOptions } from '../../src/verify/judge/target.ts';
import type { Layer, Part, Recipe } from './recipe.ts';
import { versionOfDebian, versionOfNpm } from './version.ts';

/** A WebSocket server that echoes, or does what is its own where it takes no application. */
export interface ServerRecipe extends Recipe {
  /** What it is one of, where it is one of several; its name where that is left out. */
  readonly family?: string;
  /** What sets it apart in its family. */
  readonly variant?: string;
  /** Packages of npm that have to be there. */
  readonly npm?: readonly string[];
  /** A command that makes what it runs in `{folder}`, which is a folder of its own; `{folder}` may stand in `command`, too. */
  readonly build?: readonly string[];
  /** With a query where there is one. */
  readonly path: string;
  /** What `verify server` is told of it. */
  readonly declared: TargetOptions;
  /** Who is who. The application is a file of `server` where nothing is named. */
  readonly layers: { readonly http: string; readonly library: string; readonly application?: string };
  /**
   * Whose business each part of a request is, by the source of that version; left out where that was not read. Whether
   * it is minded is not said.
   */
  readonly decides?: Readonly<Record<Part, Layer>>;
}

/** How it is for most: an application that looks at the path, on a library, on an HTTP server. */
export const decides: NonNullable<ServerRecipe['decides']> = {
  requestLine: 'http',
  fieldLines: 'http',
  host: 'http',
  content: 'http',
  method: 'library',
  path: 'application',
  upgrade: 'library',
  version: 'library',
  key: 'library',
  subprotocols: 'application',
  extensions: 'library',
};

const fileOf = (name: string) => fileURLToPath(new URL(`server/${name}`, import.meta.url));

/** The Python of Debian, which has Debian's modules, and with `-I` neither those of the user nor those beside the file. */
const python = (file: string) => ['/usr/bin/python3', '-I', fileOf(file), '{port}'];

const node = (file: string, ...options: readonly string[]) => [
  process.execPath,
  fileOf(file),
  '{port}',
  ...options,
];

const jettyModules = [
  'http',
  'io',
  'security',
  'server',
  'servlet',
  'util',
  'util-ajax',
  'client',
  'websocket-api',
  'websocket-client',
  'websocket-common',
  'websocket-server',
  'websocket-servlet',
];

const jettyPath = [...jettyModules.map((name) => `jetty9-${name}`), 'servlet-api']
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':');

export const serverRecipes: readonly ServerRecipe[] = [
  {
    name: 'aiohttp',
    language: 'Python',
    debian: ['python3-aiohttp'],
    command: python('aiohttp.py'),
    version: versionOfDebian('python3-aiohttp'),
    path: '/',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'aiohttp.http_parser', library: 'aiohttp.web_ws' },
    decides: { ...decides, method: 'application' },
  },
  {
    name: 'websockets',
    language: 'Python',
    debian: ['python3-websockets'],
    command: python('websockets.py'),
    version: versionOfDebian('python3-websockets'),
    path: '/',
    declared: {},
    layers: { http: 'websockets.legacy.http', library: 'websockets.legacy.server' },
    decides: { ...decides, method: 'http' },
  },
  {
    name: 'tornado',
    language: 'Python',
    debian: ['python3-tornado'],
    command: python('tornado.py'),
    version: versionOfDebian('python3-tornado'),
    path: '/',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'tornado.http1connection', library: 'tornado.websocket' },
    decides,
  },
  {
    name: 'trio-websocket',
    language: 'Python',
    debian: ['python3-trio-websocket'],
    command: python('trio-websocket.py'),
    version: versionOfDebian('python3-trio-websocket'),
    path: '/',
    declared: {},
    layers: { http: 'h11', library: 'wsproto' },
    decides,
  },
  {
    name: 'uvicorn-websockets',
    family: 'uvicorn',
    variant: 'websockets',
    language: 'Python',
    debian: ['python3-uvicorn', 'python3-websockets'],
    command: [
      ...['/usr/bin/python3', '-m', 'uvicorn', '--app-dir', fileOf('asgi'), '--http', 'h11'],
      ...['--ws', 'websockets', '--log-level', 'warning', '--port', '{port}', 'echo:application'],
    ],
    version: versionOfDebian('python3-uvicorn'),
    path: '/',
    declared: {},
    layers: { http: 'h11, and uvicorn.protocols.http.h11_impl', library: 'websockets.legacy' },
    decides: { ...decides, upgrade: 'http' },
  },
  {
    name: 'uvicorn-wsproto',
    family: 'uvicorn',
    variant: 'wsproto',
    language: 'Python',
    debian: ['python3-uvicorn', 'python3-wsproto'],
    command: [
      ...['/usr/bin/python3', '-m', 'uvicorn', '--app-dir', fileOf('asgi'), '--http', 'h11'],
      ...['--ws', 'wsproto', '--log-level', 'warning', '--port', '{port}', 'echo:application'],
    ],
    version: versionOfDebian('python3-uvicorn'),
    path: '/',
    declared: {},
    layers: { http: 'h11, and uvicorn.protocols.http.h11_impl', library: 'wsproto' },
    decides: { ...decides, upgrade: 'http' },
  },
  {
    name: 'hypercorn',
    language: 'Python',
    debian: ['python3-hypercorn'],
    command: [
      ...['/usr/bin/python3', '-m', 'hypercorn', '--log-level', 'warning'],
      ...['--bind', '127.0.0.1:{port}', `${fileOf('asgi/echo.py')}:application`],
    ],
    version: versionOfDebian('python3-hypercorn'),
    path: '/',
    declared: {},
    layers: { http: 'h11, and hypercorn.protocol.h11', library: 'hypercorn.protocol.ws_stream' },
    decides: { ...decides, method: 'http', upgrade: 'http' },
  },
  {
    name: 'eventlet',
    language: 'Python',
    debian: ['python3-eventlet'],
    command: python('eventlet.py'),
    version: versionOfDebian('python3-eventlet'),
    path: '/',
    declared: { versions: [13, 8] },
    layers: { http: 'eventlet.wsgi', library: 'eventlet.websocket' },
    decides,
  },
  {
    name: 'gevent-websocket',
    language: 'Python',
    debian: ['python3-gevent-websocket'],
    command: python('gevent-websocket.py'),
    version: versionOfDebian('python3-gevent-websocket'),
    path: '/',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'gevent.pywsgi', library: 'geventwebsocket.handler' },
    decides,
  },
  {
    name: 'ws',
    language: 'JavaScript',
    debian: [],
    npm: ['ws'],
    command: node('ws.mjs'),
    version: versionOfNpm('ws'),
    path: '/',
    declared: { versions: [13, 8] },
    layers: { http: 'node:http', library: 'ws' },
    decides: { ...decides, subprotocols: 'library' },
  },
  {
    name: 'ws-deflate',
    family: 'ws',
    variant: 'permessage-deflate',
    language: 'JavaScript',
    debian: [],
    npm: ['ws'],
    command: node('ws.mjs', '--deflate'),
    version: versionOfNpm('ws'),
    path: '/',
    declared: { versions: [13, 8] },
    layers: { http: 'node:http', library: 'ws' },
    decides: { ...decides, subprotocols: 'library' },
  },
  {
    name: 'websocket',
    language: 'JavaScript',
    debian: [],
    npm: ['websocket'],
    command: node('websocket.mjs'),
    version: versionOfNpm('websocket'),
    path: '/',
    declared: { versions: [13, 8] },
    layers: { http: 'node:http', library: 'websocket' },
    decides,
  },
  {
    name: 'faye-websocket',
    family: 'faye-websocket for Node',
    language: 'JavaScript',
    debian: [],
    npm: ['faye-websocket'],
    command: node('faye-websocket.mjs'),
    version: versionOfNpm('faye-websocket'),
    path: '/',
    declared: {},
    layers: { http: 'node:http', library: 'websocket-driver' },
    decides,
  },
  {
    name: 'nodejs-websocket',
    language: 'JavaScript',
    debian: [],
    npm: ['nodejs-websocket'],
    command: node('nodejs-websocket.mjs'),
    version: versionOfNpm('nodejs-websocket'),
    path: '/',
    declared: {},
    layers: { http: 'nodejs-websocket', library: 'nodejs-websocket' },
    decides,
  },
  {
    name: 'engine.io',
    language: 'JavaScript',
    debian: [],
    npm: ['engine.io'],
    command: node('engine.io.mjs'),
    version: versionOfNpm('engine.io'),
    path: '/engine.io/?EIO=4&transport=websocket',
    declared: { versions: [13, 8] },
    layers: { http: 'node:http', library: 'engine.io, and ws' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  },
  {
    name: 'websocketd',
    language: 'Go',
    debian: ['websocketd'],
    command: ['websocketd', '--address=127.0.0.1', '--port={port}', '--loglevel=fatal', 'cat'],
    version: versionOfDebian('websocketd'),
    path: '/',
    declared: {},
    layers: { http: 'net/http', library: 'gorilla/websocket', application: 'websocketd' },
    decides: { ...decides, content: 'library', upgrade: 'application' },
  },
  {
    name: 'libwebsockets-test-server',
    family: 'libwebsockets',
    variant: 'test server',
    language: 'C',
    debian: ['libwebsockets-test-server'],
    command: ['libwebsockets-test-server', '--interface=lo', '--port={port}'],
    version: versionOfDebian('libwebsockets17'),
    path: '/',
    declared: { subprotocols: ['lws-mirror-protocol', 'dumb-increment-protocol', 'lws-status'] },
    layers: { http: 'libwebsockets', library: 'libwebsockets', application: 'libwebsockets-test-server' },
    decides: { ...decides, subprotocols: 'library' },
  },
  {
    name: 'mojolicious',
    language: 'Perl',
    debian: ['libmojolicious-perl'],
    command: [
      ...['/usr/bin/perl', fileOf('mojolicious.pl'), 'daemon', '-m', 'production'],
      ...['-l', 'http://127.0.0.1:{port}'],
    ],
    version: versionOfDebian('libmojolicious-perl'),
    path: '/',
    declared: {},
    layers: { http: 'Mojo::Message::Request', library: 'Mojo::WebSocket, and Mojolicious::Routes' },
    decides,
  },
  {
    name: 'em-websocket',
    language: 'Ruby',
    debian: ['ruby-em-websocket'],
    command: ['/usr/bin/ruby', fileOf('em-websocket.rb'), '{port}'],
    version: versionOfDebian('ruby-em-websocket'),
    path: '/',
    declared: { versions: [13, 8, 7, 6, 5] },
    layers: { http: 'http_parser.rb', library: 'em-websocket' },
    decides,
  },
  {
    name: 'faye-websocket-puma',
    family: 'faye-websocket for Ruby',
    variant: 'puma',
    language: 'Ruby',
    debian: ['ruby-faye-websocket', 'puma'],
    command: [
      ...['/usr/bin/puma', '--quiet', '--environment', 'production'],
      ...['--bind', 'tcp://127.0.0.1:{port}', fileOf('rack.ru')],
    ],
    version: versionOfDebian('ruby-faye-websocket'),
    path: '/',
    declared: {},
    layers: { http: 'puma', library: 'websocket-driver' },
    decides,
  },
  {
    name: 'jetty',
    language: 'Java',
    debian: ['libjetty9-java', 'libjetty9-extra-java', 'openjdk-17-jdk-headless'],
    command: ['/usr/bin/java', '-cp', jettyPath, fileOf('Jetty.java'), '{port}'],
    version: versionOfDebian('libjetty9-extra-java'),
    path: '/',
    declared: {},
    layers: { http: 'org.eclipse.jetty.http', library: 'org.eclipse.jetty.websocket.server' },
    decides,
  },
];
