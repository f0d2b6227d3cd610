import type { ErrorTextRow } from './error-text-row.ts';

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
const vite = { client: 'Vite, as a proxy of its development server', side: 'server' } as const;
const hpm = { client: 'http-proxy-middleware', side: 'server' } as const;
const tlsServer = { client: 'a server of TLS', side: 'server' } as const;

const noUpgrade =
  'The request came without a whole Upgrade and Connection: a hop took them away, or a client that opens no WebSocket asked, such as a browser that visits the address.';
const badKey =
  'The request came without one well-formed Sec-WebSocket-Key. Clients send one, so a hop lost or doubled it.';
const badVersion = 'The request came without Sec-WebSocket-Version: 13. Clients send it, so a hop lost it.';
const badOrigin =
  'The server compares Origin with a list, or with Host. The origin is not on it, or a hop has replaced Host.';
const backendDown =
  'The proxy did not reach the server behind it: nobody listens at the address that it was given.';

/** What servers and hops write to their logs, or answer with, from the special to the general. */
export const serverTextRows = [
  // Servers.
  {
    ...{ ...gorilla, id: 'gorilla/no-connection' },
    pattern: /'upgrade' token not found in 'Connection' header/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...gorilla, id: 'gorilla/no-upgrade' },
    pattern: /'websocket' token not found in 'Upgrade' header/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...gorilla, id: 'gorilla/version' },
    pattern: /websocket: unsupported version: 13 not found in 'Sec-Websocket-Version' header/i,
    status: 400,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...{ ...gorilla, id: 'gorilla/origin' },
    pattern:
      /request origin not allowed by Upgrader\.CheckOrigin|websocket: 'Origin' header value not allowed/i,
    status: 403,
    meaning:
      'The server compares Origin with a list, or with Host, and the origin is not on it or a hop has replaced Host. Programs that send no Origin are let in.',
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...{ ...gorilla, id: 'gorilla/key' },
    pattern: /websocket: not a websocket handshake: ['`]Sec-WebSocket-Key' header/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...{ ...gorilla, id: 'gorilla/hijacker' },
    pattern: /websocket: response does not implement http\.Hijacker/i,
    status: 500,
    meaning:
      'A middleware of the server wraps the ResponseWriter and hides Hijack; it is no fault of the request.',
    signs: [],
  },
  {
    ...{ ...coder, id: 'coder/origin' },
    pattern: /request Origin "?(?<value>[^\s"]+)"? is not authorized for Host/i,
    status: 403,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...{ ...ws, id: 'ws-server/key' },
    pattern: /Missing or invalid Sec-WebSocket-Key/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...{ ...ws, id: 'ws-server/version' },
    pattern: /Missing or invalid Sec-WebSocket-Version/i,
    status: 400,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...{ ...ws, id: 'ws-server/subprotocol' },
    pattern: /Invalid Sec-WebSocket-Protocol header/i,
    status: 400,
    meaning:
      'The Sec-WebSocket-Protocol of the request is not written as the grammar asks, or names one twice.',
    signs: ['saysSubprotocol'],
  },
  {
    ...{ ...ws, id: 'ws-server/extensions' },
    pattern: /Invalid or unacceptable Sec-WebSocket-Extensions header/i,
    status: 400,
    meaning:
      'The server does not take the offer of permessage-deflate, and refuses in place of declining it.',
    signs: ['saysExtensions'],
  },
  {
    ...{ ...engine, id: 'engine/session' },
    pattern: /Session ID unknown/i,
    status: 400,
    meaning:
      'The session that the request names is not one of this process. With several processes behind a balancer, its sessions have to be sticky.',
    signs: ['saysEngineSession'],
  },
  {
    ...{ ...engine, id: 'engine/transport' },
    pattern: /Transport unknown/i,
    status: 400,
    meaning:
      'The server is one of Socket.IO or Engine.IO, and was not asked as its own clients ask: the query has to say EIO=4&transport=websocket.',
    signs: ['saysEngineIo'],
  },
  {
    ...{ ...rails, id: 'rails/origin' },
    pattern: /Request origin not allowed: (?<value>https?:\/\/\S+|null\b)/i,
    status: 404,
    meaning: 'The origin is not among allowed_request_origins. Rails answers with 404 then.',
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...{ ...rails, id: 'rails/origin-missing' },
    pattern: /Request origin not allowed:/i,
    status: 404,
    meaning:
      'The request came without Origin, which Rails wants unless it is told otherwise. It answers with 404 then.',
    signs: ['saysOrigin'],
  },
  {
    ...{ ...rails, id: 'rails/upgrade' },
    pattern:
      /Failed to upgrade to WebSocket \(REQUEST_METHOD: \w*, HTTP_CONNECTION: (?![^,)]*upgrade)[^)]{0,200}\)|Failed to upgrade to WebSocket \(REQUEST_METHOD: \w*, HTTP_CONNECTION: [^)]{0,200}HTTP_UPGRADE: ?\)/i,
    status: 404,
    meaning: `${noUpgrade} Rails answers with 404 then.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...rails, id: 'rails/refused' },
    pattern: /Failed to upgrade to WebSocket \(REQUEST_METHOD: GET/i,
    status: 404,
    meaning:
      'Upgrade and Connection came whole, and Rails refused with 404 all the same. The line before it in the log mostly names the origin.',
    signs: [],
  },
  {
    ...{ ...spring, id: 'spring/upgrade' },
    pattern: /Handshake failed due to invalid (?:Upgrade|Connection) header:? ?(?<value>[^\s"]*)/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...spring, id: 'spring/version' },
    pattern: /Handshake failed due to unsupported WebSocket version: (?<value>\w+)/i,
    status: 426,
    meaning: badVersion,
    signs: ['saysVersion'],
  },
  {
    ...{ ...spring, id: 'spring/key' },
    pattern: /Missing "Sec-WebSocket-Key" header/i,
    status: 400,
    meaning: badKey,
    signs: ['saysKey'],
  },
  {
    ...{ ...aiohttp, id: 'aiohttp-server/upgrade' },
    pattern: /No WebSocket UPGRADE hdr|No CONNECTION upgrade hdr/i,
    status: 400,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...tornado, id: 'tornado/upgrade' },
    pattern: /Can "Upgrade" only to "WebSocket"|"Connection" must be "Upgrade"/i,
    status: 400,
    meaning: `${noUpgrade} Spring and aiohttp use the same words.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...tornado, id: 'tornado/origin' },
    pattern: /Cross origin websockets not allowed/i,
    status: 403,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  {
    ...{ ...uvicorn, id: 'uvicorn/no-library' },
    pattern: /No supported WebSocket library detected/i,
    meaning: 'uvicorn was installed without a library for WebSocket: pip install "uvicorn[standard]".',
    signs: ['saysNoHandler'],
  },
  {
    ...{ ...uvicorn, id: 'uvicorn/upgrade' },
    pattern: /Unsupported upgrade request/i,
    meaning:
      'uvicorn saw an Upgrade that it does not handle: it was installed without a library for WebSocket, or the Upgrade asks for something else, such as h2c.',
    signs: ['saysNoHandler'],
  },
  {
    ...{ ...uvicorn, id: 'uvicorn/refused' },
    pattern: /"WebSocket (?<value>[^\s"]+)" 403/i,
    status: 403,
    meaning:
      'The application closed before it accepted, which uvicorn answers with 403: no route for this path, a missing accept(), or a check of its own.',
    signs: [],
  },
  {
    ...{ ...channels, id: 'channels/route' },
    pattern: /No route found for path '(?<value>[^']*)'/i,
    meaning: 'No route of the URLRouter fits the path of the WebSocket; its paths begin without a slash.',
    signs: ['saysNoHandler'],
  },
  {
    ...{ ...websockets, id: 'websockets-server/upgrade' },
    pattern:
      /You cannot access a WebSocket server directly with a browser|(?:Failed to open a WebSocket connection|InvalidUpgrade): (?:missing|invalid|empty) (?:Connection|Upgrade) header/i,
    meaning: `${noUpgrade} A client says InvalidUpgrade of a 101 that lacks them.`,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...websockets, id: 'websockets-server/message' },
    pattern: /did not receive a valid HTTP request/i,
    meaning:
      'What came was no opening: a check that connects and closes, a client that speaks TLS, or one of another protocol. Clients that open are not concerned.',
    signs: [],
  },
  {
    ...{ ...autobahn, id: 'autobahn/upgrade' },
    pattern: /HTTP (?:Upgrade|Connection) headers? (?:missing|do not include "(?:websocket|upgrade)" value)/i,
    meaning: noUpgrade,
    signs: ['saysUpgradeIsMissing'],
  },
  {
    ...{ ...autobahn, id: 'autobahn/origin' },
    pattern: /WebSocket connection denied: origin '(?<value>[^']*)' not allowed/i,
    meaning: badOrigin,
    signs: ['saysOrigin', 'originIsSent'],
  },
  // Hops.
  {
    ...{ ...nginx, id: 'nginx/refused' },
    pattern:
      /connect\(\) failed \(\d+: [^)]*\) while connecting to upstream|no live upstreams while connecting to upstream/i,
    status: 502,
    meaning: backendDown,
    signs: ['saysBackendIsDown'],
  },
  {
    ...{ ...nginx, id: 'nginx/silent' },
    pattern:
      /upstream timed out \(\d+: [^)]*\) while (?:connecting to|reading response header from) upstream/i,
    status: 504,
    meaning: 'The server behind nginx did not answer in time.',
    signs: ['saysBackendIsSilent'],
  },
  {
    ...{ ...nginx, id: 'nginx/idle' },
    pattern: /upstream timed out \(\d+: [^)]*\) while proxying upgraded connection/i,
    meaning:
      'The WebSocket had opened, and nothing was sent for as long as proxy_read_timeout, 60 seconds unless it was set.',
    signs: ['idleEndsWithoutClose'],
  },
  {
    ...{ ...nginx, id: 'nginx/plain-to-tls' },
    pattern: /The plain HTTP request was sent to HTTPS port/i,
    status: 400,
    meaning: 'ws was used for a port that speaks TLS: use wss.',
    signs: ['saysTlsIsExpected'],
  },
  {
    ...{ ...tlsServer, id: 'tls-server/plain' },
    pattern: /client sent an HTTP request to an HTTPS server|SSL routines:[^:]*:http request/i,
    meaning: 'ws or http was used for a port that speaks TLS: use wss.',
    signs: ['saysTlsIsExpected'],
  },
  {
    ...{ ...vite, id: 'vite/proxy' },
    pattern: /ws proxy (?:socket )?error/i,
    meaning:
      'The connection to the server that server.proxy names failed. What stands behind it says how; a WebSocket also wants ws: true.',
    signs: ['saysBackendIsDown'],
  },
  {
    ...{ ...hpm, id: 'hpm/proxy' },
    pattern: /\[HPM\] Error occurred while (?:trying to proxy|proxying) request/i,
    meaning: backendDown,
    signs: ['saysBackendIsDown'],
  },
] as const satisfies readonly ErrorTextRow[];
