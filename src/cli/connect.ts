import { sourceOf } from '../../models/clauses.ts';
import { connectionClauses } from '../../models/connection.ts';
import { connect } from '../client/connect.ts';
import { HandshakeError } from '../client/handshake-error.ts';
import { hintsFor } from '../client/hint.ts';
import type { ClientConnection } from '../client/option.ts';
import type { Timeline } from '../client/timeline.ts';
import { toWebSocket } from '../frames/to-web-socket.ts';
import type { NewField } from '../wire/index.ts';
import { writeJson } from './json-file.ts';
import { part } from './part.ts';
import { paint, visible } from './terminal.ts';

export interface ConnectOptions {
  readonly subprotocol?: readonly string[];
  readonly header: readonly NewField[];
  readonly origin?: string;
  readonly timeout?: number;
  readonly json?: string;
}

/** What came of the handshake, for `--json`. */
interface Outcome {
  readonly url: string;
  readonly verdict: 'open' | 'failed' | 'closed';
  readonly clause: string;
  readonly source: string;
  readonly phase: string;
  readonly message: string | null;
  readonly timeline: Timeline | null;
  readonly status: number | null;
  readonly reason: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly bodyTruncated: boolean;
  readonly subprotocol: string | null;
  readonly hints: readonly string[];
}

/**
 * Runs `ws101 connect`: one handshake, and all that is known of it.
 *
 * @returns the exit code: 0 connected, 1 failed, 2 bad input, 3 the target cannot be reached
 */
export async function runConnect(url: string, options: ConnectOptions): Promise<number> {
  const { subprotocol, header, origin, timeout, json } = options;
  const attempt = connect(url, {
    headers: header,
    ...(subprotocol ? { subprotocols: subprotocol } : {}),
    ...(origin === undefined ? {} : { origin }),
    ...(timeout === undefined ? {} : { deadline: timeout }),
  });
  const { outcome, code } = await attempt.then(
    async (connection) => {
      const webSocket = toWebSocket(connection);
      webSocket.on('error', () => {}); // 'close' follows
      await part(webSocket, 1000);
      return { outcome: describeOpen(url, connection), code: 0 };
    },
    (error: unknown) => {
      if (!(error instanceof HandshakeError)) throw error;
      return { outcome: describeFailure(url, error), code: exitCode(error) };
    },
  );
  if (json !== '-') process.stdout.write(render(outcome));
  if (json !== undefined) writeJson(json, outcome);
  return code;
}

function exitCode({ phase }: HandshakeError): number {
  if (phase === 'input') return 2;
  return phase === 'dns' || phase === 'tcp' ? 3 : 1;
}

function describeOpen(url: string, { reply, timeline, subprotocol }: ClientConnection): Outcome {
  return {
    url,
    verdict: 'open',
    clause: connectionClauses.ESTABLISHED,
    source: sourceOf(connectionClauses.ESTABLISHED),
    phase: 'open',
    message: null,
    timeline,
    status: reply.status,
    reason: reply.reason,
    headers: reply.fields.map(({ name, value }) => [name, value]),
    body: '',
    bodyTruncated: false,
    subprotocol,
    hints: [],
  };
}

function describeFailure(url: string, error: HandshakeError): Outcome {
  return {
    url,
    verdict: error.state,
    clause: error.clause,
    source: error.source,
    phase: error.phase,
    message: error.message,
    timeline: error.timeline,
    status: error.status,
    reason: error.reason,
    headers: error.headers,
    body: new TextDecoder().decode(error.body),
    bodyTruncated: error.bodyTruncated,
    subprotocol: null,
    hints: hintsFor(error),
  };
}

function render(outcome: Outcome): string {
  const { verdict, message, clause, source, timeline, status, reason, headers, body, subprotocol, hints } =
    outcome;
  const times = Object.entries(timeline ?? {})
    .filter(([, ms]) => ms !== null)
    .map(([phase, ms]) => `${phase} ${Number(ms).toFixed(1)} ms`);
  return [
    verdict === 'open'
      ? `${paint('green', 'open')}  ${visible(outcome.url)}, ${subprotocol ? `subprotocol ${subprotocol}` : 'no subprotocol'}`
      : `${paint('red', verdict)}  ${visible(message ?? '')}`,
    `clause    ${clause} (${source})`,
    ...(times.length > 0 ? [`timeline  ${times.join(', ')} (since the start)`] : []),
    ...(status === null ? [] : ['', visible(`HTTP/1.1 ${status} ${reason}`)]),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
    ...(body === '' ? [] : ['', visible(body, true).trimEnd()]),
    ...(outcome.bodyTruncated ? ['(the content goes on)'] : []),
    ...(hints.length > 0 ? ['', 'What may be the cause, the most frequent first:'] : []),
    ...hints.map((hint) => `- ${hint}`),
    '',
  ].join('\n');
}
