import { sourceOf } from '../../../models/clauses.ts';
import { judge } from '../../../models/decide.ts';
import { type ClientRow, clientTable } from '../../../models/decisions/client.ts';
import { explainReply as describeFault } from '../../client/reason.ts';
import { replyDefaults } from '../../client/reply-reader.ts';
import {
  type Asked,
  completeOffer,
  explainReply as explainAccept,
  type KnownOffer,
  writeOffer,
} from '../../diagnosis/index.ts';
import { type OfferedTerms, type ReplyReading, readReplyHead } from '../../facts/reply-facts.ts';
import { hashes } from '../../sha1.ts';
import { type Field, fieldValues, HeadReader, parseReply } from '../../wire/index.ts';
import { visible } from '../terminal.ts';
import { explainFailure } from './explain-conclusion.ts';
import { type Page, printClauses, printDetails, showOctets } from './explain-page.ts';
import { describeUnjudged } from './unjudged.ts';

/** The last reply whose head is there. */
interface Read {
  readonly reading: ReplyReading;
  readonly offer: OfferedTerms;
  readonly holding: readonly ClientRow[];
}

/** The request that a reply answers, as far as it is known. */
export interface AnsweredRequest {
  readonly known: KnownOffer;
  /** Its octets, where `known` is all that they offer. */
  readonly octets: Uint8Array | null;
  readonly asked: Asked;
}

/**
 * Judges replies by the client's table, past interim ones, and prints what comes of the last, and what may be the cause
 * where that is a failure.
 *
 * @returns whether a client has nothing against it
 */
export function explainReply(octets: Uint8Array, request: AnsweredRequest, page: Page): boolean {
  const { known } = request;
  const { print, heading } = page;
  const read = readAsClient(octets, known);
  if (read instanceof Uint8Array) {
    print(`${heading('Reply: failed.')} The header section is incomplete: its final empty line is missing.`);
    print(
      `A client waits, and fails when the connection is closed (${sourceOf('rfc9112/8/incomplete-reply')}).`,
    );
    concludeFrom(octets, request, [], page);
    if (page.isVerbose) print(`\n${heading('Octets')}\n${showOctets(read, page)}`);
    return false;
  }
  const { reading, offer, holding } = read;
  const [row] = holding;
  if (!row) throw new Error('a table ends with a row that always holds');
  const fields = reading.reply?.fields ?? [];
  print(`${heading(`Reply: ${row.verdict}.`)} ${visible(describeVerdict(row, reading, offer, known))}`);
  const explained = {
    table: clientTable,
    reading,
    evident: { ...reading, fields },
    choices: clientTable.defaults,
    holding,
  };
  printClauses(explained, page);
  // How a wrong value was made is told among the causes.
  if (/^acceptIs(?:Absent|Repeated)$/.test(row.guard) && reading.reply) {
    const cause = explainAccept(known.key ?? '', reading.reply, hashes);
    if (cause !== null) print(cause);
  }
  const unjudged = reading.facts.status === '101' ? describeUnjudged(known, fields) : null;
  if (unjudged !== null) print(unjudged);
  const isRight = row.verdict === 'established' || row.verdict === 'interim';
  if (!isRight) concludeFrom(octets, request, fields, page);
  if (page.isVerbose) printDetails(explained, page);
  return isRight;
}

/** @param fields those of the reply */
function concludeFrom(
  reply: Uint8Array,
  { known, octets, asked }: AnsweredRequest,
  fields: readonly Field[],
  page: Page,
): void {
  const request = octets ?? writeOffer(known, fields);
  const opening = { request, reply, end: 'replied', ms: 0, unreached: null } as const;
  const { subprotocols } = known;
  explainFailure({ asked: subprotocols === null ? asked : { ...asked, subprotocols }, opening }, page);
}

/** @returns the octets of a head that has no end, where that is the last */
function readAsClient(octets: Uint8Array, known: KnownOffer): Read | Uint8Array {
  let rest = octets;
  for (let interims = 0; ; interims += 1) {
    const progress = new HeadReader('reply', replyDefaults.headLimit).push(rest);
    if (progress.state === 'incomplete') return rest;
    const offer = completeOffer(known, fieldsOf(progress.head), hashes.sha1);
    const reading = readReplyHead(progress, offer, { ...replyDefaults, interims });
    const holding = judge(clientTable, reading.facts, clientTable.defaults);
    const isLast = progress.state !== 'complete' || progress.rest.length === 0;
    if (isLast || holding[0]?.verdict !== 'interim') return { reading, offer, holding };
    rest = progress.rest;
  }
}

function fieldsOf(head: Uint8Array): readonly Field[] {
  const parsed = parseReply(head);
  return parsed.ok ? parsed.value.fields : [];
}

function describeVerdict(
  row: ClientRow,
  reading: ReplyReading,
  offer: OfferedTerms,
  known: KnownOffer,
): string {
  if (row.verdict === 'established') return 'The connection opens.';
  if (row.verdict === 'interim') return 'The client waits for the final reply.';
  if (row.guard === 'acceptIsWrong' && known.key === null) return describeAccept(reading.reply?.fields ?? []);
  const sentence = describeFault(row, reading, offer);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Values that are wrong whatever the key is. */
function describeAccept(fields: readonly Field[]): string {
  const values = fieldValues(fields, 'sec-websocket-accept').map((value) => JSON.stringify(value));
  return `Sec-WebSocket-Accept ${values.join(' and ')} matches no key: the value must be the base64 of 20 octets.`;
}
