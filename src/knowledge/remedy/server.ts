import type { ProductRemedies } from './mend.ts';

/** What mends a failure at the server, in its application or at the client, by product. */
export const serverRemedies: ProductRemedies = {
  'server/no-handler': [
    {
      product: 'Node.js',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const server = createServer((request, response) => response.end("hello\\n"));
const webSockets = new WebSocketServer({ server, path: "/chat" });
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));
server.listen(8080);`,
    },
    {
      product: 'Express',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import express from "express";
import { WebSocketServer } from "ws";

const app = express();
const server = createServer(app);
const webSockets = new WebSocketServer({ server, path: "/chat" });
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));
server.listen(8080); // not app.listen, which would create another server without webSockets`,
    },
    {
      product: 'Fastify',
      language: 'javascript',
      ran: true,
      text: `import Fastify from "fastify";
import { WebSocketServer } from "ws";

const app = Fastify();
const webSockets = new WebSocketServer({ server: app.server, path: "/chat" });
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));
await app.listen({ port: 8080 });`,
    },
    {
      product: 'ws',
      text: 'A WebSocketServer with `path` answers every other path with 400, and one with its own port answers a plain GET with 426. Check the path, and the server that it is attached to.',
    },
    {
      product: 'Next.js',
      language: 'javascript',
      text: `// In server.js, which you start instead of \`next start\`: routes of Next.js cannot accept an upgrade.
import { createServer } from "node:http";
import next from "next";
import { WebSocketServer } from "ws";

const app = next({ dev: false });
await app.prepare();
const server = createServer(app.getRequestHandler());
const webSockets = new WebSocketServer({ server, path: "/chat" });
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));
server.listen(8080);`,
    },
    {
      product: 'uvicorn',
      language: 'sh',
      text: `# Without websockets or wsproto, it logs "No supported WebSocket library detected":
pip install 'uvicorn[standard]'`,
    },
    {
      product: 'uvicorn',
      language: 'python',
      text: `# With FastAPI, use a separate route; routes of @app.get do not accept an upgrade:
@app.websocket("/chat")
async def chat(websocket: WebSocket):
    await websocket.accept()
    await websocket.send_text(await websocket.receive_text())`,
    },
    {
      product: 'Hypercorn',
      text: 'It supports WebSockets only for an ASGI application: check that this path has a route of the scope `websocket`, and that the application does not use WSGI.',
    },
    {
      product: 'Daphne',
      language: 'python',
      text: `# In asgi.py:
application = ProtocolTypeRouter({
    "http": get_asgi_application(),
    "websocket": AuthMiddlewareStack(URLRouter([path("chat", ChatConsumer.as_asgi())])),
})`,
    },
    {
      product: 'Gunicorn',
      language: 'sh',
      text: `# Its own workers use WSGI, which does not support WebSockets. For an ASGI application:
gunicorn -k uvicorn.workers.UvicornWorker app:app`,
    },
    {
      product: 'Werkzeug',
      language: 'python',
      text: `# With Flask and Flask-Sock:
sock = Sock(app)

@sock.route("/chat")
def chat(ws):
    ws.send(ws.receive())`,
    },
    {
      product: 'aiohttp',
      language: 'python',
      text: `async def chat(request):
    websocket = web.WebSocketResponse()
    await websocket.prepare(request)
    async for message in websocket:
        await websocket.send_str(message.data)
    return websocket

app.router.add_get("/chat", chat)`,
    },
    {
      product: 'Tornado',
      text: 'Use a WebSocketHandler for this path: a RequestHandler answers only plain HTTP.',
    },
    {
      product: 'Go',
      language: 'go',
      text: `// With github.com/gorilla/websocket:
var upgrader = websocket.Upgrader{}

http.HandleFunc("/chat", func(w http.ResponseWriter, r *http.Request) {
	connection, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer connection.Close()
})`,
    },
    {
      product: 'gorilla/websocket',
      text: 'If it sends 500 with `response does not implement http.Hijacker`, a middleware wraps the ResponseWriter: implement Hijack there, or skip the middleware for this path.',
    },
    {
      product: 'Kestrel',
      language: 'csharp',
      text: `// Before the endpoints:
app.UseWebSockets();
app.Map("/chat", async context =>
{
    using var webSocket = await context.WebSockets.AcceptWebSocketAsync();
});`,
    },
    {
      product: 'IIS',
      language: 'sh',
      text: `# Run as administrator:
Install-WindowsFeature Web-WebSockets`,
    },
    {
      product: 'Spring',
      language: 'java',
      text: `@Configuration
@EnableWebSocket
class ChatConfiguration implements WebSocketConfigurer {
  public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
    registry.addHandler(new ChatHandler(), "/chat");
  }
}`,
    },
    {
      product: 'Tomcat',
      text: 'Annotate a public class with `@ServerEndpoint("/chat")` and check that tomcat-websocket.jar is present. The path starts with the path of the web application.',
    },
    {
      product: 'Jetty',
      text: 'Enable a WebSocket module (`--add-modules=ee10-websocket-jakarta`, or the one for your version), or configure JakartaWebSocketServletContainerInitializer if Jetty is embedded.',
    },
    {
      product: 'Undertow',
      text: 'Use `Handlers.websocket(…)` as the handler of the path, or let WildFly find a class with @ServerEndpoint.',
    },
    {
      product: 'Rails',
      language: 'ruby',
      text: `# In config/routes.rb, for Action Cable:
mount ActionCable.server => "/cable"`,
    },
    {
      product: 'Phoenix',
      language: 'elixir',
      text: `# In the endpoint; the WebSocket path is then /socket/websocket:
socket "/socket", ChatWeb.UserSocket, websocket: true`,
    },
    {
      product: 'PHP',
      text: 'PHP behind a web server answers a request and ends. A WebSocket needs a server that keeps running, for example Ratchet or OpenSwoole, and a web server rule that routes the path there.',
    },
    {
      product: 'Vite',
      language: 'javascript',
      text: `// In vite.config.js:
export default {
  server: { proxy: { "/chat": { target: "http://127.0.0.1:8080", ws: true } } },
};`,
    },
  ],
  'server/spa-fallback': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the http block:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the server block, next to the location with try_files:
location /chat {
  proxy_pass http://127.0.0.1:8080;
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_set_header Host $http_host;
}`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# In the site block, next to try_files and file_server:
handle /chat* {
  reverse_proxy 127.0.0.1:8080
}`,
    },
    {
      product: 'Apache',
      text: 'FallbackResource and RewriteRule apply after ProxyPass: add `ProxyPass /chat http://127.0.0.1:8080/chat upgrade=websocket`.',
    },
    {
      product: 'Vite',
      language: 'javascript',
      text: `// In vite.config.js:
export default {
  server: { proxy: { "/chat": { target: "http://127.0.0.1:8080", ws: true } } },
};`,
    },
    {
      product: 'webpack',
      language: 'javascript',
      text: `// In webpack.config.js:
export default {
  devServer: { proxy: [{ context: ["/chat"], target: "http://127.0.0.1:8080", ws: true }] },
};`,
    },
    {
      product: 'Express',
      text: 'The handler that sends index.html for every path handles only plain requests: attach a WebSocketServer to the HTTP server of the application.',
    },
  ],
  'server/path': [
    {
      product: 'Rails',
      text: 'Action Cable uses /cable unless config.action_cable.mount_path sets another path.',
    },
    {
      product: 'Phoenix',
      text: 'The path is the path of `socket` followed by /websocket: /socket/websocket, /live/websocket.',
    },
    {
      product: 'Engine.IO',
      text: 'The path is /socket.io/, with the slash, unless the option `path` sets another one.',
    },
    {
      product: 'ws',
      text: 'It compares the option `path` with the whole path: /chat is not /chat/.',
    },
    {
      product: 'Tomcat',
      text: 'The path starts with the path of the web application: /app/chat for chat in app.war.',
    },
  ],
  'server/engine-io': [
    {
      product: 'Engine.IO',
      language: 'javascript',
      text: `// With the Socket.IO client, instead of new WebSocket(…):
import { io } from "socket.io-client";

const socket = io("https://example.com", { transports: ["websocket"] });`,
    },
    {
      product: 'nginx',
      language: 'nginx',
      text: `# With several Socket.IO processes, each client must always reach the same one:
upstream chat {
  ip_hash;
  server 127.0.0.1:8081;
  server 127.0.0.1:8082;
}`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the backend; with several Socket.IO processes, each client must always reach the same one:
cookie io prefix indirect nocache
server one 127.0.0.1:8081 check cookie one
server two 127.0.0.1:8082 check cookie two`,
    },
    {
      product: 'AWS ALB',
      text: 'Turn stickiness on for the target group if it has several Socket.IO processes.',
    },
  ],
  'server/origin-refused': [
    {
      product: 'ws',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const origins = ["https://example.com"];
const server = createServer();
const webSockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  if (!origins.includes(request.headers.origin))
    return socket.end("HTTP/1.1 403 Forbidden\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n");
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on("message", (data) => webSocket.send(data));
  });
});
server.listen(8080);`,
    },
    {
      product: 'Engine.IO',
      language: 'javascript',
      text: `const io = new Server(server, {
  cors: { origin: ["https://example.com"] },
  allowRequest: (request, done) => done(null, request.headers.origin === "https://example.com"),
});`,
    },
    {
      product: 'gorilla/websocket',
      language: 'go',
      text: `var upgrader = websocket.Upgrader{
	CheckOrigin: func(r *http.Request) bool {
		return r.Header.Get("Origin") == "https://example.com"
	},
}`,
    },
    {
      product: 'Rails',
      language: 'ruby',
      text: `# In config/environments/production.rb:
config.action_cable.allowed_request_origins = ["https://example.com"]`,
    },
    {
      product: 'Puma',
      language: 'ruby',
      text: `# With Rails, in config/environments/production.rb:
config.action_cable.allowed_request_origins = ["https://example.com"]`,
    },
    {
      product: 'Daphne',
      language: 'python',
      text: `# In asgi.py; AllowedHostsOriginValidator uses ALLOWED_HOSTS instead of a list:
"websocket": OriginValidator(AuthMiddlewareStack(URLRouter(routes)), ["https://example.com"]),`,
    },
    {
      product: 'Spring',
      language: 'java',
      text: 'registry.addHandler(handler, "/chat").setAllowedOrigins("https://example.com");',
    },
    {
      product: 'Kestrel',
      language: 'csharp',
      text: `var options = new WebSocketOptions();
options.AllowedOrigins.Add("https://example.com");
app.UseWebSockets(options);`,
    },
    {
      product: 'Phoenix',
      language: 'elixir',
      text: `# In config/runtime.exs:
config :chat, ChatWeb.Endpoint, check_origin: ["https://example.com"]`,
    },
    {
      product: 'Tornado',
      language: 'python',
      text: `def check_origin(self, origin):
    return origin == "https://example.com"`,
    },
    {
      product: 'websockets',
      language: 'python',
      text: 'serve(chat, "", 8080, origins=["https://example.com"])',
    },
  ],
  'server/origin-required': [
    {
      product: 'websockets',
      text: 'Add None to the list `origins` to allow clients without an Origin.',
    },
    {
      product: 'Rails',
      text: 'Action Cable compares Origin with a list, and a request without Origin also fails: let the client send one from the list.',
    },
  ],
  'server/credential-missing': [
    {
      product: 'Kong',
      text: '`key-auth` also reads a key in the query (`?apikey=`), and `jwt` a token in `?jwt=` or in a cookie of `config.cookie_names`: browsers can send these.',
    },
    {
      product: 'nginx',
      text: '`auth_basic` reads Authorization, which scripts in browsers cannot set. Use `auth_request` with a cookie for the path, or let the application authenticate.',
    },
  ],
  'server/subprotocol-required': [
    {
      product: 'Rails',
      text: 'Action Cable uses actioncable-v1-json: offer it.',
    },
  ],
  'server/subprotocol-none-chosen': [
    {
      product: 'ws',
      language: 'javascript',
      ran: true,
      text: `import { WebSocketServer } from "ws";

const known = ["chat", "superchat"];
const webSockets = new WebSocketServer({
  port: 8080,
  handleProtocols: (offered) => known.find((name) => offered.has(name)) ?? false,
});
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));`,
    },
    {
      product: 'gorilla/websocket',
      language: 'go',
      text: 'var upgrader = websocket.Upgrader{Subprotocols: []string{"chat"}}',
    },
    {
      product: 'uvicorn',
      language: 'python',
      text: 'await websocket.accept(subprotocol="chat")',
    },
    {
      product: 'Daphne',
      language: 'python',
      text: 'await self.accept(subprotocol="chat")',
    },
    {
      product: 'websockets',
      language: 'python',
      text: 'serve(chat, "", 8080, subprotocols=["chat"])',
    },
    {
      product: 'aiohttp',
      language: 'python',
      text: 'websocket = web.WebSocketResponse(protocols=("chat",))',
    },
    {
      product: 'Tornado',
      language: 'python',
      text: `def select_subprotocol(self, subprotocols):
    return "chat" if "chat" in subprotocols else None`,
    },
    {
      product: 'Kestrel',
      language: 'csharp',
      text: 'using var webSocket = await context.WebSockets.AcceptWebSocketAsync("chat");',
    },
  ],
  'server/two-answers': [
    {
      product: 'ws',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const server = createServer();
const endpoints = new Map([
  ["/chat", new WebSocketServer({ noServer: true })],
  ["/news", new WebSocketServer({ noServer: true })],
]);
server.on("upgrade", (request, socket, head) => {
  const endpoint = endpoints.get(request.url.split("?")[0]);
  if (!endpoint)
    return socket.end("HTTP/1.1 404 Not Found\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n");
  endpoint.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on("message", (data) => webSocket.send(data));
  });
});
server.listen(8080);`,
    },
    {
      product: 'Engine.IO',
      text: 'It ends connections to other paths after one second: set `destroyUpgrade: false` if another WebSocketServer on the same HTTP server handles them.',
    },
    {
      product: 'Vite',
      text: 'Its own WebSocket uses the same server: in middleware mode, give it a separate port with `server.hmr.port`, and handle only the paths of the application in your upgrade listener.',
    },
  ],
  'server/no-upgrade-listener': [
    {
      product: 'Node.js',
      text: 'An `upgrade` listener gets each upgrade: let it end the socket of what it does not take, for example with a 404. With http-proxy, set `ws: true`, or call `proxy.ws` in the listener.',
    },
    { product: 'Vite', text: 'Set `ws: true` for the path in `server.proxy`.' },
  ],
  'server/early-frame-lost': [
    {
      product: 'Node.js',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const server = createServer();
const webSockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  // head contains the data after the request; without ws: if (head.length > 0) socket.unshift(head);
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on("message", (data) => webSocket.send(data));
  });
});
server.listen(8080);`,
    },
  ],
  'server/limits': [
    {
      product: 'Node.js',
      language: 'javascript',
      ran: true,
      text: `import { createServer } from "node:http";
import { WebSocketServer } from "ws";

// The default is 16384 octets; node --max-http-header-size=65536 changes it for the whole process
const server = createServer({ maxHeaderSize: 65536 });
const webSockets = new WebSocketServer({ server });
webSockets.on("connection", (webSocket) => webSocket.on("message", (data) => webSocket.send(data)));
server.listen(8080);`,
    },
    {
      product: 'Tomcat',
      language: 'ini',
      text: `# In server.xml, as an attribute of the Connector:
maxHttpRequestHeaderSize="65536"`,
    },
    {
      product: 'Spring',
      language: 'ini',
      text: 'server.max-http-request-header-size=64KB',
    },
    {
      product: 'Kestrel',
      language: 'csharp',
      text: `builder.WebHost.ConfigureKestrel(kestrel =>
    kestrel.Limits.MaxRequestHeadersTotalSize = 65536);`,
    },
    {
      product: 'uvicorn',
      language: 'sh',
      text: 'uvicorn app:app --h11-max-incomplete-event-size 65536',
    },
    {
      product: 'Gunicorn',
      language: 'sh',
      text: 'gunicorn --limit-request-line 8190 --limit-request-field_size 32768 app:app',
    },
  ],
  'server/deflate-offer-refused': [
    {
      product: 'ws',
      text: 'With `perMessageDeflate: true` it answers 400 to an offer that it cannot meet: one with server_no_context_takeover or window bits that its own options forbid. Remove those options.',
    },
  ],
  'server/idle-timeout': [
    {
      product: 'uvicorn',
      language: 'sh',
      text: `# It sends a ping every 20 seconds, and closes with 1011 if no pong arrives within 20 more:
uvicorn app:app --ws-ping-interval 20 --ws-ping-timeout 60`,
    },
    {
      product: 'Jetty',
      text: 'The idle timeout of a session is 30 seconds by default: raise it with `container.setIdleTimeout(Duration.ofMinutes(10))`.',
    },
    {
      product: 'Tomcat',
      text: '`session.setMaxIdleTimeout(milliseconds)` sets the timeout for one session, and `setDefaultMaxSessionIdleTimeout` of the container for all; 0 means no timeout.',
    },
    {
      product: 'Phoenix',
      language: 'elixir',
      text: `# The default is 60 seconds; the Phoenix client sends a heartbeat every 30:
socket "/socket", ChatWeb.UserSocket, websocket: [timeout: 120_000]`,
    },
    {
      product: 'Engine.IO',
      text: 'It sends `2` every pingInterval, and closes if no `3` arrives within pingTimeout: a plain client must send it.',
    },
  ],
  'server/token-list': [
    {
      product: 'Node.js',
      language: 'javascript',
      ran: true,
      text: `export function hasToken(value, token) {
  return value.split(",").some((each) => each.trim().toLowerCase() === token);
}`,
    },
  ],
  'server/accept-wrong': [
    {
      product: 'Node.js',
      language: 'javascript',
      ran: true,
      text: `import { createHash } from "node:crypto";

export function acceptFor(key) {
  return createHash("sha1").update(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
}`,
    },
    {
      product: 'PHP',
      text: 'Write `base64_encode(sha1($key . "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", true))`: without true, sha1 returns hex.',
    },
  ],
};
