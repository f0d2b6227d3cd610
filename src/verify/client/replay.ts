import type { ClientChoices } from '../../../models/vocabulary.ts';
import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { decodeLatin1, parseRequest, type RequestHead } from '../../wire/index.ts';
import { type Connector, NoClient } from '../connector/connector.ts';
import { placeOn } from '../connector/place.ts';
import type { Fault } from '../judge/judgement.ts';
import { Unreachable } from '../peer/probe.ts';
import { startScriptedServer } from '../peer/scripted-server.ts';
import type { Finding } from '../report/report.ts';
import { answerRightly, calibrate } from './calibration.ts';
import { type ClientExchange, playReply, type Reply } from './exchange.ts';
import { judgeOctets } from './judgement.ts';

/** What came of sending the reply of a finding again. */
export type ClientReplay =
  | {
      readonly outcome: 'still fails';
      readonly fault: Pick<Fault, 'expected' | 'observed'>;
      readonly exchange: ClientExchange;
    }
  | { readonly outcome: 'fixed'; readonly exchange: ClientExchange }
  | { readonly outcome: 'cannot tell'; readonly problem: string };

export interface ClientReplayOptions {
  readonly rules: ClientChoices['rules'];
  /** Milliseconds that the connection may take. */
  readonly timeout: number;
}

/**
 * Sends the reply of a finding again, with the accept value that belongs to the new key, and judges what comes of it. A
 * finding that no server of one reply reproduces is played by a whole run alone.
 */
export async function replayClientFinding(
  finding: Pick<Finding, 'clause' | 'request' | 'response' | 'reproduction'>,
  connector: Connector,
  { rules, timeout }: ClientReplayOptions,
): Promise<ClientReplay> {
  const { clause } = finding;
  if (finding.reproduction === undefined) {
    const problem = `a single reply does not show ${clause}: run ws101 verify client --only ${clause} instead`;
    return { outcome: 'cannot tell', problem };
  }
  const earlier = parseRequest(Buffer.from(finding.request, 'base64'));
  const accept = earlier.ok ? offerOf(earlier.value, sha1).accept : null;
  const octets = Buffer.from(finding.response, 'base64');
  const server = await startScriptedServer();
  try {
    const place = placeOn(server);
    const options = { place, resource: '/chat?case=replay', timeout };
    const calibration = await calibrate(connector, options, { rules });
    if (!calibration.ok) return { outcome: 'cannot tell', problem: calibration.problem };
    const { target } = calibration;
    const { subprotocols } = connector;
    const play = { ...options, connector, subprotocols, signs: target.signs };
    const makeReply = (_: unknown, request: RequestHead) => remakeReply(octets, accept, request);
    const exchange = await playReply(makeReply, answerRightly, play);
    const { faults, shown } = judgeOctets(clause, exchange, target);
    const fault =
      faults.find((each) => each.clause === clause) ?? faults.find(({ kind }) => kind === 'accepted');
    if (fault) return { outcome: 'still fails', fault, exchange };
    if (exchange.outcome !== 'undecided' || shown.includes(clause)) return { outcome: 'fixed', exchange };
    return { outcome: 'cannot tell', problem: 'ws101 cannot see whether the client opened on the reply' };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoClient)
      return { outcome: 'cannot tell', problem: error.message };
    throw error;
  } finally {
    await server.close();
  }
}

/** The reply with the accept value of this request in the place of the earlier one's. */
function remakeReply(octets: Buffer, accept: string | null, request: RequestHead): Reply {
  const text = octets.toString('latin1');
  const own = offerOf(request, sha1).accept;
  const remade = accept === null ? text : text.replaceAll(accept, own);
  return { pieces: [Buffer.from(remade, 'latin1')], isLast: isLastReply(octets) };
}

/** Whether a server ends the connection behind the reply: it does unless the final status is 101. */
export function isLastReply(octets: Uint8Array): boolean {
  const final = decodeLatin1(octets).replace(/^(?:HTTP\/1\.1 1(?!01)[0-9]{2}[\s\S]*?\r\n\r\n)+/, '');
  return !/^HTTP\/1\.1 101/i.test(final);
}
