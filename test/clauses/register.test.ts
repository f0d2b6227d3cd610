import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ClauseId,
  clauseIds,
  clientRows,
  connection,
  hopRows,
  serverRows,
  serverSession,
} from '../../models/index.ts';

/** Clauses that no test shows yet, or ever, by the reason. Whoever shows one strikes it out here. */
const later = {
  'wss: neither endpoint speaks TLS yet': [
    'rfc6455/4.1/tls-before-handshake',
    'rfc6455/4.1/tls-failure',
    'rfc6455/4.1/tls-all-traffic',
    'rfc6455/4.1/server-name',
    'rfc6455/4.2.2/tls-before-handshake',
    'rfc6455/4.2.2/tls-failure',
    'rfc6455/4.2.2/tls-all-traffic',
    'rfc6455/10.6/tls-supported',
    'rfc6455/10.6/client-tls-supported',
    'rfc6455/10.6/tls-employed',
    'rfc6455/10.6/client-tls-employed',
    'rfc6455/10.6/strong-tls',
  ],
  'proxies: the client always connects directly': [
    'service/7/connect-for-wss',
    'rfc6455/4.1/unknown-address',
    'rfc6455/4.1/pending-limit',
    'rfc6455/4.1/proxy-tunnel',
    'rfc6455/4.1/proxy-autoconfiguration',
    'rfc9112/3.2.3/connect-target',
  ],
  'authentication: nobody is asked for credentials, and the application refuses and redirects nothing itself':
    [
      'service/5.1/accept-is-no-credential',
      'service/5.2/credential-missing',
      'service/5.2/credential-invalid',
      'service/5.2/credential-401',
      'service/5.3/query-token',
      'service/5.3/query-token-short-lived',
      'service/5.3/query-token-rotated',
      'service/5.3/cookie',
      'service/5.3/field',
      'service/5.3/first-message',
      'service/5.3/first-message-sent',
      'service/5.3/first-message-shape',
      'service/5.3/first-message-held',
      'service/5.3/subprotocol-token',
      'rfc6455/4.1/authentication-retry',
      'rfc6455/4.2.2/client-authentication',
      'rfc6455/4.2.2/redirect',
      'rfc6455/10.5/any-http-authentication',
      'rfc9110/15.5.2/challenge',
    ],
  'allowlist: every origin is welcome': [
    'service/5.4/origin-allowlist',
    'rfc6455/4.2.2/origin-considered',
    'rfc6455/4.2.2/origin-lowercase',
    'rfc6455/4.2.2/origin-refused',
    'rfc6455/10.2/origin-verified',
    'rfc6455/10.2/origin-403',
  ],
  'extensions: the client offers none, the server accepts none': [
    'rfc6455/4.2.2/extensions-split',
    'rfc6455/9/extensions-requested',
    'rfc6455/9/parameters-by-specification',
    'rfc6455/9.1/extension-registered',
    'rfc6455/9.1/parameters-defined',
    'rfc6455/9.1/offer-order',
    'rfc6455/9.1/reply-order',
    'rfc7692/5/alternatives-offered',
    'rfc7692/5/offer-order',
    'rfc7692/5/answered-once',
    'rfc7692/5/answered-twice',
    'rfc7692/7/parameter-undefined',
    'rfc7692/7/parameter-invalid',
    'rfc7692/7/parameter-repeated',
    'rfc7692/7/configuration-unsupported',
    'rfc7692/7/answer-parameter-undefined',
    'rfc7692/7/answer-parameter-invalid',
    'rfc7692/7/answer-parameter-repeated',
    'rfc7692/7/answer-unsupported',
    'rfc7692/7.1.1.1/server-takeover-echoed',
    'rfc7692/7.1.1.1/server-takeover-valueless',
    'rfc7692/7.1.1.1/server-takeover-unasked',
    'rfc7692/7.1.1.1/server-takeover-missing',
    'rfc7692/7.1.1.2/client-takeover-hinted',
    'rfc7692/7.1.1.2/client-takeover-answered',
    'rfc7692/7.1.1.2/client-takeover-obeyed',
    'rfc7692/7.1.2.1/server-bits-grammar',
    'rfc7692/7.1.2.1/server-bits-echoed',
    'rfc7692/7.1.2.1/server-bits-not-larger',
    'rfc7692/7.1.2.1/server-bits-unasked',
    'rfc7692/7.1.2.1/server-bits-missing',
    'rfc7692/7.1.2.1/server-bits-larger',
    'rfc7692/7.1.2.2/client-bits-offered',
    'rfc7692/7.1.2.2/client-bits-grammar',
    'rfc7692/7.1.2.2/client-bits-answered',
    'rfc7692/7.1.2.2/client-bits-unoffered',
    'rfc7692/7.1.2.2/client-bits-value',
    'rfc7692/7.1.2.2/client-bits-obeyed',
    'rfc7692/7.1.2.2/answer-bits-unoffered',
  ],
  'pings: neither endpoint sends any by itself': [
    'service/8/ping-interval',
    'service/8/client-ping-interval',
  ],
  'browsers: the client is none, and sends the Origin that it is given': [
    'service/4/browser-constructor',
    'rfc6455/4.1/origin-browser',
    'rfc6455/4.1/origin-serialization',
    'rfc6454/7.1/origin-grammar',
    'rfc6454/7.3/null-origin',
  ],
  'the other choice: this server sends the 100 that it might omit': ['rfc9110/10.1.1/continue-omitted'],
  'no test of an endpoint can show it': [
    'rfc6455/4.1/offloading',
    'rfc6455/4.2/offloading',
    'rfc6455/10.1/input-not-trusted',
  ],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>;

const excused: readonly string[] = Object.values(later).flat();

function titles(): readonly string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    .flatMap((source) => [...source.matchAll(/\bclause\(\s*'([^']+)'/g)].map(([, id = '']) => id));
}

function descriptions(): readonly string[] {
  return [connection, serverSession]
    .flatMap(({ root }) => Object.values(root.states))
    .flatMap(({ transitions }) => [...transitions.values()].flat())
    .map(({ description = '' }) => description);
}

const rows = [...serverRows, ...clientRows, ...hopRows].map((row): string => row.clause);
const shown = new Set([...rows, ...descriptions(), ...titles()]);

test('every clause decides in a row or a transition, or stands in a title here, or is put off', () => {
  expect(clauseIds.filter((id) => !shown.has(id) && !excused.includes(id))).toEqual([]);
});

test('every row and transition has a test with its clause in the title', () => {
  const tested = new Set(titles());
  expect([...rows, ...descriptions()].filter((id) => !tested.has(id))).toEqual([]);
});

test('nothing that is put off has been shown meanwhile', () => {
  expect(excused.filter((id) => shown.has(id))).toEqual([]);
});

test('nothing is put off twice', () => {
  expect(new Set(excused).size).toBe(excused.length);
});
