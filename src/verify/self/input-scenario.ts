import fc from 'fast-check';
import type { ClauseId } from '../../../models/clauses.ts';
import { oddUri } from '../../arbitraries/index.ts';
import { startHandshake } from '../../client/handshake.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import type { HandshakeOptions } from '../../client/option.ts';
import { observe } from '../judge/observation.ts';
import type { Sampling } from '../judge/sampling.ts';
import { startScripted } from '../peer/scripted-server.ts';
import type { Scenario } from '../run/scenario.ts';

/** Input that the client must refuse before it sends anything. */
interface Input {
  readonly clause: ClauseId;
  readonly options: HandshakeOptions;
}

const inputs: readonly Input[] = [
  ...['a b', 'a,b', '', 'chat/1', 'ä', '"chat"', 'a\r\nX: y', '\0'].map((name) => ({
    clause: 'rfc6455/4.1/subprotocol-token' as const,
    options: { subprotocols: ['chat', name] },
  })),
  { clause: 'rfc6455/4.1/subprotocol-unique', options: { subprotocols: ['chat', 'x', 'chat'] } },
  ...['a\r\nX: y', 'a\n', 'a\0', '\r', '\u0100'].map((value) => ({
    clause: 'rfc9110/5.5/no-injection' as const,
    options: { headers: [['X-Any', value]] as const },
  })),
  ...['X\r\nY', 'X Y', '', 'X:'].map((name) => ({
    clause: 'rfc9110/5.5/no-injection' as const,
    options: { headers: [[name, 'value']] as const },
  })),
  { clause: 'rfc9110/5.5/no-injection', options: { origin: 'http://a\r\nX: y' } },
  { clause: 'rfc6455/11.3.1/key-sent-once', options: { headers: [['sec-websocket-KEY', 'x']] } },
  { clause: 'rfc6455/11.3.5/version-sent-once', options: { headers: [['Sec-WebSocket-Version', '13']] } },
  { clause: 'service/4/request-without-body', options: { headers: [['Content-Length', '1']] } },
  {
    clause: 'rfc9110/10.1.1/no-expectation-without-content',
    options: { headers: [['Expect', '100-continue']] },
  },
  { clause: 'rfc6454/7.3/one-origin', options: { origin: 'http://a', headers: [['Origin', 'http://a']] } },
];

/** Bad URIs and bad options, given to the reference client beside a server that must hear nothing. */
export function inputScenarios({ seed, runs }: Sampling): readonly Scenario[] {
  const uris = fc.sample(oddUri('AUTHORITY'), { seed, numRuns: runs * 2 });
  return [
    ...uris.map(({ clause, uri }) => toCase(clause, uri, {}, ['rfc6455/4.1/invalid-uri-fails'])),
    ...inputs.map(({ clause, options }) => toCase(clause, 'ws://AUTHORITY/', options)),
  ];
}

/** @param also what the refusal shows besides */
function toCase(
  clause: ClauseId,
  template: string,
  options: HandshakeOptions,
  also: readonly ClauseId[] = [],
): Scenario {
  return {
    clause,
    title: `bad input ${JSON.stringify(template)} ${JSON.stringify(options)}`,
    async play() {
      const server = await startScripted(() => {});
      try {
        const seen = tryToStart(template.replace('AUTHORITY', `127.0.0.1:${server.port}`), options);
        const observed = { ...seen, connections: server.connections.length };
        const expected = { phase: 'input', clause, connections: 0 };
        return { observations: [clause, ...also].map((id) => observe(id, expected, observed)) };
      } finally {
        await server.close();
      }
    },
  };
}

function tryToStart(url: string, options: HandshakeOptions) {
  try {
    startHandshake(url, options).on('error', () => {}); // bad input never comes this far
    return { phase: 'started', clause: null };
  } catch (error) {
    if (error instanceof HandshakeError) return { phase: error.phase, clause: error.clause };
    return { phase: String(error), clause: null };
  }
}
