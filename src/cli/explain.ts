import { clauses, sourceOf } from '../../models/clauses.ts';
import { clientTable } from '../../models/client-decision.ts';
import { judge } from '../../models/decide.ts';
import { agrees, type RuleTable } from '../../models/decision.ts';
import { serverTable } from '../../models/server-decision.ts';
import type { Row, ServerChoices } from '../../models/vocabulary.ts';
import { redactHead } from '../auth/redaction.ts';
import { explainReply as describeFault } from '../client/reason.ts';
import { replyDefaults } from '../client/reply-reader.ts';
import { explainReply as explainAccept } from '../diagnosis/index.ts';
import { type Evident, findEvidence } from '../facts/evidence.ts';
import { readReplyHead } from '../facts/reply-facts.ts';
import { type RequestReading, readRequestOctets } from '../facts/request-facts.ts';
import { type ServedEndpoint, settleEndpoint } from '../server/endpoint-option.ts';
import { defaultLimits } from '../server/option.ts';
import { writeReply } from '../server/reply.ts';
import { hashes, sha1 } from '../sha1.ts';
import {
  computeAccept,
  decodeLatin1,
  encodeLatin1,
  fieldValues,
  HeadReader,
  parseReply,
} from '../wire/index.ts';
import { readInput } from './file.ts';
import type { Io } from './io.ts';
import { alignRows, makePaint, visible } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface ExplainOptions {
  /** Names that the server supports, or that the client offered. */
  readonly subprotocol?: readonly string[];
  /** The only path that the server serves. */
  readonly path?: string;
  /** The origins that are welcome at the server. */
  readonly origin?: readonly string[];
  readonly plainHttp?: ServerChoices['plainHttp'];
  /** The key of the request that a reply answers. */
  readonly key?: string;
  /** Whether each LF of the file stands for CR LF. */
  readonly crlf?: boolean;
}

/** Where the judgement is written. */
interface Page {
  /** Writes a line, or several. */
  readonly print: (text: string) => void;
  readonly heading: (text: string) => string;
  readonly mark: (text: string) => string;
}

/**
 * Runs `ws101 explain`: judges a raw request or reply row by row.
 *
 * @param file a path, or `-` for standard input
 * @returns the exit code: 0 if it would do, 1 if not
 */
export async function runExplain(file: string, options: ExplainOptions, io: Io): Promise<number> {
  const octets = await readOctets(file, options.crlf ?? false, io);
  if (octets.length === 0) throw new UsageError(`${file} is empty: a raw request or reply was expected`);
  const isReply = decodeLatin1(octets.subarray(0, 5)) === 'HTTP/';
  const paint = makePaint(io);
  const page: Page = {
    print: (text) => void io.stdout.write(`${text}\n`),
    heading: (text) => paint('bold', text),
    mark: (text) => paint('red', text),
  };
  return isReply ? explainReply(octets, options, page) : explainRequest(octets, options, page);
}

async function readOctets(file: string, crlf: boolean, io: Io): Promise<Uint8Array> {
  try {
    const octets = await readInput(file, io);
    return crlf ? Buffer.from(octets.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1') : octets;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

function explainRequest(octets: Uint8Array, options: ExplainOptions, page: Page): number {
  const { print, heading } = page;
  const reading = readAsServer(octets, options);
  const fields = reading.request?.fields ?? [];
  const { choices } = reading.endpoint;
  const row = explain('Request', serverTable, reading, { ...reading, fields }, choices, page);
  if (row.status === 'fromApplication') {
    print(`${heading('Reply')}\nthe application's own: this is plain HTTP`);
  } else {
    print(`${heading('Reply')}\n${showOctets(encodeLatin1(writeReply(row, reading, () => new Date())))}`);
  }
  return row.verdict === 'refuse' ? 1 : 0;
}

function readAsServer(octets: Uint8Array, options: ExplainOptions): RequestReading<ServedEndpoint> {
  const endpoint = settleExplained(options);
  const policy = {
    endpointAt: (path: string) => (path === (options.path ?? path) ? endpoint : null),
    fallback: endpoint,
    secured: false,
    targetLimit: defaultLimits.targetOctets,
    fieldLimit: defaultLimits.fields,
  };
  return readRequestOctets(octets, policy, defaultLimits.headOctets);
}

/** @throws UsageError for what no server can be told */
function settleExplained({ subprotocol = [], origin, plainHttp }: ExplainOptions): ServedEndpoint {
  const options = { subprotocols: subprotocol, ...(origin ? { origins: origin } : {}), onConnection() {} };
  try {
    return settleEndpoint(options, plainHttp ?? serverTable.defaults.plainHttp);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function explainReply(octets: Uint8Array, { subprotocol = [], key }: ExplainOptions, page: Page): number {
  const { print, heading } = page;
  const progress = new HeadReader('reply', replyDefaults.headLimit).push(octets);
  if (progress.state === 'incomplete') {
    print(`${heading('Reply')}\n${showOctets(octets)}\n\nThe head has no end: an empty line is missing.`);
    print(
      `A client would wait, and fail when the connection is closed (${sourceOf('rfc9112/8/incomplete-reply')}).`,
    );
    return 1;
  }
  const parsed = parseReply(octets);
  const given = parsed.ok ? fieldValues(parsed.value.fields, 'sec-websocket-accept')[0] : undefined;
  const accept = key === undefined ? (given ?? '') : computeAccept(key, sha1);
  const offer = { accept, subprotocols: subprotocol, extensions: [] };
  const reading = readReplyHead(progress, offer, { ...replyDefaults, interims: 0 });
  const row = explain(
    'Reply',
    clientTable,
    reading,
    { ...reading, fields: reading.reply?.fields ?? [] },
    clientTable.defaults,
    page,
  );
  if (row.verdict === 'failed' || row.verdict === 'closed') {
    print(visible(`${describeFault(row, reading, offer)}.`));
  }
  if (/^accept/.test(row.guard) && reading.reply) {
    const cause = explainAccept(key ?? '', reading.reply, hashes);
    if (cause !== null) print(cause);
  }
  if (key === undefined && given !== undefined) {
    print('Sec-WebSocket-Accept was taken as it is: --key gives the key that it must belong to.');
  }
  return row.verdict === 'established' || row.verdict === 'interim' ? 0 : 1;
}

/** Prints the octets with what is wrong in them marked, the facts, every row, and what decides. */
function explain<Facts extends object, Choices extends object, R extends Row<string, string, Choices>>(
  title: string,
  table: RuleTable<Facts, Choices, R>,
  { facts, fault }: { readonly facts: Facts; readonly fault: { readonly problem: string } | null },
  evident: Evident,
  choices: Choices,
  page: Page,
): R {
  const { print, heading } = page;
  const holding = judge(table, facts, choices);
  const [row] = holding;
  if (!row) throw new Error('a table ends with a row that always holds');
  print(`${heading(title)}\n${markOctets(evident, holding, fault?.problem ?? '', page)}`);
  const lines = Object.entries(facts).map(([name, value]) => [`  ${name}`, String(value)]);
  print(`\n${heading('Facts')}\n${alignRows(lines).join('\n')}`);
  const rows = table.rows.map((candidate, index) => {
    const applies = agrees(choices, candidate.when);
    const mark = candidate === row ? '→' : holding.includes(candidate) ? '✓' : applies ? '·' : ' ';
    const when = Object.entries(candidate.when ?? {}).map(([name, value]) => `${name} = ${value}`);
    return [mark, String(index + 1), candidate.guard, when.join(', '), candidate.verdict, candidate.clause];
  });
  print(`\n${heading('Rows')} (→ decides, ✓ holds too, · does not hold)\n${alignRows(rows).join('\n')}`);
  print(`\n${heading('Verdict')}\n${row.verdict}: ${row.guard}, ${row.clause} (${sourceOf(row.clause)})`);
  print(`${clauses[row.clause].summary}\n`);
  return row;
}

/** The head line by line, secrets replaced, with a line of carets below the octets that make a guard hold. */
function markOctets(evident: Evident, holding: readonly Row[], problem: string, { mark }: Page): string {
  const spans = holding.flatMap(({ guard }) =>
    findEvidence(guard, evident).map(({ start, end }) => ({
      start,
      end: Math.max(end, start + 1),
      label: start === evident.fault?.span.start ? `${guard}: ${problem}` : guard,
    })),
  );
  const text = decodeLatin1(redactHead(evident.head));
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    lines.push(`  ${visible(text.slice(start, end))}`);
    for (const span of spans.filter((candidate) => candidate.start >= start && candidate.start < end)) {
      const before = visible(text.slice(start, span.start)).length;
      const width = Math.max(visible(text.slice(span.start, Math.min(span.end, end))).length, 1);
      lines.push(mark(`  ${' '.repeat(before)}${'^'.repeat(width)} ${span.label}`));
    }
    start = end;
  }
  return lines.map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line)).join('\n');
}

function showOctets(octets: Uint8Array): string {
  return decodeLatin1(redactHead(octets))
    .split(/(?<=\n)/)
    .map((line) => `  ${visible(line)}`)
    .join('\n');
}
