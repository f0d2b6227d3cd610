import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../src/verify/connector/browser.ts';
import type { Connector } from '../../src/verify/connector/connector.ts';
import { createDriver } from '../../src/verify/connector/driver.ts';
import { boost, cpp, go, haskell, java, soup, type Toolchain } from './client-toolchain.ts';
import { placeIn } from './command.ts';
import type { Recipe } from './recipe.ts';
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
  /** Whether it leaves subprotocols to the application, which is here a driver that does not look at the reply. */
  readonly leavesSubprotocols?: true;
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

const leaving = (recipe: ClientRecipe): ClientRecipe => ({ ...recipe, leavesSubprotocols: true });

/** Those of which tests hold every run against what was found, and whose packages `npm run test:all` installs. */
export const testedClients: readonly ClientRecipe[] = [
  npm('ws'),
  npm('undici', "undici's own"),
  npm('websocket'),
  npm('faye-websocket', 'websocket-driver'),
  python('websockets', 'websockets.legacy.http'),
  python('aiohttp', 'aiohttp.http_parser'),
  browser('Chromium', 'chromium', 'chromium'),
  browser('Firefox', 'firefox', 'firefox-esr'),
];

export const clientRecipes: readonly ClientRecipe[] = [
  ...testedClients,
  python('websocket-client', 'websocket._http', 'websocket'),
  python('tornado', 'tornado.http1connection'),
  python('autobahn', "autobahn's own"),
  python('wsproto', 'h11'),
  script('Mojolicious', 'Mojo::Message', 'Perl', 'libmojolicious-perl', 'mojolicious.pl'),
  script('faye-websocket for Ruby', 'websocket-driver', 'Ruby', 'ruby-faye-websocket', 'faye-websocket.rb'),
  built('gorilla', 'net/http', go('gorilla.go'), 'golang-github-gorilla-websocket-dev'),
  built('nhooyr', 'net/http', go('nhooyr.go'), 'golang-nhooyr-websocket-dev'),
  built('x/net', 'net/http', go('x-net.go'), 'golang-golang-x-net-dev'),
  built('JDK HttpClient', 'java.net.http', java('JdkHttpClient')),
  built('Jetty', 'org.eclipse.jetty.http', java('JettyClient'), 'libjetty9-extra-java', 'libjetty9-java'),
  leaving(built('Boost.Beast', 'boost::beast::http', cpp('beast.cpp', boost), 'libboost1.74-dev')),
  built(
    'WebSocket++',
    "websocketpp's own",
    cpp('websocketpp.cpp', boost),
    'libwebsocketpp-dev',
    'libboost1.74-dev',
  ),
  leaving(built('POCO', 'Poco::Net', cpp('poco.cpp', '-lPocoNet -lPocoFoundation'), 'libpoco-dev')),
  built('libwebsockets', "libwebsockets' own", cpp('libwebsockets.cpp', '-lwebsockets'), 'libwebsockets-dev'),
  built('libsoup', "libsoup's own", cpp('libsoup.cpp', soup), 'libsoup-3.0-dev'),
  leaving(
    built(
      'Qt 5',
      'QtWebSockets',
      cpp('qt.cpp', '-fPIC $(pkg-config --cflags --libs Qt5WebSockets)'),
      'libqt5websockets5-dev',
    ),
  ),
  built(
    'Qt 6',
    'QtWebSockets',
    cpp('qt.cpp', '-fPIC $(pkg-config --cflags --libs Qt6WebSockets)'),
    'qt6-websockets-dev',
    'qt6-base-dev',
  ),
  leaving(
    built(
      'websockets for Haskell',
      'Network.WebSockets.Http',
      haskell('websockets.hs'),
      'libghc-websockets-dev',
    ),
  ),
];
