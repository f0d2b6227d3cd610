import { STATUS_CODES } from 'node:http';
import type { ServerRow } from '../../models/vocabulary.ts';
import type { RequestReading } from '../facts/request-facts.ts';
import { sha1 } from '../sha1.ts';
import {
  type Built,
  buildReply,
  computeAccept,
  decodeLatin1,
  encodeLatin1,
  type NewField,
} from '../wire/index.ts';

/**
 * Writes the reply that a row stands for. The row has the status and the fixed fields; what differs from one
 * request to the next is taken from what was read.
 *
 * @param date what Date says
 * @throws Error if the reply cannot be written, which no request can bring about.
 */
export function writeReply(row: ServerRow, reading: RequestReading, date: Date): Uint8Array {
  if (row.status === 'fromApplication') throw new Error('the application writes its own reply');
  const built =
    row.verdict === 'accept' ? writeAcceptance(row, reading) : writeRefusal(row, row.status, date);
  if (!built.ok) throw new Error(`the reply's ${built.field} cannot be written: ${built.problem}`);
  if (row.verdict !== 'accept') {
    // RFC 9110 §9.3.2: the head of the reply alone, as GET would have had it.
    // However little of the request could be read, its method is known.
    const isHead = decodeLatin1(reading.head.subarray(0, 5)) === 'HEAD ';
    return isHead ? headOf(built.octets) : built.octets;
  }
  if (reading.facts.expectation !== 'continue') return built.octets;
  // RFC 9110 §7.8: whoever expects a 100 gets it before the 101.
  return Buffer.concat([encodeLatin1('HTTP/1.1 100 Continue\r\n\r\n'), built.octets]);
}

function writeAcceptance(row: ServerRow, { key, subprotocol }: RequestReading): Built {
  const fields: NewField[] = [...row.headers, ['Sec-WebSocket-Accept', computeAccept(key ?? '', sha1)]];
  if (subprotocol !== null) fields.push(['Sec-WebSocket-Protocol', subprotocol]);
  return buildReply({ status: 101, reason: reasonOf(101), fields });
}

function writeRefusal({ headers }: ServerRow, status: number, date: Date): Built {
  const reason = reasonOf(status);
  return buildReply({
    status,
    reason,
    fields: [['Date', date.toUTCString()], ...headers],
    body: `${status} ${reason}\n`,
  });
}

function headOf(octets: Uint8Array): Uint8Array {
  return octets.subarray(0, Buffer.from(octets).indexOf('\r\n\r\n') + 4);
}

function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}
