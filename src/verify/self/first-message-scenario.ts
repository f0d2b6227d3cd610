import { once } from 'node:events';
import type { ClauseId } from '../../../models/clauses.ts';
import { connect } from '../../client/connect.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { firstMessage } from '../../server/authentication.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { maskedFrame, maskedText } from '../peer/frame.ts';
import { HandClock } from '../peer/hand-clock.ts';
import { openConnection } from '../peer/open-connection.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, type SetUpPlan, startSetUp, writeOpening } from './set-up.ts';

/** A connection that is held until its first message has brought a credential. */
export function firstMessageScenarios(): readonly Scenario[] {
  return [
    scenario('service/5.3/first-message-held', 'messages before and behind the credential', playHeld),
    scenario('rfc6455/7.4.1/policy-violation', 'a first message that is no credential', (signal) =>
      playMessage('rfc6455/7.4.1/policy-violation', maskedText('{"type":"auth","token":"no"}'), 1008, signal),
    ),
    scenario('rfc6455/7.4.1/unexpected-condition', 'a validation that breaks', (signal) =>
      playMessage(
        'rfc6455/7.4.1/unexpected-condition',
        maskedText('{"type":"auth","token":"throw"}'),
        1011,
        signal,
      ),
    ),
    scenario('service/5.3/first-message-bounded', 'a first message that is too large', (signal) =>
      playMessage('service/5.3/first-message-bounded', maskedText('x'.repeat(120)), 1008, signal),
    ),
    scenario('service/5.3/first-message-sent', 'a client that authenticates by message', playClient),
    scenario('service/5.3/first-message-awaited', 'a first message that does not come', playSilent),
  ];
}

const awaiting: NonNullable<SetUpPlan['endpoint']> = {
  authentication: firstMessage(
    async (token) => {
      if (token === 'throw') throw new Error('broken on purpose');
      return token === 'secret';
    },
    { maxOctets: 100 },
  ),
};

/** A connection whose 101 has come, on a server that awaits a first message. */
async function openHeld(signal: AbortSignal, clock = new HandClock()) {
  const setUp = await startSetUp({ clock, endpoint: awaiting });
  const peer = await openConnection({ port: setUp.port, signal });
  await peer.send(Buffer.from(writeOpening()));
  await peer.until(({ octets }) => octets.includes('\r\n\r\n'), 'a reply');
  const head = peer.octets.length;
  const framesFrom = () => [...peer.octets.subarray(head)];
  return { setUp, peer, clock, framesFrom };
}

async function playHeld(signal: AbortSignal): Promise<readonly Observation[]> {
  const { setUp, peer, framesFrom } = await openHeld(signal);
  try {
    await peer.send(maskedFrame(0x89, Buffer.from('ping')));
    await peer.until(() => framesFrom().length >= 6, 'six octets of frames');
    const beforeToken = framesFrom();
    const handedBefore = setUp.handedOver(peer.localPort);
    await peer.send(
      Buffer.concat([maskedText('{"type":"auth","token":"secret"}'), maskedText('one'), maskedText('two')]),
    );
    await peer.until(() => framesFrom().length >= 6 + 10, 'the frames behind them');
    const echoed = framesFrom().slice(6);
    peer.socket.destroy();
    return [
      observe('service/5.3/first-message-held', [0x8a, 4, ...Buffer.from('ping')], beforeToken),
      observe('service/5.3/first-message-held', null, handedBefore),
      observe(
        'service/5.3/first-message-none-lost',
        [0x81, 3, ...Buffer.from('one'), 0x81, 3, ...Buffer.from('two')],
        echoed,
      ),
    ];
  } finally {
    await setUp.close();
  }
}

async function playMessage(clause: ClauseId, frame: Uint8Array, code: number, signal: AbortSignal) {
  const { setUp, peer, framesFrom } = await openHeld(signal);
  try {
    await peer.send(frame);
    const { type, closeCode } = await setUp.outcomeOf(peer.localPort);
    await peer.until(() => framesFrom().length >= 4, 'a Close frame');
    const [first, , high = 0, low = 0] = framesFrom();
    const seen = { type, closeCode, first, code: high * 256 + low };
    peer.socket.destroy();
    return [observe(clause, { type: 'refused', closeCode: code, first: 0x88, code }, seen)];
  } finally {
    await setUp.close();
  }
}

async function playClient(signal: AbortSignal): Promise<readonly Observation[]> {
  const sent: string[] = [];
  const setUp = await startSetUp({
    endpoint: {
      onConnection(connection) {
        toWebSocket(connection).on('message', (data) => sent.push(String(data)));
      },
    },
  });
  try {
    const webSocket = toWebSocket(await connect(`ws://127.0.0.1:${setUp.port}${endpoint.path}`, { signal }), {
      authToken: 'secret',
    });
    webSocket.send('hello');
    webSocket.close();
    await once(webSocket, 'close');
    return [
      observe('service/5.3/first-message-sent', 'hello', sent[1]),
      observe('service/5.3/first-message-shape', '{"type":"auth","token":"secret"}', sent[0]),
    ];
  } finally {
    await setUp.close();
  }
}

async function playSilent(signal: AbortSignal): Promise<readonly Observation[]> {
  const { setUp, peer, clock } = await openHeld(signal);
  try {
    await clock.runs(1);
    clock.advance(10_000);
    const { type, closeCode } = await setUp.outcomeOf(peer.localPort);
    peer.socket.destroy();
    return [
      observe('service/5.3/first-message-awaited', ['refused', 1008, 0], [type, closeCode, clock.waiting]),
    ];
  } finally {
    await setUp.close();
  }
}
