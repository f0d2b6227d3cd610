import type { RequestGuard } from '../../../models/server-decision.ts';
import type { ServerRow } from '../../../models/vocabulary.ts';
import type { RequestMessage } from '../../arbitraries/index.ts';
import type { AskedReply, SeenReply } from '../../facts/obligation-facts.ts';
import { selectSubprotocol } from '../../negotiation/subprotocol.ts';
import { fieldValues, parseRequest, parseTokenList } from '../../wire/index.ts';
import type { Exchanged } from '../peer/raw-connection.ts';
import { endpoint, type ServedBench } from './bench.ts';

/** The subprotocol that must be chosen: the first of those offered that is supported. */
export function chosenBy({ lines }: RequestMessage): string | null {
  const values = fieldValues(lines, 'sec-websocket-protocol').map((value) => value.trim());
  return selectSubprotocol(parseTokenList(values.join(',')) ?? [], endpoint.subprotocols);
}

export function toldIn({ reply }: SeenReply): string {
  return fieldValues(reply.fields, 'sec-websocket-protocol').join(', ') || 'none';
}

/** The final reply, and what came before and behind it. */
export function seenIn({ octets, reply, interims, rest, behind, ended }: Exchanged): SeenReply | null {
  if (!reply) return null;
  const heads = Buffer.from(octets)
    .toString('latin1')
    .split(/(?<=\r\n\r\n)/);
  const head = Buffer.from(heads[interims.length] ?? '', 'latin1');
  const end = ended ? 'ended' : 'open';
  return { reply, head, interims, behind: rest, pong: 'unasked', content: behind, end };
}

/** What the reply answers, and what an insider knows of the server. */
export function askedBy(
  octets: Uint8Array,
  { verdict, guard }: ServerRow<RequestGuard>,
  chosen: string | null,
  { choices }: ServedBench,
): AskedReply {
  const parsed = parseRequest(octets);
  return {
    request: parsed.ok ? parsed.value : null,
    fault: verdict === 'refuse' ? guard : 'none',
    refusal: verdict === 'refuse' ? 'due' : 'open',
    choice: chosen === null ? 'none' : 'open',
    versions: [13],
    clock: 'known',
    intent: 'closes',
    resource: choices.plainHttp === 'application' ? 'unknown' : 'getOnly',
  };
}
