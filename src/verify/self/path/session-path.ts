import { compileLifecycle, run } from '../../../../models/compile.ts';
import { derivePaths, type Path } from '../../../../models/graph.ts';
import {
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../../../models/lifecycles/session.ts';
import { firstMessage } from '../../../server/authentication.ts';
import { accept } from '../../../server/authorize.ts';
import { observe } from '../../judge/observation.ts';
import { openConnection } from '../../peer/connection/open-connection.ts';
import type { RawConnection } from '../../peer/connection/raw-connection.ts';
import { turns } from '../../peer/event-loop.ts';
import { maskedText } from '../../peer/frame/frame.ts';
import { HandClock } from '../../peer/hand-clock.ts';
import { receiveReply } from '../../peer/received-reply.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { type SetUp, type SetUpPlan, startSetUp, writeOpening } from '../set-up.ts';
import type { SeenPath } from './path.ts';
import { clauseOfTransition } from './transition-clause.ts';

const half = 'GET /chat HTTP/1.1\r\nHost: ';
const plain = (port: number) => `GET /plain HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
const octets = (text: string) => Buffer.from(text, 'latin1');

/** A path of the server's session. */
export interface SessionPlay {
  readonly is: 'session';
  readonly path: Path<SessionState, SessionEvent>;
}

/** Where a transition is played. */
interface Stage {
  readonly peer: RawConnection;
  readonly setUp: SetUp;
  readonly clock: HandClock;
  readonly signal: AbortSignal;
}

/** What a peer or the clock does to bring one transition about, and what must follow. */
interface Script {
  readonly plan?: SetUpPlan;
  readonly act: (stage: Stage) => Promise<unknown>;
  readonly type: string;
  /** Status of the outcome; the peer gets the same. */
  readonly status: number | null;
}

const asking: SetUpPlan = { endpoint: { authorize: async () => accept() } };
const neverAnswered: SetUpPlan = { endpoint: { authorize: () => new Promise(() => {}) } };
const awaiting: SetUpPlan = { endpoint: { authentication: firstMessage('secret') } };

const sendValid = ({ peer }: Stage) => peer.send(octets(writeOpening()));
const sendHalf = ({ peer }: Stage) => peer.send(octets(half));
const reset = async ({ peer }: Stage) => {
  peer.socket.resetAndDestroy();
};
const end = async ({ peer }: Stage) => {
  peer.socket.end();
};
const pass =
  (ms: number) =>
  async ({ clock }: Stage) =>
    clock.advance(ms);
/** The server has read what came before the clock moves or the peer leaves. */
const isPending = async ({ setUp, signal }: Stage) => {
  while (setUp.pending() < 1) await turns(1, signal);
  await turns(5, signal);
};
const isSwitched = ({ peer }: Stage) => peer.until(({ octets: seen }) => seen.includes('\r\n\r\n'), 'a 101');
const say = (text: string) => async (stage: Stage) => {
  await isSwitched(stage);
  await stage.peer.send(maskedText(text));
};
const auth = JSON.stringify({ type: 'auth', token: 'secret' });

function inOrder(...steps: readonly Script['act'][]): Script['act'] {
  return async (stage) => {
    for (const step of steps) await step(stage);
  };
}

const accepted = { type: 'accepted', status: 101 } as const;
const lost = { type: 'closed', status: null } as const;

/** By the state and the event of each transition. */
const scripts: Readonly<Record<string, Script>> = {
  'reading HEAD_READ': { act: sendValid, ...accepted },
  'reading PEER_ENDED': { act: inOrder(sendHalf, end), type: 'refused', status: 400 },
  'reading TIMED_OUT': { act: inOrder(sendHalf, isPending, pass(10_000)), type: 'refused', status: 408 },
  'reading SOCKET_CLOSED': { act: inOrder(sendHalf, isPending, reset), ...lost },
  // `playPath` opens another connection first, which takes the only place.
  'reading LIMIT_REACHED': { plan: { pending: 1 }, act: async () => {}, type: 'refused', status: 503 },
  'deciding ACCEPTED': { act: sendValid, ...accepted },
  'deciding REFUSED': {
    act: ({ peer }) => peer.send(octets(writeOpening('', '/other'))),
    type: 'refused',
    status: 404,
  },
  'deciding PASSED': {
    plan: { choices: { plainHttp: 'application' } },
    act: ({ peer, setUp }) => peer.send(octets(plain(setUp.port))),
    type: 'passed',
    status: null,
  },
  'deciding ASKED': { plan: asking, act: sendValid, ...accepted },
  'deciding HELD': { plan: awaiting, act: inOrder(sendValid, say(auth)), ...accepted },
  'authorizing ANSWERED': { plan: asking, act: sendValid, ...accepted },
  'authorizing TIMED_OUT': {
    plan: neverAnswered,
    act: inOrder(sendValid, isPending, pass(10_000)),
    type: 'refused',
    status: 503,
  },
  'authorizing PEER_ENDED': { plan: neverAnswered, act: inOrder(sendValid, isPending, end), ...lost },
  'authorizing SOCKET_CLOSED': { plan: neverAnswered, act: inOrder(sendValid, isPending, reset), ...lost },
  'awaitingFirstMessage AUTHENTICATED': {
    plan: awaiting,
    act: inOrder(sendValid, say(auth)),
    ...accepted,
  },
  'awaitingFirstMessage MESSAGE_REFUSED': {
    plan: awaiting,
    act: inOrder(sendValid, say('hello')),
    type: 'refused',
    status: 101,
  },
  'awaitingFirstMessage SOCKET_CLOSED': {
    plan: awaiting,
    act: inOrder(sendValid, isSwitched, reset),
    type: 'closed',
    status: 101,
  },
};

/** Every path of the server's session. */
export function sessionPaths(): readonly FixedParts<SessionPlay>[] {
  return derivePaths<SessionState, SessionEvent>(serverSession).map((path) => ({
    clause: clauseOfTransition(serverSession, path.from, path.event),
    title: `session: ${[...path.before, path.event].join(' → ')} leads to ${path.to}`,
    play: { is: 'session', path },
  }));
}

/**
 * Where the state is passed through within one turn of the event loop, as `deciding` is, no peer can leave in between:
 * that transition is played on the compiled machine.
 */
export async function playSession({ path }: SessionPlay, signal: AbortSignal): Promise<SeenPath> {
  const script = scripts[`${path.from} ${path.event}`];
  return script ? playPath(path, script, signal) : playCompiled(path);
}

async function playPath(path: SessionPlay['path'], script: Script, signal: AbortSignal): Promise<SeenPath> {
  const clock = new HandClock();
  const setUp = await startSetUp({ ...script.plan, clock });
  const crowd = path.event === 'LIMIT_REACHED' ? await openConnection({ port: setUp.port, signal }) : null;
  try {
    if (crowd) while (setUp.pending() < 1) await turns(1, signal);
    const peer = await openConnection({ port: setUp.port, signal });
    await script.act({ peer, setUp, clock, signal });
    const { type, status } = await setUp.outcomeOf(peer.localPort);
    const clause = clauseOfTransition(serverSession, path.from, path.event);
    const exchanged = type === 'closed' ? null : await receiveReply(peer);
    const seen = exchanged?.reply?.status ?? null;
    peer.socket.destroy();
    const status200 = type === 'passed' ? 200 : script.status;
    const wanted = {
      type: script.type,
      status: script.status,
      seen: type === 'closed' ? null : status200,
      timers: 0,
    };
    // A refused peer is waited for until its socket is closed.
    if (type === 'refused') await clock.runs(crowd ? 1 : 0);
    const timers = crowd ? clock.waiting - 1 : clock.waiting;
    return {
      observation: observe(clause, wanted, { type, status, seen, timers }),
      ...(exchanged ? { response: exchanged.octets } : {}),
    };
  } finally {
    crowd?.socket.destroy();
    await setUp.close();
  }
}

function playCompiled(path: SessionPlay['path']): SeenPath {
  const effects: string[] = [];
  const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);
  const lifecycle = run(compiled, (effect) => effects.push(effect));
  for (const event of [...path.before, path.event]) lifecycle.send(event);
  const clause = clauseOfTransition(serverSession, path.from, path.event);
  const wanted = { state: path.to, last: ['report', 'destroySocket'] };
  return { observation: observe(clause, wanted, { state: lifecycle.state, last: effects.slice(-2) }) };
}
