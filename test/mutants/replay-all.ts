import { expect } from 'vitest';
import { replayClientFinding } from '../../src/verify/client/replay.ts';
import { verifyClient } from '../../src/verify/client/verify-client.ts';
import { readTarget, type TargetDeclaration } from '../../src/verify/judge/target.ts';
import { startBackend } from '../../src/verify/proxy/play/backend.ts';
import { replayPair } from '../../src/verify/proxy/replay.ts';
import { aim, verifyProxy } from '../../src/verify/proxy/verify-proxy.ts';
import type { Finding, Report } from '../../src/verify/report/report.ts';
import { replayFinding } from '../../src/verify/server/replay/replay.ts';
import { verifyServer } from '../../src/verify/server/verify-server.ts';
import { findFaults } from '../verify/report/schema.ts';
import { type Asked, createClient, type Reply, strict } from './client.ts';
import type { ClientDeviation } from './client-deviation.ts';
import type { Deviation } from './deviation.ts';
import { startHop } from './hop.ts';
import type { HopDeviation } from './hop-deviation.ts';
import { pairsFor, partFor } from './part.ts';
import {
  allowlisted,
  authenticated,
  type Behaviour,
  credential,
  type Request,
  startServer,
} from './server.ts';

/** What `replay` says of each finding: on the subject as it was, and on one that does it right. */
export type Replayed = readonly (readonly [clause: string, unchanged: string, conforming: string])[];

type Replay = (finding: Finding) => Promise<{ readonly outcome: string; readonly problem?: string }>;
type Verification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

async function replayEach(
  said: Verification,
  unchanged: (report: Report) => Replay,
  right: (report: Report) => Replay,
) {
  if (!said.ok) throw new Error(said.problem);
  const report: Report = JSON.parse(JSON.stringify(said.report)); // as it is read from a file
  expect(findFaults(report)).toEqual([]);
  const told: [string, string, string][] = [];
  for (const finding of report.findings) {
    const [before, now] = [await unchanged(report)(finding), await right(report)(finding)];
    told.push([finding.clause, ...[before, now].map(({ outcome, problem = '' }) => outcome + problem)] as [
      string,
      string,
      string,
    ]); // two of them
  }
  return told;
}

const isChosen = (reply: Reply, asked: Asked) =>
  strict.subprotocol(reply, asked) && reply.values('sec-websocket-protocol').length > 0;

export async function replayClient(deviation: ClientDeviation): Promise<Replayed> {
  const { title, behaviour, clause, also = [], needs = [], run = {} } = deviation;
  const { offers, secures, goesOn } = behaviour;
  const subject = createClient(behaviour);
  const right = createClient({
    ...(offers === undefined ? {} : { offers }),
    ...(secures ? { secures: {} } : {}),
    ...(goesOn ? { goesOn } : {}),
    ...(run.rules === 'whatwg' ? { checks: { subprotocol: isChosen } } : {}),
  });
  const how = { seed: 1, runs: 1, patience: 50, ...partFor(title, [clause, ...also, ...needs]), ...run };
  const { seed, runs, rules = 'rfc6455', timeout = 2_000 } = how;
  const replay = (client: typeof subject) => () => (finding: Finding) =>
    replayClientFinding(finding, client, { seed, runs, rules, timeout });
  try {
    return await replayEach(await verifyClient('0.0.0', subject, how), replay(subject), replay(right));
  } finally {
    await subject.close();
    await right.close();
  }
}

const inQuery = ({ target }: Request) =>
  new URLSearchParams(target.split('?')[1] ?? '').getAll('token').join('&') === credential;

/** A server that keeps to what is declared of it. */
function keepTo({ auth, origins, versions = [13], subprotocolRequired }: TargetDeclaration): Behaviour {
  const pick =
    (name: string, pattern: RegExp) =>
    ({ values }: Request) =>
      pattern.test(values(name).join());
  return {
    says: (reply) =>
      reply.replace('Sec-WebSocket-Version: 13', `Sec-WebSocket-Version: ${versions.join(', ')}`),
    checks: {
      ...(origins ? allowlisted : {}),
      ...(auth?.in === 'field' ? authenticated : {}),
      ...(auth?.in === 'query' ? { credential: inQuery } : {}),
      ...(versions.includes(8) ? { version: pick('sec-websocket-version', /^(?:13|8)$/) } : {}),
      ...(subprotocolRequired ? { subprotocols: pick('sec-websocket-protocol', /^(?:super)?chat\b/) } : {}),
    },
  };
}

function targetOf(url: string, options: TargetDeclaration) {
  const target = readTarget(url, options);
  if (!target.ok) throw new TypeError(target.problem);
  return target.value;
}

export async function replayServer(deviation: Deviation): Promise<Replayed> {
  const { title, behaviour, clause, also = [], warned = [], needs = [], run = {} } = deviation;
  const { declared = { subprotocols: ['chat', 'superchat'] } } = deviation;
  const [subject, right] = [await startServer(behaviour), await startServer(keepTo(declared))];
  const how = { seed: 1, runs: 1, ...partFor(title, [clause, ...also, ...warned, ...needs]), ...run };
  const replay =
    ({ url }: typeof subject) =>
    (report: Report) =>
    (finding: Finding) =>
      replayFinding(finding, report.declared, targetOf(url, declared), how.timeout ?? 2_000);
  try {
    const said = await verifyServer('0.0.0', targetOf(subject.url, declared), how);
    return await replayEach(said, replay(subject), replay(right));
  } finally {
    await subject.close();
    await right.close();
  }
}

export async function replayHop({ title, behaviour, needs }: HopDeviation): Promise<Replayed> {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  const [subject, right] = [await startHop(backend.port, behaviour), await startHop(backend.port)];
  const frontOf = ({ port }: typeof subject) => targetOf(`ws://127.0.0.1:${port}/chat`, {});
  const how = { seed: 1, runs: 5, timeout: 400, name: 'a hop', again: 'ws101 verify proxy' };
  const replay = (hop: typeof subject) => () => async (finding: Finding) => {
    const aimed = await aim(frontOf(hop), backend, how.timeout);
    return 'problem' in aimed ? { outcome: '', ...aimed } : replayPair(finding, how, aimed);
  };
  try {
    const wanted = { ...how, isWanted: pairsFor(title, needs) };
    const said = await verifyProxy('0.0.0', frontOf(subject), backend, wanted);
    return await replayEach(said, replay(subject), replay(right));
  } finally {
    await subject.close();
    await right.close();
    await backend.close();
  }
}
