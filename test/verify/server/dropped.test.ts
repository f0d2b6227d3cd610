import { expect, test } from 'vitest';
import type { Report } from '../../../src/verify/report/report.ts';
import { holdServer } from '../../mutants/hold.ts';
import { authenticated, type Behaviour, credential, sendPlainly } from '../../mutants/server.ts';

const error = 'rfc6455/4.2.1/error-status';
const only = [
  'rfc6455/4.2.1/key-present',
  'rfc6455/4.2.1/version-present',
  'rfc9112/3/request-line',
] as const;

/** Ends the connection without a reply where an opening lacks its key. */
const dropsKeyless: Behaviour['sends'] = (socket, reply, refused) =>
  refused === 'key' ? void socket.end() : sendPlainly(socket, reply, refused);

async function holdTo(sends: NonNullable<Behaviour['sends']>): Promise<Report> {
  const report = await holdServer({ sends }, {}, { only: [...only, error] });
  if (typeof report === 'string') expect.fail(report);
  return report;
}

test('who ends a connection for want of a key has one warning, and a note that it may be a crash', async () => {
  const { findings, notes, clauses } = await holdTo(dropsKeyless);
  expect(findings).toMatchObject([
    {
      clause: error,
      level: 'MUST',
      tags: ['literal'],
      title: 'Ends the connection without a reply on a request without Sec-WebSocket-Key',
      hint: expect.stringMatching(
        /^on 4 of 15 kinds of faulty openings \(keyIsAbsent, .*\); that may be a crash/,
      ),
    },
  ]);
  expect(notes).toEqual([
    {
      clause: error,
      case: 0,
      title: expect.stringMatching(
        /^The connection was ended or reset without a reply on 4 of 15 kinds of faulty openings \(keyIsAbsent, .*a crash/,
      ),
    },
  ]);
  expect(clauses.find(({ id }) => id === error)?.verdict).toBe('warn');
});

test('of who resets the connection on whatever it has to refuse it is told, and nothing is held against it', async () => {
  const { findings, notes, clauses } = await holdTo((socket, reply, refused) =>
    refused ? void socket.resetAndDestroy() : sendPlainly(socket, reply, refused),
  );
  expect(findings).toEqual([]);
  expect(notes.map(({ title }) => title)).toEqual([
    expect.stringMatching(
      /^The connection was ended or reset without a reply on 15 of 15 kinds of .*a crash/,
    ),
  ]);
  expect(clauses.find(({ id }) => id === error)).toMatchObject({
    verdict: 'untested',
    reason: 'nothing that has to be refused was refused by a reply',
  });
  const some = await holdTo((socket, reply, refused) =>
    refused === 'key' ? void socket.resetAndDestroy() : sendPlainly(socket, reply, refused),
  );
  const kept = { verdict: 'pass', note: expect.stringContaining('on 4 of 15 kinds') };
  expect(some.clauses.find(({ id }) => id === error)).toMatchObject(kept);
});

test('of who drops an opening without its credential a note tells, and nothing is held against it', async () => {
  const sends: Behaviour['sends'] = (socket, reply, refused) =>
    refused === 'credential' ? void socket.end() : sendPlainly(socket, reply, refused);
  const only = ['service/5.2/credential-missing'] as const;
  const report = await holdServer(
    { sends, checks: authenticated },
    { auth: { in: 'field', name: 'X-Api-Key', value: credential } },
    { only },
  );
  if (typeof report === 'string') expect.fail(report);
  expect(report.findings).toEqual([]);
  expect(report.notes.map(({ title }) => title)).toEqual([
    expect.stringMatching(/on 1 of \d+ kinds of faulty openings \(credentialIsAbsent\)/),
  ]);
});
