import { STATUS_CODES } from 'node:http';
import type { ServerRow } from '../../models/decisions/row.ts';
import type { Clock } from '../clock.ts';
import type { RequestReading } from '../facts/request-facts.ts';
import { sha1 } from '../sha1.ts';
import {
  type Built,
  buildExtensionList,
  buildFieldLines,
  buildReply,
  computeAccept,
  decodeLatin1,
  type NewField,
} from '../wire/index.ts';
import { challengesOf } from './ask.ts';
import type { ServedEndpoint } from './endpoint-option.ts';

type Reading = RequestReading<ServedEndpoint>;

/**
 * Writes the reply that a row stands for. The row has the status and the fixed fields; what differs from one
 * request to the next is taken from what was read, and from what the application has answered.
 *
 * @returns a text of one character for each octet (`latin1`)
 * @param date tells what Date says; asked only where that is sent
 * @throws Error if the reply cannot be written, which no request can bring about.
 */
export function writeReply(row: ServerRow, reading: Reading, date: Clock['date']): string {
  const isSwitch = row.status === 101;
  const built = isSwitch ? writeAcceptance(row, reading) : writeRefusal(row, reading, date());
  if (!built.ok) throw new Error(`the reply's ${built.field} cannot be written: ${built.problem}`);
  if (!isSwitch) {
    // RFC 9110 §9.3.2: the head of the reply alone, as GET would have had it.
    return isHead(reading) ? headOf(built.text) : built.text;
  }
  // RFC 9110 §7.8: whoever expects a 100 gets it before the 101.
  return reading.facts.expectation === 'continue' ? `HTTP/1.1 100 Continue\r\n\r\n${built.text}` : built.text;
}

function writeAcceptance(row: ServerRow, { key, subprotocol, extensions, answer }: Reading): Built {
  const fields: NewField[] = [['Sec-WebSocket-Accept', computeAccept(key ?? '', sha1)]];
  if (subprotocol !== null) fields.push(['Sec-WebSocket-Protocol', subprotocol]);
  if (extensions.length > 0) fields.push(['Sec-WebSocket-Extensions', buildExtensionList(extensions)]);
  if (answer) fields.push(...answer.headers);
  const lines = buildFieldLines(fields);
  return lines.ok ? { ok: true, text: `${startOf(row)}${lines.text}\r\n` } : lines;
}

const starts = new Map<ServerRow, string>();

/** What every 101 of a row begins with: its status line and its fixed fields. */
function startOf(row: ServerRow): string {
  const known = starts.get(row);
  if (known !== undefined) return known;
  const built = buildReply({ status: 101, reason: reasonOf(101), fields: row.headers });
  if (!built.ok) throw new Error(`${built.field} of the row cannot be written: ${built.problem}`);
  const start = built.text.slice(0, -2);
  starts.set(row, start);
  return start;
}

/** Refusals that differ in nothing but when they are sent: what stands before that, and behind it. */
const refusals = new Map<ServerRow, readonly [before: string, behind: string]>();

function writeRefusal(row: ServerRow, reading: Reading, date: Date): Built {
  const when = sayDate(date);
  const known = refusals.get(row);
  if (known) return { ok: true, text: known[0] + when + known[1] };
  const built = buildRefusal(row, reading, when);
  // In the others the application or the endpoint has a say.
  if (built.ok && row.status !== 'fromApplication' && row.status !== 401) {
    const [before = '', behind = ''] = built.text.split(when);
    refusals.set(row, [before, behind]);
  }
  return built;
}

function buildRefusal(row: ServerRow, { answer, endpoint, facts }: Reading, date: string): Built {
  const status = row.status === 'fromApplication' ? answer?.status : row.status;
  if (typeof status !== 'number') throw new Error('no reply goes with this row');
  const challenges = row.status === 401 ? challengesOf(endpoint, facts.authorization === 'invalid') : [];
  const isApplications = row.status === 'fromApplication' && answer !== null;
  const reason = reasonOf(status);
  return buildReply({
    status,
    reason,
    fields: [['Date', date], ...row.headers, ...challenges, ...(isApplications ? answer.headers : [])],
    body: (isApplications ? answer.body : null) ?? `${status} ${reason}\n`,
  });
}

let said = { second: Number.NaN, text: '' };

/** What Date says, written once a second. */
function sayDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1_000);
  if (second !== said.second) said = { second, text: date.toUTCString() };
  return said.text;
}

/** However little of the request could be read, its method is known. */
function isHead({ request, head }: Reading): boolean {
  return request ? request.method === 'HEAD' : /^HEAD(?:[ \t\r\n]|$)/.test(decodeLatin1(head.subarray(0, 5)));
}

function headOf(text: string): string {
  return text.slice(0, text.indexOf('\r\n\r\n') + 4);
}

function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}
