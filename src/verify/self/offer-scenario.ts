import { once } from 'node:events';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { HandshakeOptions } from '../../client/option.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { fieldValues } from '../../wire/index.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { startRecordingHop } from '../peer/recording-hop.ts';
import { startScripted } from '../peer/scripted-server.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, startSetUp } from './set-up.ts';

/** What the client offers of permessage-deflate, and what it does when the offer is not answered. */
export function offerScenarios(): readonly Scenario[] {
  return [
    scenario('rfc7692/5/alternatives-offered', 'a client with several offers', playOffers),
    scenario('rfc6455/9.1/extension-not-used-unanswered', 'an offer that is not answered', playUnanswered),
    scenario('rfc7692/7.1.2.1/server-bits-grammar', 'a window of 16 bits', () =>
      playBadOffer('rfc7692/7.1.2.1/server-bits-grammar', { serverMaxWindowBits: 16 }),
    ),
    scenario('rfc7692/7.1.2.2/client-bits-grammar', 'a window of 7 bits', () =>
      playBadOffer('rfc7692/7.1.2.2/client-bits-grammar', { clientMaxWindowBits: 7 }),
    ),
  ];
}

async function playOffers(): Promise<readonly Observation[]> {
  const offered: string[] = [];
  const server = await startScripted(({ socket }, request) => {
    offered.push(...fieldValues(request.fields, 'sec-websocket-extensions'));
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  });
  try {
    await connect(server.url, {
      permessageDeflate: [
        { serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 10 },
        { clientMaxWindowBits: 12 },
        { clientMaxWindowBits: true },
      ],
    }).catch(() => {}); // it is refused
    const [list = ''] = offered;
    const elements = list.split(', ').map((element) => element.split('; ').slice(1));
    const names = new Set(list.split(', ').map((element) => element.split(';')[0]));
    return [
      observe('rfc7692/5/alternatives-offered', 3, elements.length),
      observe(
        'rfc6455/9.1/parameters-defined',
        [
          ['client_no_context_takeover', 'server_max_window_bits=10', 'server_no_context_takeover'],
          ['client_max_window_bits=12'],
          ['client_max_window_bits'],
        ],
        elements.map((parameters) => parameters.toSorted()),
      ),
      observe('rfc6455/9.1/extension-registered', ['permessage-deflate'], [...names]),
      observe(
        'rfc7692/7.1.1.2/client-takeover-hinted',
        true,
        elements[0]?.includes('client_no_context_takeover'),
      ),
      observe('rfc7692/7.1.2.2/client-bits-offered', ['client_max_window_bits'], elements[2]),
    ];
  } finally {
    await server.close();
  }
}

async function playUnanswered(): Promise<readonly Observation[]> {
  const setUp = await startSetUp();
  const hop = await startRecordingHop({ to: setUp.port });
  try {
    const connection = await connect(`ws://127.0.0.1:${hop.port}${endpoint.path}`, {
      permessageDeflate: true,
    });
    const webSocket = toWebSocket(connection);
    const sent = () => hop.connections[0]?.sent.octets.length ?? 0;
    const before = sent();
    const text = 'a message that is worth the trouble '.repeat(100);
    const echoed = once(webSocket, 'message');
    webSocket.send(text);
    await echoed;
    webSocket.terminate();
    return [observe('rfc6455/9.1/extension-not-used-unanswered', true, sent() - before > text.length)];
  } finally {
    await hop.close();
    await setUp.close();
  }
}

async function playBadOffer(
  clause: 'rfc7692/7.1.2.1/server-bits-grammar' | 'rfc7692/7.1.2.2/client-bits-grammar',
  offer: Exclude<HandshakeOptions['permessageDeflate'], boolean | undefined>[number],
) {
  const error = await connect('ws://127.0.0.1:1/', { permessageDeflate: [offer] }).catch(
    (failure: unknown) => failure,
  );
  const seen = error instanceof HandshakeError ? [error.phase, error.clause] : 'no failure';
  return [observe(clause, ['input', clause], seen)];
}
