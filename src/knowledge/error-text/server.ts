import type { ErrorTextRow } from './row.ts';

const ws = { client: 'ws (Node.js), the server', side: 'server' } as const;
const engine = { client: 'Engine.IO or Socket.IO, the server', side: 'server' } as const;
const gorilla = { client: 'gorilla/websocket (Go), the server', side: 'server' } as const;
const coder = { client: 'coder/websocket (Go), the server', side: 'server' } as const;
const rails = { client: 'Action Cable (Rails)', side: 'server' } as const;
const spring = { client: 'Spring', side: 'server' } as const;
const tornado = { client: 'Tornado', side: 'server' } as const;
const aiohttp = { client: 'aiohttp, the server', side: 'server' } as const;
const uvicorn = { client: 'uvicorn', side: 'server' } as const;
const channels = { client: 'Django Channels', side: 'server' } as const;
const websockets = { client: 'websockets (Python), the server', side: 'server' } as const;
const autobahn = { client: 'Autobahn (Python), the server', side: 'server' } as const;
const nginx = { client: 'nginx', side: 'server' } as const;
const vite = { client: 'Vite, the proxy of its development server', side: 'server' } as const;
const hpm = { client: 'http-proxy-middleware', side: 'server' } as const;
const tlsServer = { client: 'a TLS server', side: 'server' } as const;

const noUpgrade =
  'Upgrade or Connection in the request is missing or incomplete: a proxy removed it, or the client does not open a WebSocket, for example a browser that visits the address.';
const badKey =
  'The request does not have exactly one well-formed Sec-WebSocket-Key. Clients send one, so a proxy dropped or duplicated it.';
const badVersion = 'The request has no Sec-WebSocket-Version: 13. Clients send it, so a proxy dropped it.';
const badOrigin =
  'The server compares Origin with a list or with Host. The origin is not on the list, or a proxy replaced Host.';
const backendDown =
  'The proxy did not reach the server behind it: no server listens at the configured address.';

/** What servers and hops write to their logs, or answer with, from the special to the general. */
export const serverTextRows = [
  // Servers.
  {
    ...gorilla,
    id: 'gorilla/no-connection',
    pattern: /'upgrade' token not found in 'Connection' header/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...gorilla,
    id: 'gorilla/no-upgrade',
    pattern: /'websocket' token not found in 'Upgrade' header/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...gorilla,
    id: 'gorilla/version',
    pattern: /websocket: unsupported version: 13 not found in 'Sec-Websocket-Version' header/i,
    status: 400,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...gorilla,
    id: 'gorilla/origin',
    pattern:
      /request origin not allowed by Upgrader\.CheckOrigin|websocket: 'Origin' header value not allowed/i,
    status: 403,
    meaning:
      'The server compares Origin with a list or with Host: the origin is not on the list, or a proxy replaced Host. The server accepts programs that send no Origin.',
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...gorilla,
    id: 'gorilla/key',
    pattern: /websocket: not a websocket handshake: ['`]Sec-WebSocket-Key' header/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...gorilla,
    id: 'gorilla/hijacker',
    pattern: /websocket: response does not implement http\.Hijacker/i,
    status: 500,
    meaning:
      'A middleware of the server wraps the ResponseWriter and hides Hijack; the request is not the cause.',
    signs: [],
  },
  {
    ...coder,
    id: 'coder/origin',
    pattern: /request Origin "?(?<value>[^\s"]+)"? is not authorized for Host/i,
    status: 403,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...ws,
    id: 'ws-server/key',
    pattern: /Missing or invalid Sec-WebSocket-Key/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...ws,
    id: 'ws-server/version',
    pattern: /Missing or invalid Sec-WebSocket-Version/i,
    status: 400,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...ws,
    id: 'ws-server/subprotocol',
    pattern: /Invalid Sec-WebSocket-Protocol header/i,
    status: 400,
    meaning: 'Sec-WebSocket-Protocol in the request does not match the grammar, or repeats a subprotocol.',
    signs: ['saysSubprotocol'],
  },
  {
    ...ws,
    id: 'ws-server/extensions',
    pattern: /Invalid or unacceptable Sec-WebSocket-Extensions header/i,
    status: 400,
    meaning:
      'The server does not accept the permessage-deflate offer, and refuses the request instead of declining the extension.',
    signs: ['saysExtensions'],
  },
  {
    ...engine,
    id: 'engine/session',
    pattern: /Session ID unknown/i,
    status: 400,
    meaning:
      'This process does not know the session in the request. Several processes behind a load balancer need sticky sessions.',
    signs: ['saysEngineSession'],
  },
  {
    ...engine,
    id: 'engine/transport',
    pattern: /Transport unknown/i,
    status: 400,
    meaning:
      'The server uses Socket.IO or Engine.IO, and the request is not one of their own clients: the query must contain EIO=4&transport=websocket.',
    signs: ['saysEngineIo'],
  },
  {
    ...rails,
    id: 'rails/origin',
    pattern: /Request origin not allowed: (?<value>https?:\/\/\S+|null\b)/i,
    status: 404,
    meaning: 'The origin is not in allowed_request_origins. Rails then replies with 404.',
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...rails,
    id: 'rails/origin-missing',
    pattern: /Request origin not allowed:/i,
    status: 404,
    meaning: 'The request has no Origin, which Rails requires by default. Rails then replies with 404.',
    signs: ['saysOrigin'],
  },
  {
    ...rails,
    id: 'rails/upgrade',
    pattern:
      /Failed to upgrade to WebSocket \(REQUEST_METHOD: \w*, HTTP_CONNECTION: (?![^,)]*upgrade)[^)]{0,200}\)|Failed to upgrade to WebSocket \(REQUEST_METHOD: \w*, HTTP_CONNECTION: [^)]{0,200}HTTP_UPGRADE: ?\)/i,
    status: 404,
    meaning: `${noUpgrade} Rails then replies with 404.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...rails,
    id: 'rails/refused',
    pattern: /Failed to upgrade to WebSocket \(REQUEST_METHOD: GET/i,
    status: 404,
    meaning:
      'Upgrade and Connection are correct, but Rails refused the request with 404. The line before it in the log usually names the origin.',
    signs: [],
  },
  {
    ...spring,
    id: 'spring/upgrade',
    pattern: /Handshake failed due to invalid (?:Upgrade|Connection) header:? ?(?<value>[^\s"]*)/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...spring,
    id: 'spring/version',
    pattern: /Handshake failed due to unsupported WebSocket version: (?<value>\w+)/i,
    status: 426,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...spring,
    id: 'spring/key',
    pattern: /Missing "Sec-WebSocket-Key" header/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...aiohttp,
    id: 'aiohttp-server/upgrade',
    pattern: /No WebSocket UPGRADE hdr|No CONNECTION upgrade hdr/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...tornado,
    id: 'tornado/upgrade',
    pattern: /Can "Upgrade" only to "WebSocket"|"Connection" must be "Upgrade"/i,
    status: 400,
    meaning: `${noUpgrade} Spring and aiohttp use the same text.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...tornado,
    id: 'tornado/origin',
    pattern: /Cross origin websockets not allowed/i,
    status: 403,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...uvicorn,
    id: 'uvicorn/no-library',
    pattern: /No supported WebSocket library detected/i,
    meaning: 'uvicorn was installed without a WebSocket library: pip install "uvicorn[standard]".',
    signs: ['saysNoHandler'],
  },
  {
    ...uvicorn,
    id: 'uvicorn/upgrade',
    pattern: /Unsupported upgrade request/i,
    meaning:
      'uvicorn got an Upgrade that it does not handle: it was installed without a WebSocket library, or Upgrade has another value, such as h2c.',
    signs: ['saysNoHandler'],
  },
  {
    ...uvicorn,
    id: 'uvicorn/refused',
    pattern: /"WebSocket (?<value>[^\s"]+)" 403/i,
    status: 403,
    meaning:
      'The application closed the connection before it accepted it, so uvicorn replied with 403. The path has no route, accept() is missing, or a check in the application failed.',
    signs: [],
  },
  {
    ...channels,
    id: 'channels/route',
    pattern: /No route found for path '(?<value>[^']*)'/i,
    meaning:
      'No route of the URLRouter matches the path of the WebSocket; the paths of its routes start without a slash.',
    signs: ['saysNoHandler'],
  },
  {
    ...websockets,
    id: 'websockets-server/upgrade',
    pattern:
      /You cannot access a WebSocket server directly with a browser|(?:Failed to open a WebSocket connection|InvalidUpgrade): (?:missing|invalid|empty) (?:Connection|Upgrade) header/i,
    meaning: `${noUpgrade} A client reports InvalidUpgrade for a 101 without these fields.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...websockets,
    id: 'websockets-server/message',
    pattern: /did not receive a valid HTTP request/i,
    meaning:
      'The received data is not a handshake: it comes from a check that connects and closes, from a TLS client, or from a client of another protocol. This does not affect WebSocket clients.',
    signs: [],
  },
  {
    ...autobahn,
    id: 'autobahn/upgrade',
    pattern: /HTTP (?:Upgrade|Connection) headers? (?:missing|do not include "(?:websocket|upgrade)" value)/i,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...autobahn,
    id: 'autobahn/origin',
    pattern: /WebSocket connection denied: origin '(?<value>[^']*)' not allowed/i,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  // Hops.
  {
    ...nginx,
    id: 'nginx/refused',
    pattern:
      /connect\(\) failed \(\d+: [^)]*\) while connecting to upstream|no live upstreams while connecting to upstream/i,
    status: 502,
    meaning: backendDown,
    signs: ['saysBackendIsDown'],
  },
  {
    ...nginx,
    id: 'nginx/silent',
    pattern:
      /upstream timed out \(\d+: [^)]*\) while (?:connecting to|reading response header from) upstream/i,
    status: 504,
    meaning: 'The server behind nginx did not answer in time.',
    signs: ['saysBackendIsSilent'],
  },
  {
    ...nginx,
    id: 'nginx/idle',
    pattern: /upstream timed out \(\d+: [^)]*\) while proxying upgraded connection/i,
    meaning:
      'The WebSocket opened, but no data arrived within proxy_read_timeout, which is 60 seconds by default.',
    signs: ['idleEndsWithoutClose'],
  },
  {
    ...nginx,
    id: 'nginx/plain-to-tls',
    pattern: /The plain HTTP request was sent to HTTPS port/i,
    status: 400,
    meaning: 'The URL has ws, but the port expects TLS: use wss.',
    signs: ['saysTlsIsExpected'],
  },
  {
    ...tlsServer,
    id: 'tls-server/plain',
    pattern: /client sent an HTTP request to an HTTPS server|SSL routines:[^:]*:http request/i,
    meaning: 'The URL has ws or http, but the port expects TLS: use wss.',
    signs: ['saysTlsIsExpected'],
  },
  {
    ...vite,
    id: 'vite/proxy',
    pattern: /ws proxy (?:socket )?error/i,
    meaning:
      'The connection to the target in server.proxy failed. The text after this message shows how; a WebSocket also needs ws: true.',
    signs: ['saysBackendIsDown'],
  },
  {
    ...hpm,
    id: 'hpm/proxy',
    pattern: /\[HPM\] Error occurred while (?:trying to proxy|proxying) request/i,
    meaning: backendDown,
    signs: ['saysBackendIsDown'],
  },
] as const satisfies readonly ErrorTextRow[];
