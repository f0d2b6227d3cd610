import { decides, draftsToo, fileOf, ofDebian, ofPython, type ServerRecipe } from './server-recipe.ts';

const run = ['{folder}/server', '{port}'];
const jar = (name: string) => `/usr/share/java/${name}.jar`;

/** Compiles a file, with the flags of the packages of pkg-config, and others. */
const compile = (compiler: string, file: string, packages: string, ...flags: readonly string[]) => {
  const given = packages === '' ? '' : ` $(pkg-config --cflags --libs ${packages})`;
  return ['/bin/sh', '-c', [`${compiler} -O1 -o {folder}/server`, fileOf(file), ...flags].join(' ') + given];
};

const compileGo = (folder: string) => [
  ...['/usr/bin/env', 'GO111MODULE=off', 'GOFLAGS=', 'GOPATH=/usr/share/gocode', 'GOCACHE={folder}/cache'],
  ...['go', 'build', '-o', '{folder}/server', fileOf(`${folder}/main.go`)],
];

const nettyJars = ['common', 'buffer', 'resolver', 'transport', 'codec', 'codec-http', 'handler'].map(
  (name) => jar(`netty-${name}`),
);

const tomcatJars = [
  ...['catalina', 'coyote', 'juli', 'util', 'util-scan', 'annotations-api', 'api', 'jaspic-api', 'jni'],
  ...['servlet-api', 'el-api', 'jsp-api', 'websocket', 'websocket-api'],
].map((name) => jar(`tomcat9-${name}`));

/** Servers of Debian that the campaign alone observes: what is compiled, and what has a subprotocol of its own. */
export const debianServerRecipes: readonly ServerRecipe[] = [
  ofDebian({
    ...{ name: 'libwebsockets', language: 'C', command: run },
    debian: ['libwebsockets-dev', 'gcc', 'pkg-config'],
    build: compile('gcc', 'libwebsockets.c', 'libwebsockets'),
    declared: { subprotocols: ['echo'] },
    layers: { http: 'libwebsockets', library: 'libwebsockets' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'CivetWeb', language: 'C', command: run, debian: ['libcivetweb-dev', 'gcc'] },
    build: compile('gcc', 'civetweb.c', '', '-lcivetweb', '-lpthread'),
    layers: { http: 'CivetWeb', library: 'CivetWeb' },
    decides: { ...decides, path: 'http', subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'libsoup', language: 'C', command: run, debian: ['libsoup-3.0-dev', 'gcc', 'pkg-config'] },
    build: compile('gcc', 'libsoup.c', 'libsoup-3.0'),
    layers: { http: 'libsoup', library: 'libsoup' },
    decides: { ...decides, path: 'http' },
  }),
  ofDebian({
    ...{ name: 'Boost.Beast', language: 'C++', command: run, debian: ['libboost1.74-dev', 'g++'] },
    build: compile('g++', 'beast.cpp', '', '-std=c++17', '-pthread'),
    layers: { http: 'boost::beast::http', library: 'boost::beast::websocket' },
    decides: { ...decides, host: 'library' },
  }),
  ofDebian({
    ...{ name: 'POCO', language: 'C++', command: run, debian: ['libpoco-dev', 'g++'] },
    build: compile('g++', 'poco.cpp', '', '-std=c++17', '-lPocoNet', '-lPocoFoundation'),
    layers: { http: 'Poco::Net::HTTPServer', library: 'Poco::Net::WebSocket' },
    decides,
  }),
  ofDebian({
    ...{ name: 'Qt 5', family: 'Qt', variant: '5', language: 'C++', command: run },
    debian: ['libqt5websockets5-dev', 'g++', 'pkg-config'],
    build: compile('g++', 'qt.cpp', 'Qt5WebSockets', '-fPIC'),
    layers: { http: 'QWebSocketHandshakeRequest', library: 'Qt WebSockets' },
    decides: { ...decides, content: 'library' },
  }),
  ofDebian({
    ...{ name: 'Qt 6', family: 'Qt', variant: '6', language: 'C++', command: run },
    debian: ['qt6-websockets-dev', 'qt6-base-dev', 'g++', 'pkg-config'],
    build: compile('g++', 'qt.cpp', 'Qt6WebSockets', '-std=c++17', '-fPIC'),
    layers: { http: 'QHttpHeaderParser', library: 'Qt WebSockets' },
    decides: { ...decides, requestLine: 'library', host: 'library', content: 'library' },
  }),
  ofDebian({
    ...{ name: 'WebSocket++', language: 'C++', command: run },
    debian: ['libwebsocketpp-dev', 'libboost-system-dev', 'g++'],
    build: compile('g++', 'websocketpp.cpp', '', '-std=c++14', '-pthread', '-lboost_system'),
    declared: { versions: [13, 8, 7, 0] },
    layers: { http: 'websocketpp::http', library: 'websocketpp' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'gorilla/websocket', language: 'Go', command: run, build: compileGo('gorilla') },
    debian: ['golang-github-gorilla-websocket-dev', 'golang-go'],
    layers: { http: 'net/http', library: 'gorilla/websocket' },
    decides: { ...decides, content: 'library' },
  }),
  ofDebian({
    ...{ name: 'nhooyr.io/websocket', language: 'Go', command: run, build: compileGo('nhooyr') },
    debian: ['golang-nhooyr-websocket-dev', 'golang-go'],
    layers: { http: 'net/http', library: 'nhooyr.io/websocket' },
    decides,
  }),
  ofDebian({
    ...{ name: 'golang.org/x/net/websocket', language: 'Go', command: run, build: compileGo('xnet') },
    debian: ['golang-golang-x-net-dev', 'golang-go'],
    layers: { http: 'net/http', library: 'golang.org/x/net/websocket' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'websockets for Haskell', language: 'Haskell', command: run },
    debian: ['libghc-websockets-dev', 'ghc'],
    build: ['ghc', '-v0', '-threaded', '-outputdir', '{folder}', '-o', '{folder}/server', fileOf('Echo.hs')],
    layers: { http: 'Network.WebSockets.Http', library: 'Network.WebSockets' },
    decides: { ...decides, content: 'library', method: 'http' },
  }),
  ofDebian({
    ...{ name: 'Netty', language: 'Java', debian: ['libnetty-java', 'openjdk-17-jdk-headless'] },
    command: ['/usr/bin/java', '-cp', nettyJars.join(':'), fileOf('Netty.java'), '{port}'],
    declared: { versions: [13, 8, 7, 0] },
    layers: { http: 'io.netty.handler.codec.http', library: 'io.netty.handler.codec.http.websocketx' },
    decides: { ...decides, path: 'library' },
  }),
  ofDebian({
    ...{ name: 'Tomcat', language: 'Java', debian: ['libtomcat9-java', 'openjdk-17-jdk-headless'] },
    command: ['/usr/bin/java', '-cp', tomcatJars.join(':'), fileOf('Tomcat.java'), '{port}', '{folder}'],
    path: '/echo',
    layers: { http: 'org.apache.coyote.http11', library: 'org.apache.tomcat.websocket' },
    decides: { ...decides, path: 'library' },
  }),
  ofDebian({
    ...{ name: 'Protocol::WebSocket', language: 'Perl', debian: ['libprotocol-websocket-perl'] },
    command: ['/usr/bin/perl', fileOf('protocol-websocket.pl'), '{port}'],
    layers: { http: 'Protocol::WebSocket::Request', library: 'Protocol::WebSocket' },
    decides: { ...decides, method: 'http' },
  }),
  ofPython({
    name: 'autobahn',
    debian: ['python3-autobahn', 'python3-twisted'],
    declared: draftsToo,
    layers: { http: 'autobahn.websocket.protocol', library: 'autobahn.websocket' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'daphne', language: 'Python', debian: ['python3-daphne'] },
    command: [
      ...['/usr/bin/env', `PYTHONPATH=${fileOf('asgi')}`, '/usr/bin/python3', '-m', 'daphne'],
      ...['--verbosity', '0', '--bind', '127.0.0.1', '--port', '{port}', 'echo:application'],
    ],
    declared: draftsToo,
    layers: { http: 'twisted.web.http, and daphne.http_protocol', library: 'autobahn.websocket' },
    decides: { ...decides, host: 'library', upgrade: 'http', subprotocols: 'library' },
  }),
  ofPython({
    name: 'websockify',
    declared: { versions: [13, 8, 7], subprotocols: ['binary'] },
    layers: { http: 'http.server', library: 'websockify' },
    decides: { ...decides, path: 'library', subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'faye-websocket-thin', family: 'faye-websocket for Ruby', variant: 'thin', language: 'Ruby' },
    debian: ['ruby-faye-websocket', 'thin'],
    command: [
      ...['/usr/bin/thin', 'start', '--quiet', '--environment', 'production', '--rackup', fileOf('thin.ru')],
      ...['--address', '127.0.0.1', '--port', '{port}'],
    ],
    layers: { http: 'thin', library: 'websocket-driver' },
    decides,
  }),
  ofDebian({
    ...{ name: 'mosquitto', language: 'C', debian: ['mosquitto'] },
    command: ['/bin/sh', fileOf('mosquitto.sh'), '{port}', '{folder}'],
    declared: { subprotocols: ['mqtt', 'mqttv3.1'] },
    layers: { http: 'libwebsockets', library: 'libwebsockets', application: 'mosquitto' },
    decides: { ...decides, subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'Prosody', language: 'Lua', debian: ['prosody'], path: '/xmpp-websocket' },
    command: ['/bin/sh', fileOf('prosody.sh'), '{port}', '{folder}'],
    declared: { subprotocols: ['xmpp'], subprotocolRequired: true },
    layers: { http: 'net.http.server', library: 'mod_websocket', application: 'Prosody' },
    decides: { ...decides, path: 'http', subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'ejabberd', language: 'Erlang', debian: ['ejabberd'], path: '/ws' },
    command: ['/bin/sh', fileOf('ejabberd.sh'), '{port}', '{folder}'],
    declared: { subprotocols: ['xmpp'] },
    layers: { http: 'ejabberd_http', library: 'ejabberd_websocket', application: 'ejabberd' },
    decides: { ...decides, path: 'http', subprotocols: 'library' },
  }),
  ofDebian({
    ...{ name: 'RabbitMQ', language: 'Erlang', debian: ['rabbitmq-server'], path: '/ws' },
    command: ['/bin/sh', fileOf('rabbitmq.sh'), '{port}', '{folder}'],
    declared: { versions: [13, 8, 7], subprotocols: ['mqtt'] },
    layers: { http: 'cowboy', library: 'cowboy_websocket', application: 'rabbitmq_web_mqtt' },
    decides: { ...decides, path: 'http' },
  }),
];
