import type { ClauseId } from '../../../models/clauses.ts';
import { type Authorize, accept, refuse } from '../../server/authorize.ts';
import { fieldValues } from '../../wire/index.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { turns } from '../peer/event-loop.ts';
import { HandClock } from '../peer/hand-clock.ts';
import { openConnection } from '../peer/open-connection.ts';
import { receiveReply } from '../peer/received-reply.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { startSetUp, writeOpening } from './set-up.ts';

/** What a server asks its application, and what it does with the answer. */
export function applicationScenarios(): readonly Scenario[] {
  return [
    ...answers.map(({ clause, title, authorize, expected, more = '' }) =>
      scenario(clause, title, async (signal) => {
        const seen = await askOnce(authorize, writeOpening(more), expected[1], signal);
        return [observe(clause, expected, seen)];
      }),
    ),
    scenario('rfc9110/15.6.4/answer-late', 'an application that is too late', playLate),
    scenario(
      'rfc6455/4.2.2/client-authentication',
      'a client that leaves while it is decided on',
      playLeaving,
    ),
    scenario('service/5.1/accept-is-no-credential', 'a correct handshake without a credential', playUnproved),
  ];
}

interface Answer {
  readonly clause: ClauseId;
  readonly title: string;
  readonly authorize: Authorize;
  readonly more?: string;
  readonly expected: readonly [status: number, name: string, values: readonly string[]];
}

const answers: readonly Answer[] = [
  {
    clause: 'rfc6455/4.2.2/refused-by-application',
    title: 'an application that refuses',
    authorize: () => refuse(429, { headers: [['Retry-After', '30']], body: 'slowly\n' }),
    expected: [429, 'retry-after', ['30']],
  },
  {
    clause: 'rfc6455/4.2.2/redirect',
    title: 'an application that redirects',
    authorize: async () => refuse(307, { headers: [['Location', '/elsewhere']] }),
    expected: [307, 'location', ['/elsewhere']],
  },
  {
    clause: 'rfc9110/15.5.2/challenge',
    title: 'an application that answers 401',
    authorize: () => refuse(401),
    expected: [401, 'www-authenticate', ['Bearer realm="ws101"']],
  },
  {
    clause: 'rfc6455/10.5/any-http-authentication',
    title: 'an application with a scheme of its own',
    authorize: () => refuse(401, { headers: [['WWW-Authenticate', 'Negotiate']] }),
    expected: [401, 'www-authenticate', ['Negotiate']],
  },
  {
    clause: 'rfc9110/15.6.1/internal-error',
    title: 'an application that breaks',
    authorize: () => {
      throw new Error('broken on purpose');
    },
    expected: [500, 'connection', ['close']],
  },
  {
    clause: 'rfc9110/5.5/no-injection-in-reply',
    title: 'an application with a line break in a field',
    authorize: () => accept({ headers: [['X', 'a\r\nSec-WebSocket-Protocol: b']] }),
    expected: [500, 'sec-websocket-protocol', []],
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    title: 'an application that chooses what was not offered',
    authorize: () => accept({ subprotocol: 'superchat' }),
    more: 'Sec-WebSocket-Protocol: chat\r\n',
    expected: [500, 'sec-websocket-protocol', []],
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    title: 'an application that chooses what was offered',
    authorize: () => accept({ subprotocol: 'other', headers: [['Set-Cookie', 'a=b']] }),
    more: 'Sec-WebSocket-Protocol: chat, other\r\n',
    expected: [101, 'sec-websocket-protocol', ['other']],
  },
];

/** The status of the reply to one request, and what it says in one field. */
async function askOnce(authorize: Authorize, text: string, field: string, signal: AbortSignal) {
  const setUp = await startSetUp({ endpoint: { authorize } });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(text, 'latin1'));
    const { reply } = await receiveReply(peer);
    peer.socket.destroy();
    return [reply?.status, field, reply && fieldValues(reply.fields, field)];
  } finally {
    await setUp.close();
  }
}

async function playLate(signal: AbortSignal): Promise<readonly Observation[]> {
  const clock = new HandClock();
  const aborted: boolean[] = [];
  const authorize: Authorize = (request) =>
    new Promise(() => request.signal.addEventListener('abort', () => aborted.push(true)));
  const setUp = await startSetUp({ clock, endpoint: { authorize } });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(writeOpening()));
    while (setUp.pending() < 1 || clock.waiting < 1) await turns(1, signal);
    await turns(5, signal);
    clock.advance(10_000);
    const { reply } = await receiveReply(peer);
    peer.socket.destroy();
    return [observe('rfc9110/15.6.4/answer-late', [503, [true]], [reply?.status, aborted])];
  } finally {
    await setUp.close();
  }
}

async function playLeaving(signal: AbortSignal): Promise<readonly Observation[]> {
  const clock = new HandClock();
  let tell = (_: AbortSignal) => {};
  const asked = new Promise<AbortSignal>((resolve) => {
    tell = resolve;
  });
  const authorize: Authorize = (request) => {
    tell(request.signal);
    return new Promise(() => {});
  };
  const setUp = await startSetUp({ clock, endpoint: { authorize } });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(writeOpening()));
    const asking = await asked;
    peer.socket.destroy();
    const { type } = await setUp.outcomeOf(peer.localPort);
    const seen = { type, aborted: asking.aborted, timers: clock.waiting };
    const wanted = { type: 'closed', aborted: true, timers: 0 };
    return [observe('rfc6455/4.2.2/client-authentication', wanted, seen)];
  } finally {
    await setUp.close();
  }
}

async function playUnproved(signal: AbortSignal): Promise<readonly Observation[]> {
  const authorize: Authorize = ({ credential }) => (credential ? accept() : refuse(403));
  const [status] = await askOnce(authorize, writeOpening(), 'connection', signal);
  return [observe('service/5.1/accept-is-no-credential', 403, status)];
}
