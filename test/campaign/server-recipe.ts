import { fileURLToPath } from 'node:url';
import type { TargetDeclaration } from '../../src/verify/judge/target.ts';
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
  readonly declared: TargetDeclaration;
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

/** What those speak that have kept a draft beside RFC 6455. */
export const draftsToo = { versions: [13, 8] } as const;

/** Where the applications are. */
export const fileOf = (name: string) => fileURLToPath(new URL(`server/${name}`, import.meta.url));

/** What there is to say of a server, and what is usual where nothing is said. */
type Given<Said extends keyof ServerRecipe> = Pick<ServerRecipe, Said> & Partial<ServerRecipe>;

/** A server of Debian, of which the first package has the version. */
export const ofDebian = (
  given: Given<'name' | 'language' | 'debian' | 'command' | 'layers'>,
): ServerRecipe => ({
  path: '/',
  declared: {},
  version: versionOfDebian(given.debian[0] ?? ''),
  ...given,
});

/** The Python of Debian, which has Debian's modules, and with `-I` neither those of the user nor those beside the file. */
export const ofPython = (given: Given<'name' | 'layers'>): ServerRecipe =>
  ofDebian({
    language: 'Python',
    debian: [`python3-${given.name}`],
    command: ['/usr/bin/python3', '-I', fileOf(`${given.name}.py`), '{port}'],
    ...given,
  });

/** A server of npm, of which the first package has the version. */
const ofNpm = ({ name, npm = [name], ...more }: Given<'name' | 'layers'>): ServerRecipe => ({
  language: 'JavaScript',
  debian: [],
  command: [process.execPath, fileOf(`${name}.mjs`), '{port}'],
  version: versionOfNpm(npm[0] ?? name),
  path: '/',
  declared: {},
  name,
  npm,
  ...more,
});

/** uvicorn, with one of the libraries of which it can be told to use either. */
const uvicorn = (variant: 'websockets' | 'wsproto', library: string): ServerRecipe =>
  ofDebian({
    name: `uvicorn-${variant}`,
    family: 'uvicorn',
    variant,
    language: 'Python',
    debian: ['python3-uvicorn', `python3-${variant}`],
    command: [
      ...['/usr/bin/python3', '-m', 'uvicorn', '--app-dir', fileOf('asgi'), '--http', 'h11'],
      ...['--ws', variant, '--log-level', 'warning', '--port', '{port}', 'echo:application'],
    ],
    layers: { http: 'h11, and uvicorn.protocols.http.h11_impl', library },
    decides: { ...decides, upgrade: 'http' },
  });

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
  ofPython({
    name: 'aiohttp',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'aiohttp.http_parser', library: 'aiohttp.web_ws' },
    decides: { ...decides, method: 'application' },
  }),
  ofPython({
    name: 'websockets',
    layers: { http: 'websockets.legacy.http', library: 'websockets.legacy.server' },
    decides: { ...decides, method: 'http' },
  }),
  ofPython({
    name: 'tornado',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'tornado.http1connection', library: 'tornado.websocket' },
    decides,
  }),
  ofPython({
    name: 'trio-websocket',
    layers: { http: 'h11', library: 'wsproto' },
    decides,
  }),
  uvicorn('websockets', 'websockets.legacy'),
  uvicorn('wsproto', 'wsproto'),
  ofDebian({
    name: 'hypercorn',
    language: 'Python',
    debian: ['python3-hypercorn'],
    command: [
      ...['/usr/bin/python3', '-m', 'hypercorn', '--log-level', 'warning'],
      ...['--bind', '127.0.0.1:{port}', `${fileOf('asgi/echo.py')}:application`],
    ],
    layers: { http: 'h11, and hypercorn.protocol.h11', library: 'hypercorn.protocol.ws_stream' },
    decides: { ...decides, method: 'http', upgrade: 'http' },
  }),
  ofPython({
    name: 'eventlet',
    declared: draftsToo,
    layers: { http: 'eventlet.wsgi', library: 'eventlet.websocket' },
    decides,
  }),
  ofPython({
    name: 'gevent-websocket',
    declared: { versions: [13, 8, 7] },
    layers: { http: 'gevent.pywsgi', library: 'geventwebsocket.handler' },
    decides,
  }),
  ofNpm({
    name: 'ws',
    declared: draftsToo,
    layers: { http: 'node:http', library: 'ws' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    name: 'ws-deflate',
    family: 'ws',
    variant: 'permessage-deflate',
    npm: ['ws'],
    command: [process.execPath, fileOf('ws.mjs'), '{port}', '--deflate'],
    declared: draftsToo,
    layers: { http: 'node:http', library: 'ws' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofNpm({
    name: 'websocket',
    declared: draftsToo,
    layers: { http: 'node:http', library: 'websocket' },
    decides,
  }),
  ofNpm({
    name: 'faye-websocket',
    family: 'faye-websocket for Node',
    layers: { http: 'node:http', library: 'websocket-driver' },
    decides,
  }),
  ofNpm({
    name: 'nodejs-websocket',
    layers: { http: 'nodejs-websocket', library: 'nodejs-websocket' },
    decides,
  }),
  ofNpm({
    name: 'engine.io',
    path: '/engine.io/?EIO=4&transport=websocket',
    declared: draftsToo,
    layers: { http: 'node:http', library: 'engine.io, and ws' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  }),
  ofDebian({
    name: 'websocketd',
    language: 'Go',
    debian: ['websocketd'],
    command: ['websocketd', '--address=127.0.0.1', '--port={port}', '--loglevel=fatal', 'cat'],
    layers: { http: 'net/http', library: 'gorilla/websocket', application: 'websocketd' },
    decides: { ...decides, content: 'library', upgrade: 'application' },
  }),
  ofDebian({
    name: 'libwebsockets-test-server',
    family: 'libwebsockets',
    variant: 'test server',
    language: 'C',
    debian: ['libwebsockets-test-server'],
    command: ['libwebsockets-test-server', '--interface=lo', '--port={port}'],
    version: versionOfDebian('libwebsockets17'),
    declared: { subprotocols: ['lws-mirror-protocol', 'dumb-increment-protocol', 'lws-status'] },
    layers: { http: 'libwebsockets', library: 'libwebsockets', application: 'libwebsockets-test-server' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    name: 'mojolicious',
    language: 'Perl',
    debian: ['libmojolicious-perl'],
    command: [
      ...['/usr/bin/perl', fileOf('mojolicious.pl'), 'daemon', '-m', 'production'],
      ...['-l', 'http://127.0.0.1:{port}'],
    ],
    layers: { http: 'Mojo::Message::Request', library: 'Mojo::WebSocket, and Mojolicious::Routes' },
    decides,
  }),
  ofDebian({
    name: 'em-websocket',
    language: 'Ruby',
    debian: ['ruby-em-websocket'],
    command: ['/usr/bin/ruby', fileOf('em-websocket.rb'), '{port}'],
    declared: { versions: [13, 8, 7, 6, 5] },
    layers: { http: 'http_parser.rb', library: 'em-websocket' },
    decides,
  }),
  ofDebian({
    name: 'faye-websocket-puma',
    family: 'faye-websocket for Ruby',
    variant: 'puma',
    language: 'Ruby',
    debian: ['ruby-faye-websocket', 'puma'],
    command: [
      ...['/usr/bin/puma', '--quiet', '--environment', 'production'],
      ...['--bind', 'tcp://127.0.0.1:{port}', fileOf('rack.ru')],
    ],
    layers: { http: 'puma', library: 'websocket-driver' },
    decides,
  }),
  ofDebian({
    name: 'jetty',
    language: 'Java',
    debian: ['libjetty9-java', 'libjetty9-extra-java', 'openjdk-17-jdk-headless'],
    command: ['/usr/bin/java', '-cp', jettyPath, fileOf('Jetty.java'), '{port}'],
    version: versionOfDebian('libjetty9-extra-java'),
    layers: { http: 'org.eclipse.jetty.http', library: 'org.eclipse.jetty.websocket.server' },
    decides,
  }),
];
