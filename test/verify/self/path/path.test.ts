import { expect, test } from 'vitest';
import { hopRows as rowsOfHops } from '../../../../models/decisions/hop.ts';
import { type BehaviourName, behaviours } from '../../../../src/intermediary/behaviour.ts';
import { Player } from '../../../../src/verify/run/player.ts';
import { connectionPaths } from '../../../../src/verify/self/path/connection-path.ts';
import { hopPlays } from '../../../../src/verify/self/path/hop-play.ts';
import { hopRows } from '../../../../src/verify/self/path/hop-row.ts';
import {
  createPathSubject,
  type PathCase,
  pathCases,
} from '../../../../src/verify/self/path/path-subject.ts';
import { sessionPaths } from '../../../../src/verify/self/path/session-path.ts';

test('every transition of the client is played, by both interpreters', () => {
  expect(connectionPaths().map(({ title }) => title)).toEqual(
    [
      'CONNECT_FAILED leads to failed',
      'TUNNEL_REFUSED leads to failed',
      'TLS_FAILED leads to failed',
      'SOCKET_CLOSED leads to failed',
      'TIMED_OUT leads to failed',
      'ABORTED leads to failed',
      'INTERIM_RECEIVED leads to connecting',
      'REPLY_FAILED leads to failed',
      'REPLY_DISPROVED leads to closed',
      'ESTABLISHED leads to open',
    ].flatMap((path) => [`connection (compiled): ${path}`, `connection (actor): ${path}`]),
  );
});

test('every transition of the server is played', () => {
  expect(
    sessionPaths()
      .map(({ title }) => title)
      .sort(),
  ).toEqual([
    'session: HEAD_READ leads to deciding',
    'session: HEAD_READ → ACCEPTED leads to open',
    'session: HEAD_READ → ASKED leads to authorizing',
    'session: HEAD_READ → ASKED → ANSWERED leads to deciding',
    'session: HEAD_READ → ASKED → PEER_ENDED leads to closed',
    'session: HEAD_READ → ASKED → SOCKET_CLOSED leads to closed',
    'session: HEAD_READ → ASKED → TIMED_OUT leads to deciding',
    'session: HEAD_READ → HELD leads to awaitingFirstMessage',
    'session: HEAD_READ → HELD → AUTHENTICATED leads to open',
    'session: HEAD_READ → HELD → MESSAGE_REFUSED leads to refused',
    'session: HEAD_READ → HELD → SOCKET_CLOSED leads to closed',
    'session: HEAD_READ → PASSED leads to passed',
    'session: HEAD_READ → REFUSED leads to refused',
    'session: HEAD_READ → SOCKET_CLOSED leads to closed',
    'session: LIMIT_REACHED leads to deciding',
    'session: PEER_ENDED leads to deciding',
    'session: SOCKET_CLOSED leads to closed',
    'session: TIMED_OUT leads to deciding',
  ]);
});

test('every row on intermediaries is played, in the order of the table', () => {
  const played = new Set(hopPlays.map(({ guards: [guard] }) => guard));
  expect([...played]).toEqual(rowsOfHops.map(({ guard }) => guard));
});

test('every way of an intermediary is played', () => {
  const played = new Set(hopPlays.flatMap(({ behaviour, front, back }) => [behaviour, front, back]));
  expect(Object.keys(behaviours).filter((name) => !played.has(name as BehaviourName))).toEqual([]); // keys of the register
});

test('the cases of intermediaries are told apart by their titles', () => {
  const titles = hopRows().map(({ clause, title }) => `${clause}: ${title}`);
  expect(new Set(titles).size).toBe(hopPlays.length);
  expect(titles).toContain('service/7/proxy-idle-timeout: a hop that passes, pings every 90000 ms');
  expect(titles).toContain(
    'rfc9110/7.6.1/hop-fields-removed: a hop that forwardsNominated, behind one that nominates, pings every 30000 ms',
  );
});

test.each(['connection', 'session', 'hopRow'] as const)('the paths of the kind %s pass', async (kind) => {
  const isWanted = ({ play }: PathCase) => play.is === kind;
  const player = new Player(createPathSubject(10_000), { concurrency: 4, isWanted });
  const { tally, ended } = await player.play(pathCases());
  const broken = tally.faulty.map(({ current: { title }, fault }) => ({ title, ...fault }));
  expect({ broken, ended, played: tally.cases > 0 }).toEqual({ broken: [], ended: null, played: true });
});
