import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ClauseId,
  clauseIds,
  clientRows,
  connection,
  firstMessageRows,
  hopRows,
  serverRows,
  serverSession,
  tlsRows,
  tunnelRows,
} from '../../models/index.ts';

/** Clauses that no test shows yet, or ever, by the reason. Whoever shows one strikes it out here. */
const later = {
  'the client sends the Origin that it is given, and retries nothing': [
    'rfc6455/4.1/authentication-retry',
    'rfc6455/4.1/origin-serialization',
    'rfc6454/7.1/origin-grammar',
    'rfc6454/7.3/null-origin',
  ],
  'the other choice: this server sends the 100 that it might omit, and its extensions in one field': [
    'rfc9110/10.1.1/continue-omitted',
    'rfc6455/4.2.2/extensions-split',
  ],
  'one extension, all of it supported: there is no order, and no answer that the client cannot meet': [
    'rfc6455/9.1/reply-order',
    'rfc7692/7/answer-unsupported',
  ],
  'no test of an endpoint can show it': [
    'rfc6455/4.1/offloading',
    'rfc6455/4.1/proxy-autoconfiguration',
    'rfc6455/4.2/offloading',
    'rfc6455/10.1/input-not-trusted',
    'rfc6455/10.6/client-tls-employed',
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

const rows = [serverRows, firstMessageRows, clientRows, tunnelRows, tlsRows, hopRows]
  .flat()
  .map((row): string => row.clause);
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
