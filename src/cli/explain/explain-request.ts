import { judge } from '../../../models/decide.ts';
import type { ServerRow } from '../../../models/decisions/row.ts';
import { serverTable } from '../../../models/decisions/server.ts';
import type { ServerChoices } from '../../../models/facts/request.ts';
import { type RequestReading, readRequestOctets } from '../../facts/request-facts.ts';
import { type ServedEndpoint, settleEndpoint } from '../../server/endpoint-option.ts';
import { defaultLimits } from '../../server/option.ts';
import { writeReply } from '../../server/reply.ts';
import { encodeLatin1, type Field } from '../../wire/index.ts';
import { UsageError } from '../usage-error.ts';
import { type Page, printClauses, printDetails, showOctets } from './explain-page.ts';

/** What the server is told that the request is judged for. */
export interface RequestOptions {
  /** Names that it supports. */
  readonly subprotocol?: readonly string[];
  /** The only path that it serves. */
  readonly path?: string;
  /** The origins that are welcome. */
  readonly origin?: readonly string[];
  readonly plainHttp?: ServerChoices['plainHttp'];
}

/** What came of a request. */
export interface JudgedRequest {
  readonly isRefused: boolean;
  /** Null where its head cannot be read. */
  readonly fields: readonly Field[] | null;
}

/**
 * Judges a request by the server's table, and prints what comes of it.
 *
 * @throws UsageError for options that no server can be told
 */
export function explainRequest(octets: Uint8Array, options: RequestOptions, page: Page): JudgedRequest {
  const { print, heading } = page;
  const reading = readAsServer(octets, options);
  const { choices } = reading.endpoint;
  const holding = judge(serverTable, reading.facts, choices);
  const [row] = holding;
  if (!row) throw new Error('a table ends with a row that always holds');
  const reply = row.status === 'fromApplication' ? null : writeReply(row, reading, () => new Date());
  print(`${heading(`Request: ${verdicts[row.verdict]}.`)} ${describeReply(reply)}`);
  const evident = { ...reading, fields: reading.request?.fields ?? [] };
  const explained = { table: serverTable, reading, evident, choices, holding };
  printClauses(explained, page);
  if (page.isVerbose) {
    printDetails(explained, page);
    if (reply !== null)
      print(`\n${heading('Reply of the reference server')}\n${showOctets(encodeLatin1(reply), page)}`);
  }
  return { isRefused: row.verdict === 'refuse', fields: reading.request?.fields ?? null };
}

const verdicts: Readonly<Record<ServerRow['verdict'], string>> = {
  accept: 'accepted',
  ask: 'held until the application has answered',
  hold: 'held until its first message',
  plainHttp: 'plain HTTP',
  refuse: 'refused',
};

/** The final status, behind a 100 that was asked for. */
function describeReply(reply: string | null): string {
  if (reply === null) return 'The application answers.';
  const [[, status = ''] = []] = reply.matchAll(/^HTTP\/1\.1 (?!100 )(.*?) ?\r$/gm);
  return `The reference server answers ${status}.`;
}

function readAsServer(octets: Uint8Array, options: RequestOptions): RequestReading<ServedEndpoint> {
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

function settleExplained({ subprotocol = [], origin, plainHttp }: RequestOptions): ServedEndpoint {
  const options = { subprotocols: subprotocol, ...(origin ? { origins: origin } : {}), onConnection() {} };
  try {
    return settleEndpoint(options, plainHttp ?? serverTable.defaults.plainHttp);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
