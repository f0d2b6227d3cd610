import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../src/verify/connector/browser/browser.ts';
import type { Connector } from '../../src/verify/connector/connector.ts';
import { createDriver } from '../../src/verify/connector/driver.ts';
import type { ClientPart } from './client-reading.ts';
import { boost, cpp, go, haskell, java, soup, type Toolchain } from './client-toolchain.ts';
import { placeIn } from './command.ts';
import type { Layer, Recipe } from './recipe.ts';
import { versionOfDebian, versionOfNpm } from './version.ts';

/** A WebSocket client, and how it is brought to connect. */
export interface ClientRecipe extends Pick<Recipe, 'name' | 'language' | 'debian' | 'version'> {
  /** What reads the reply. */
  readonly http: string;
  readonly rules: 'rfc6455' | 'whatwg';
  /** A driver, with `{folder}` for that in which it was built; or the name of a browser. */
  readonly command: readonly string[] | 'chromium' | 'firefox';
  /** The command that builds the driver there, where one has to. */
  readonly build?: readonly string[];
  /** Packages of npm. */
  readonly npm?: readonly string[];
  /**
   * Whose business each part of an opening is, by the source of that version; left out where that was not read. The
   * application is the driver, or the page. Whether it is minded is not said.
   */
  readonly decides?: Readonly<Partial<Record<ClientPart, Layer>>>;
  /** Where several recipes are about one family. */
  readonly family?: string;
  readonly variant?: string;
}

const subprotocols = ['chat', 'superchat'];

const fileOf = (name: string) => fileURLToPath(new URL(`client/${name}`, import.meta.url));

/** Processes of a driver, or tabs of a browser. */
const [drivers, tabs] = [4, 2];

/** @param folder where the driver was built, if it had to be */
export async function startClient(
  { command }: Pick<ClientRecipe, 'command'>,
  folder: string,
): Promise<Connector> {
  if (typeof command === 'string') return startBrowser(command, { subprotocols, atOnce: tabs });
  return createDriver(placeIn(command, folder), { subprotocols, atOnce: drivers });
}

const npm = (name: string, http = 'node:http'): ClientRecipe => ({
  ...{ name, http, npm: [name], language: 'JavaScript', debian: [], rules: 'rfc6455' },
  version: versionOfNpm(name),
  command: [process.execPath, fileOf('driver.mjs'), name],
});

/** The Python of Debian, which has Debian's modules, and with `-I` neither those of the user nor those beside the file. */
const python = (name: string, http: string, module = name): ClientRecipe => ({
  ...{ name, http, language: 'Python', debian: [`python3-${module}`], rules: 'rfc6455' },
  version: versionOfDebian(`python3-${module}`),
  command: ['/usr/bin/python3', '-I', fileOf(`${name}.py`)],
});

const browser = (name: string, command: 'chromium' | 'firefox', debian: string): ClientRecipe => ({
  ...{ name, http: name, language: 'C++', debian: [debian], rules: 'whatwg', command },
  version: versionOfDebian(debian),
});

const script = (
  name: string,
  http: string,
  language: 'Perl' | 'Ruby',
  debian: string,
  file: string,
): ClientRecipe => ({
  ...{ name, http, language, debian: [debian], rules: 'rfc6455' },
  version: versionOfDebian(debian),
  command: [`/usr/bin/${language.toLowerCase()}`, fileOf(file)],
});

/** The first of the packages is that of the client. */
const built = (
  name: string,
  http: string,
  { language, debian, command, build }: Toolchain,
  ...packages: readonly string[]
): ClientRecipe => ({
  ...{ name, http, language, debian: [...packages, ...debian], rules: 'rfc6455', command, build },
  version: versionOfDebian(packages[0] ?? debian[0] ?? ''),
});

type Decides = NonNullable<ClientRecipe['decides']>;

/** How it is for most: an HTTP stack reads the reply; a library opens the connection, asks, and looks at what is answered. */
const most: Decides = {
  connecting: 'library',
  key: 'library',
  offer: 'library',
  statusLine: 'http',
  space: 'http',
  connection: 'library',
  upgrade: 'library',
  accept: 'library',
  subprotocols: 'library',
  extensions: 'library',
  frames: 'library',
};

/** One whose source was read, with what it has besides, or has otherwise. */
const read = (recipe: ClientRecipe, decides: Decides): ClientRecipe => ({
  ...recipe,
  decides: { ...most, ...decides },
});

/** Those of which tests hold every run against what was found, and whose packages `npm run test:all` installs. */
export const testedClients: readonly ClientRecipe[] = [
  // Node tells of an upgrade where Connection has the token.
  read(npm('ws'), { fieldOrder: 'http', connection: 'http' }),
  read(npm('undici', "undici's own"), { interimReplies: 'http' }),
  read(npm('websocket'), { host: 'library', fieldOrder: 'library' }),
  read(npm('faye-websocket', 'http-parser-js'), { interimReplies: 'library' }),
  read(python('websockets', 'websockets.legacy.http'), { interimReplies: 'library' }),
  read(python('aiohttp', 'aiohttp.http_parser'), {}),
  read(browser('Chromium', 'chromium', 'chromium'), { interimReplies: 'library' }),
  // An empty line of a field that another line has is left out as the reply is read.
  read(browser('Firefox', 'firefox', 'firefox-esr'), { accept: 'http' }),
];

export const clientRecipes: readonly ClientRecipe[] = [
  ...testedClients,
  // Of the lines of one field the last alone is kept as the reply is read.
  read(python('websocket-client', 'websocket._http', 'websocket'), {
    ...{ fieldOrder: 'library', interimReplies: 'library', severalLines: 'http' },
  }),
  read(python('tornado', 'tornado.http1connection'), { fieldOrder: 'http' }),
  // One file reads HTTP and knows of WebSocket; the connection is the driver's.
  read(python('autobahn', "autobahn's own"), {
    ...{ connecting: 'application', host: 'library', fieldOrder: 'library' },
    ...{ statusLine: 'library', space: 'library', interimReplies: 'library' },
  }),
  // It has no sockets of its own.
  read(python('wsproto', 'h11'), {
    ...{ connecting: 'application', interimReplies: 'library', severalLines: 'library' },
  }),
  read(script('Mojolicious', 'Mojo::Message', 'Perl', 'libmojolicious-perl', 'mojolicious.pl'), {
    fieldOrder: 'http',
  }),
  read(
    script(
      'faye-websocket for Ruby',
      'WebSocket::HTTP of websocket-driver',
      'Ruby',
      'ruby-faye-websocket',
      'faye-websocket.rb',
    ),
    { interimReplies: 'library' },
  ),
  read(built('gorilla', 'net/http', go('gorilla.go'), 'golang-github-gorilla-websocket-dev'), {
    interimReplies: 'library',
  }),
  read(built('nhooyr', 'net/http', go('nhooyr.go'), 'golang-nhooyr-websocket-dev'), {
    severalLines: 'library',
  }),
  read(built('x/net', 'net/http', go('x-net.go'), 'golang-golang-x-net-dev'), {
    ...{ target: 'library', interimReplies: 'library', severalLines: 'library' },
  }),
  read(built('JDK HttpClient', 'java.net.http', java('JdkHttpClient')), { fieldOrder: 'http' }),
  // Its HTTP client looks at Connection before the library is asked.
  read(
    built('Jetty', 'org.eclipse.jetty.http', java('JettyClient'), 'libjetty9-extra-java', 'libjetty9-java'),
    { fieldOrder: 'http', interimReplies: 'http', connection: 'http' },
  ),
  // It is given a connection, and leaves the field of subprotocols and what the reply has in it to who calls it.
  read(built('Boost.Beast', 'boost::beast::http', cpp('beast.cpp', boost), 'libboost1.74-dev'), {
    ...{ connecting: 'application', offer: 'application', subprotocols: 'application' },
    interimReplies: 'library',
  }),
  read(
    built(
      'WebSocket++',
      "websocketpp's own",
      cpp('websocketpp.cpp', boost),
      'libwebsocketpp-dev',
      'libboost1.74-dev',
    ),
    { target: 'library', host: 'library', fieldOrder: 'http', interimReplies: 'library' },
  ),
  // Who calls it writes the field of subprotocols, and is given the reply.
  read(built('POCO', 'Poco::Net', cpp('poco.cpp', '-lPocoNet -lPocoFoundation'), 'libpoco-dev'), {
    ...{ offer: 'application', subprotocols: 'application' },
    ...{ fieldOrder: 'http', interimReplies: 'http' },
  }),
  read(
    built(
      'libwebsockets',
      "libwebsockets' own",
      cpp('libwebsockets.cpp', '-lwebsockets'),
      'libwebsockets-dev',
    ),
    { host: 'http', fieldOrder: 'http', interimReplies: 'library', severalLines: 'library' },
  ),
  read(built('libsoup', "libsoup's own", cpp('libsoup.cpp', soup), 'libsoup-3.0-dev'), {
    ...{ fieldOrder: 'http', severalLines: 'library' },
  }),
  // It reads HTTP itself. Who calls it writes the field of subprotocols, and is not shown the reply.
  read(
    built(
      'Qt 5',
      'QtWebSockets',
      cpp('qt.cpp', '-fPIC $(pkg-config --cflags --libs Qt5WebSockets)'),
      'libqt5websockets5-dev',
    ),
    { offer: 'application', target: 'library', statusLine: 'library', space: 'library' },
  ),
  read(
    built(
      'Qt 6',
      'QHttpHeaderParser of QtNetwork',
      cpp('qt.cpp', '-fPIC $(pkg-config --cflags --libs Qt6WebSockets)'),
      'qt6-websockets-dev',
      'qt6-base-dev',
    ),
    { target: 'library', interimReplies: 'library' },
  ),
  // Who calls it writes the field of subprotocols, and is not shown the reply.
  read(
    built(
      'websockets for Haskell',
      'Network.WebSockets.Http',
      haskell('websockets.hs'),
      'libghc-websockets-dev',
    ),
    { offer: 'application', interimReplies: 'library' },
  ),
];
