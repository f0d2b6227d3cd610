import { sourceOf } from '../../models/clauses.ts';
import type { ClientChoices } from '../../models/facts/reply.ts';
import { connectionClauses } from '../../models/lifecycles/connection.ts';
import type { Hider } from '../auth/hider.ts';
import { connect } from '../client/connect.ts';
import { HandshakeError } from '../client/handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from '../client/option.ts';
import type { Timeline } from '../client/timeline.ts';
import { type Diagnosis, diagnoseFailure, tellDiagnosis } from '../diagnosis/index.ts';
import { readInput } from '../doctor/asked.ts';
import { observeFailure } from '../doctor/failed.ts';
import type { DoctorOptions } from '../doctor/option.ts';
import { toWebSocket } from '../frames/to-web-socket.ts';
import { shortenTold } from '../quote/shorten.ts';
import { hashes } from '../sha1.ts';
import { mostKept } from '../verify/peer/connection/kept-octets.ts';
import { buildExtensionList } from '../wire/index.ts';
import { checkWritable, writeJson } from './file.ts';
import type { Io } from './io.ts';
import type { OpeningOptions } from './opening-option.ts';
import { part } from './part.ts';
import { makePaint, type Paint, visible } from './terminal.ts';
import { readTrust } from './verify/trust.ts';

export interface ConnectOptions extends OpeningOptions {
  readonly json?: string;
  readonly rules?: ClientChoices['rules'];
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
  /** What was agreed, as Sec-WebSocket-Extensions has it. */
  readonly extensions: string;
  /** What may have caused a failure, the surest first; and the same in paragraphs. */
  readonly diagnoses: readonly Diagnosis[];
  readonly hints: readonly string[];
}

/** As a handshake and the doctor both take them. */
type Settings = HandshakeOptions & Pick<DoctorOptions, 'subprotocols' | 'headers' | 'proxy'>;

/**
 * Runs `ws101 connect`: one handshake, and all that is known of it.
 *
 * @returns the exit code: 0 connected, 1 failed, 2 bad input, 3 the target cannot be reached
 */
export async function runConnect(url: string, options: ConnectOptions, io: Io): Promise<number> {
  // Under the rules of browsers what connect() rejects with tells nothing: this is told all of it.
  let failure: HandshakeError | undefined;
  const onFailure = (error: HandshakeError) => {
    failure = error;
  };
  const settings = readOptions(options, io.cwd);
  checkWritable(options.json, io.cwd);
  const { hider } = io.secrets;
  const { outcome, code } = await connect(url, { ...settings, onFailure }).then(
    async (connection) => {
      const webSocket = toWebSocket(connection, { maxPayload: mostKept });
      webSocket.on('error', () => {}); // 'close' follows
      await part(webSocket, 1000);
      return { outcome: describeOpen(url, connection, hider), code: 0 };
    },
    (reason: unknown) => {
      const error = failure ?? reason;
      if (!(error instanceof HandshakeError)) throw error;
      return { outcome: describeFailure(url, settings, error, hider), code: exitCode(error) };
    },
  );
  const { json } = options;
  if (json !== '-') io.stdout.write(render(outcome, makePaint(io)));
  if (json !== undefined) writeJson(json, outcome, io);
  return code;
}

function readOptions(options: ConnectOptions, cwd: string): Settings {
  const { subprotocol, header, origin, timeout, proxy, rules, deflate } = options;
  return {
    headers: header,
    ...readTrust(options, cwd),
    proxyFromEnvironment: options.proxyFromEnvironment ?? false,
    ...(subprotocol ? { subprotocols: subprotocol } : {}),
    ...(origin === undefined ? {} : { origin }),
    ...(timeout === undefined ? {} : { deadline: timeout }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(rules === undefined ? {} : { rules }),
    ...(deflate === undefined ? {} : { permessageDeflate: deflate }),
  };
}

function exitCode({ phase }: HandshakeError): number {
  if (phase === 'input') return 2;
  return phase === 'dns' || phase === 'tcp' ? 3 : 1;
}

function describeOpen(
  url: string,
  { reply, timeline, subprotocol, extensions }: ClientConnection,
  hider: Hider,
): Outcome {
  return {
    url: hider.target(url),
    verdict: 'open',
    clause: connectionClauses.ESTABLISHED,
    source: sourceOf(connectionClauses.ESTABLISHED),
    phase: 'open',
    message: null,
    timeline,
    status: reply.status,
    reason: reply.reason,
    headers: reply.fields.map(({ name, value }) => [name, hider.field(name, value)]),
    body: '',
    bodyTruncated: false,
    subprotocol: subprotocol && hider.field('Sec-WebSocket-Protocol', subprotocol),
    extensions: buildExtensionList(extensions),
    diagnoses: [],
    hints: [],
  };
}

function describeFailure(url: string, options: Settings, error: HandshakeError, hider: Hider): Outcome {
  const diagnoses = findCauses(url, options, error);
  return {
    url: hider.target(url),
    verdict: error.state,
    clause: error.clause,
    source: error.source,
    phase: error.phase,
    message: shortenTold(error.message),
    timeline: error.timeline,
    status: error.status,
    reason: error.reason,
    headers: error.headers.map(([name, value]) => [name, hider.field(name, value)]),
    body: new TextDecoder().decode(error.body),
    bodyTruncated: error.bodyTruncated,
    subprotocol: null,
    extensions: '',
    diagnoses,
    hints: diagnoses.map(tellDiagnosis),
  };
}

/** What may have caused it, the surest first. */
function findCauses(url: string, options: Settings, error: HandshakeError): readonly Diagnosis[] {
  const { permessageDeflate: _offers, ...asked } = options;
  const input = readInput(url, asked);
  if (error.phase === 'input' || !input.ok) return [];
  return diagnoseFailure(observeFailure(error, input.asked), hashes);
}

function render(outcome: Outcome, paint: Paint): string {
  const { verdict, message, clause, source, timeline, status, reason, headers, body, hints } = outcome;
  const times = Object.entries(timeline ?? {})
    .filter(([, ms]) => ms !== null)
    .map(([phase, ms]) => `${phase} ${Number(ms).toFixed(1)} ms`);
  return [
    verdict === 'open'
      ? `${paint('green', 'open')}  ${visible(`${outcome.url}, ${describeAgreement(outcome)}`)}`
      : `${paint('red', verdict)}  ${visible(message ?? '')}`,
    `clause    ${clause} (${source})`,
    ...(times.length > 0 ? [`timeline  ${times.join(', ')} (since the start)`] : []),
    ...(status === null ? [] : ['', visible(`HTTP/1.1 ${status} ${reason}`)]),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
    ...(body === '' ? [] : ['', visible(body, true).trimEnd()]),
    ...(outcome.bodyTruncated ? ['(the content goes on)'] : []),
    ...(hints.length > 0 ? ['', 'Possible causes, the most certain first:'] : []),
    ...hints.map((hint) => `- ${visible(hint)}`),
    '',
  ].join('\n');
}

function describeAgreement({ subprotocol, extensions }: Outcome): string {
  return [
    subprotocol ? `subprotocol ${subprotocol}` : 'no subprotocol',
    ...(extensions === '' ? [] : [`extensions ${extensions}`]),
  ].join(', ');
}
