import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { bind } from '../../src/bind.ts';
import { consult } from '../../src/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import { pongFrame } from '../../src/verify/peer/frame/frame.ts';
import { certificates } from '../certificate.ts';
import { startProxy } from '../client/proxy.ts';
import { echo } from './run-server.ts';

type Answer = (stream: ServerHttp2Stream) => void;

const announce = (session: ServerHttp2Session) =>
  session.destroyed || session.settings({ enableConnectProtocol: true });

/** A server with `ws` over HTTP/1.1, for who has the right credential or none, and with HTTP/2. */
async function diagnose(
  answer: Answer,
  options: DoctorOptions = {},
  { enableConnectProtocol = true, isForbidden = false, late = -1, query = '?a=1' } = {},
) {
  const settings = { enableConnectProtocol };
  const server = createSecureServer({ ...certificates.trusted, allowHTTP1: true, settings });
  const seen: unknown[] = [];
  server
    .on('sessionError', () => {})
    .on('session', (session) => late >= 0 && setTimeout(announce, late, session)) // late SETTINGS
    .on('stream', (stream, headers) => {
      seen.push(headers);
      answer(stream.on('error', () => {}));
    });
  const webSockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.authorization === 'Bearer wrong') socket.end('HTTP/1.1 401 A\r\n\r\n');
    else if (isForbidden) socket.end('HTTP/1.1 403 A\r\n\r\n');
    else webSockets.handleUpgrade(request, socket, head, echo);
  });
  const { port } = await bind(server);
  onTestFinished(() => void server.close());
  const { diagnoses, connections, steps } = await consult(
    `wss://127.0.0.1:${port}/chat${isForbidden ? '' : query}`,
    {
      ...{ tls: { ca: certificates.authority, servername: 'localhost' }, timeout: 1000, ...options },
    },
  );
  const told = diagnoses.map(({ id, confidence }) => `${id} ${confidence}`);
  const last = steps.findLast(({ contrast = '' }) => contrast.includes('extended CONNECT'));
  return { told, connections, seen, evidence: diagnoses[0]?.evidence.join(), last };
}

const respond =
  (status: number, body?: string): Answer =>
  (stream) => {
    stream.respond({ ':status': status }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
  };

/** Opens, with more fields, answers the ping, and does something else behind it. */
const opening =
  (fields: Readonly<Record<string, string>>, behind: Answer = () => {}): Answer =>
  (stream) => {
    stream.respond({ ':status': 200, ...fields });
    stream.once('data', () => {
      stream.write(pongFrame(Buffer.from('ws101')));
      setTimeout(() => behind(stream), 50); // behind the pong
    });
  };
const open = opening({});
const once =
  (answer: Answer, first = [answer]): Answer =>
  (stream) =>
    (first.shift() ?? open)(stream);

// biome-ignore format: a row is a line
test.each<[what: string, answer: Answer, confidence: string, evidence: RegExp]>([
  ['501', respond(501), 'certain', /gets 501/],
  ['404', respond(404, 'no'), 'certain', /gets 404/],
  ['a page', respond(200, '<html></html>'), 'likely', /gets 200, but then no pong/],
  ['a reset', (stream) => stream.close(7), 'certain', /is reset/],
  ['nothing', () => {}, 'certain', /is not answered/],
  ['a subprotocol that nobody offered', opening({ 'sec-websocket-protocol': 'zzz' }), 'certain',
    /gets 200 with `sec-websocket-protocol: zzz`, which no client accepts/],
  ['an extension that nobody offered', opening({ 'sec-websocket-extensions': 'x-foo' }), 'certain',
    /gets 200 with `sec-websocket-extensions: x-foo`/],
  ['a page behind a pong', opening({}, (stream) => stream.write('<html>')), 'likely', /octets that are no frames/],
  ['the end behind a pong', opening({}, (stream) => stream.end()), 'likely', /the end of the stream/],
  ['a Close', opening({}, (stream) => stream.write(Buffer.of(0x88, 0))), 'likely', /or a Close/],
  ['201', (stream) => stream.respond({ ':status': 201 }), 'certain', /gets 201/],
  ['a reset by chance', once((stream) => stream.close(7)), 'likely', /but an .* on a second attempt/],
])('extended CONNECT is announced, and answered with %s', async (_what, answer, confidence, evidence) => {
  const { told, connections, last, ...seen } = await diagnose(answer, { as: 'chromium' });
  expect([told, connections]).toEqual([[`hop/h2-connect-unkept ${confidence}`], 9]);
  expect(seen.evidence).toMatch(evidence);
  expect(seen.evidence).toMatch(/Chromium 156.*does not fall back to HTTP\/1\.1/);
  expect(last?.contrast).toBe('by extended CONNECT over HTTP/2, again');
});

test.each([
  ['429', respond(429), 'healthy likely', /Chromium: 429, and 429/],
  ['503', (stream) => stream.respond({ ':status': 503, 'retry-after': '1' }), 'healthy likely', /: 503, and/],
  ['501, and then 429', once(respond(501), [respond(501), respond(429)]), 'healthy likely', /501, and 429/],
  ['403 to a query', respond(403), 'healthy likely', /: 403, and a credential is not sent/],
  [
    '403 to browsers',
    once(respond(403)),
    'healthy likely',
    /Chromium: 403, but it opens when it is sent again without/,
  ],
] satisfies [string, Answer, string, RegExp][])('a limit, or chance: %s', async (what, answer, told, why) => {
  const found = await diagnose(answer, {}, { query: what.endsWith('a query') ? '?a=1' : '' });
  expect(found.told).toEqual([told]);
  expect(found.evidence).toMatch(why);
});

test('one that is slow is waited for', async () => {
  const slow = 2200; // ms: longer than the first is waited for
  const answer: Answer = (stream) => setTimeout(() => stream.destroyed || open(stream), slow);
  const { told, evidence } = await diagnose(answer, { timeout: 9999 });
  expect(told).toEqual(['healthy likely']);
  expect(evidence).toMatch(/no reply before the timeout, but it opens .* and is waited for longer/);
});

test('of no other browser than the one that is asked for anything is told', async () => {
  expect((await diagnose(respond(501), { as: 'firefox' })).evidence).toMatch(/Firefox 153.*does not fall/);
  expect((await diagnose(respond(501), { as: 'safari' })).evidence).not.toMatch(/Safari|Firefox|Chromium/);
});

test('it is kept, and sent with the fields of the opening', async () => {
  const headers = [['Authorization', 'Bearer right']] as const;
  const { told, seen, last } = await diagnose(open, { as: 'firefox', headers });
  expect(told).toEqual(['healthy certain']);
  expect(last?.detail).toMatch(/: 200, and the server answered a ping$/);
  expect(seen).toMatchObject([
    { ':protocol': 'websocket', ':path': '/chat?a=1', authorization: 'Bearer right' },
  ]);
});

test.each([0, 150])('it is announced by a second frame of SETTINGS, %i ms later', async (late) => {
  const { told, connections } = await diagnose(respond(501), {}, { enableConnectProtocol: false, late });
  expect([told, connections]).toEqual([['hop/h2-connect-unkept certain'], 9]);
});

test('browsers want one of the subprotocols that they offered', async () => {
  const subprotocols = ['chat'];
  const chosen = opening({ 'sec-websocket-protocol': 'chat' });
  expect((await diagnose(chosen, { as: 'chromium', subprotocols })).told).toEqual(['healthy certain']);
  const { told, evidence } = await diagnose(open, { as: 'chromium', subprotocols });
  expect(told).toEqual(['hop/h2-connect-unkept certain']);
  expect(evidence).toMatch(/without a subprotocol/);
  expect((await diagnose(open, { subprotocols })).told).toEqual(['healthy certain']);
});

test('it is not sent where it is not announced, or where a credential was refused', async () => {
  expect(await diagnose(open, {}, { enableConnectProtocol: false })).toMatchObject({
    told: ['healthy certain'],
    seen: [],
    connections: 7,
  });
  const wrong = { headers: [['Authorization', 'Bearer wrong']] } as const;
  expect((await diagnose(open, wrong)).seen).toEqual([]);
});

test('it is sent through a proxy, too', async () => {
  const proxy = await startProxy();
  const { told } = await diagnose(respond(404), { proxy: `http://127.0.0.1:${proxy.port}` });
  expect(told).toEqual(['hop/h2-connect-unkept certain']);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'with %i connections it is sent before what is of less weight',
  async (connections) => {
    const { told, seen, evidence, ...made } = await diagnose(respond(404), { connections });
    expect(made.connections).toBeLessThanOrEqual(connections);
    const isSent = seen.length > 0;
    const sureness = seen.length > 1 ? 'certain' : 'likely';
    expect(told).toEqual([isSent ? `hop/h2-connect-unkept ${sureness}` : 'healthy likely']);
    if (!isSent)
      expect(evidence).toMatch(
        /extended CONNECT, which was not tried|not looked whether the server announces/,
      );
  },
);

test('it is sent where HTTP/1.1 opens nothing, and tells where it opens', async () => {
  const forbidding = { isForbidden: true };
  expect((await diagnose(open, {}, forbidding)).told[0]).toBe('hop/h2-alone-opens certain');
  expect((await diagnose(respond(403), {}, forbidding)).told).not.toContain('hop/h2-alone-opens certain');
});
