import type { ClauseId } from '../../../models/clauses.ts';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { HandshakeOptions } from '../../client/option.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { startScripted } from '../peer/scripted-server.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import { type Scenario, scenario } from '../run/scenario.ts';

/** The rules that only browsers have: a script can set the URL and the subprotocols, and nothing else. */
export function browserScenarios(): readonly Scenario[] {
  return [
    scenario('whatwg/3.1/http-scheme', 'a browser that opens a connection', playOpening),
    scenario('whatwg/4/failure-untold', 'a browser whose handshake fails', playFailures),
    ...refusedInputs.map(([clause, options]) =>
      scenario(clause, `a script that sets ${Object.keys(options).join()}`, async () => {
        const error = await connect('ws://127.0.0.1:1/', { ...options, rules: 'whatwg' }).catch(
          (failure: unknown) => failure,
        );
        const seen = error instanceof HandshakeError ? [error.phase, error.clause] : 'no failure';
        return [observe(clause, ['input', clause], seen)];
      }),
    ),
  ];
}

const refusedInputs: readonly (readonly [ClauseId, HandshakeOptions])[] = [
  ['service/4/browser-constructor', { headers: [['X', 'y']] }],
  ['service/2.6/sec-fields-guarded', { headers: [['Sec-Fetch-Mode', 'websocket']] }],
  ['service/2.5/compression-unscripted', { permessageDeflate: true }],
];

const accepted = ({ accept }: ServedConnection) =>
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: chat\r\nSet-Cookie: a=b\r\n\r\n`;

async function playOpening(): Promise<readonly Observation[]> {
  const requests: RequestHead[] = [];
  const server = await startScripted((peer, request) => {
    requests.push(request);
    peer.socket.write(accepted(peer));
  });
  try {
    const origin = 'https://example.com';
    const connection = await connect(server.url.replace('ws:', 'http:'), {
      rules: 'whatwg',
      subprotocols: ['chat'],
      origin,
    });
    connection.socket.destroy();
    const values = (name: string) => requests.flatMap(({ fields }) => fieldValues(fields, name));
    const { subprotocol, reply, cookies } = connection;
    return [
      observe(
        'whatwg/2.2/compression-offered',
        ['permessage-deflate; client_max_window_bits'],
        values('sec-websocket-extensions'),
      ),
      observe('whatwg/3.1/http-scheme', 'chat', subprotocol),
      observe('rfc6455/4.1/origin-browser', [origin], values('origin')),
      observe('service/2.6/sec-fields-guarded', [[], []], [reply.fields, cookies]),
    ];
  } finally {
    await server.close();
  }
}

/** A script gets the same error whatever has failed; the local observer gets the reason. */
async function playFailures(): Promise<readonly Observation[]> {
  const replies = [
    'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 x\r\n\r\n',
    'nonsense',
  ];
  const told: string[] = [];
  const observed: unknown[] = [];
  for (const reply of replies) {
    const server = await startScripted(({ socket }) => socket.end(reply));
    const onFailure = ({ guard }: HandshakeError) => observed.push(guard);
    const error = await connect(server.url, { rules: 'whatwg', onFailure }).catch(
      (failure: unknown) => failure,
    );
    told.push(JSON.stringify({ ...(error as Error), stack: String((error as Error).stack) })); // connect() gives nothing else
    await server.close();
  }
  const guards = ['statusIsNot101', 'upgradeIsAbsent', 'statusLineIsMalformed'];
  return [
    observe('whatwg/4/failure-untold', 1, new Set(told).size),
    observe('rfc6455/7.1.7/failure-reported', guards, observed),
  ];
}
