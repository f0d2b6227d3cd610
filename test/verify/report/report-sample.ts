import type { Finding, Report } from '../../../src/verify/report/report.ts';
import { summarize } from '../../../src/verify/report/summary.ts';

const base64 = (octets: string) => Buffer.from(octets, 'latin1').toString('base64');

/** A server that takes a short key. */
export const shortKey: Finding = {
  clause: 'rfc6455/4.2.1/key-16-octets',
  source: 'RFC 6455 §4.2.1',
  level: 'MUST',
  title: 'A server refuses a key that does not decode to 16 octets.',
  expected: 'an error status (keyIsNot16Octets)',
  observed: '101 Switching Protocols',
  hint: 'the key may be hashed without being looked at',
  request: base64('GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: A3gG\r\n\r\n'),
  response: base64('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x8a\x00'),
  seen: [
    { side: 'request', start: 25, end: 48 },
    { side: 'response', start: 9, end: 32 },
  ],
  tags: ['leniency'],
  case: 220,
  replay: 'ws101 verify server ws://a/ --only rfc6455/4.2.1/key-16-octets',
};

export const refusedList: Finding = {
  clause: 'rfc9110/7.8/upgrade-list',
  source: 'RFC 9110 §7.8',
  level: 'SHOULD',
  title: 'A server takes a list.',
  expected: 'a 101',
  observed: '400 Bad Request',
  request: base64('GET / HTTP/1.1\r\nUpgrade: websocket, h2c\r\n\r\n'),
  response: '',
  seen: [{ side: 'request', start: 16, end: 39 }],
  tags: [],
  replay: 'ws101 verify server ws://a/ --only rfc9110/7.8/upgrade-list',
};

/** A finding that is seen behind another request alone. */
export const behindAnother: Finding = {
  ...refusedList,
  after: {
    clause: 'rfc9112/3/request-line',
    case: 7,
    request: base64('GET  HTTP/1.1\r\n\r\n'),
    response: base64('HTTP/1.1 400 No\r\n\r\n'),
  },
};

/** What a peer could send to act on whoever looks at the report. */
const attack = `</style></title></pre>--><script>alert(1)</script><img src="http://a.test/" onerror='alert(2)'>]]>&\x1b]0;x\x07\x9b31m`;

export const hostile: Finding = {
  ...shortKey,
  title: attack,
  expected: attack,
  observed: attack,
  hint: `\u202e${attack}\ud800\uffff`,
  request: base64(`GET /${attack} HTTP/1.1\r\n\r\n`),
  response: base64(`HTTP/1.1 101 ${attack}\r\nA: ${attack.repeat(50)}\r\n\r\n`),
  after: {
    clause: shortKey.clause,
    case: 7,
    request: base64(`GET /${attack} HTTP/1.1\r\n\r\n`),
    response: base64(`HTTP/1.1 101 ${attack}\r\n\r\n`),
  },
  tags: [attack],
  replay: attack,
};

/** A small report; what is given replaces its parts, and is counted. */
export function sampleReport(parts: Partial<Report> = {}): Report {
  const report = { ...sample, ...parts };
  return { ...report, summary: parts.summary ?? summarize(report, 99) };
}

const sample: Omit<Report, 'summary'> = {
  tool: 'ws101',
  version: '1.2.3',
  schema: 1,
  mode: 'server',
  target: 'ws://a/',
  seed: 42,
  runs: 40,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1_234,
  clauses: [
    { id: refusedList.clause, source: refusedList.source, level: 'SHOULD', verdict: 'warn', cases: 7 },
    { id: shortKey.clause, source: shortKey.source, level: 'MUST', verdict: 'fail', cases: 11 },
    {
      id: 'rfc6455/4.2.1/key-present',
      source: 'RFC 6455 §4.2.1',
      level: 'MUST',
      verdict: 'pass',
      cases: 13,
    },
    {
      id: 'rfc9112/3.2/host-present',
      source: 'RFC 9112 §3.2',
      level: 'MUST',
      verdict: 'untested',
      cases: 0,
      why: 'unplayed',
      reason: 'the run ended early',
    },
  ],
  choices: [
    { id: 'rfc9110/15.5.9/request-timeout', source: 'RFC 9110 §15.5.9', verdict: 'untested', cases: 0 },
  ],
  findings: [refusedList, shortKey],
  notes: [{ clause: 'rfc9110/6.2/minor-version', title: 'HTTP/1.2 is refused', case: 12 }],
  declared: {},
  unusedWaivers: [],
  policy: { plainHttp: 426, subprotocolsKnown: ['mqtt', 'ocpp1.6'], largestHead: null },
};

export const hostileReport = sampleReport({
  target: attack,
  findings: [hostile],
  notes: [{ clause: 'rfc9110/6.2/minor-version', title: attack, case: 12 }],
  policy: { [attack]: [attack] },
});
