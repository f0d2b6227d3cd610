import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ServerRow } from '../../models/vocabulary.ts';
import type { RequestReading } from '../facts/request-facts.ts';
import { type Built, buildReply, computeAccept, encodeLatin1, type NewField } from '../wire/index.ts';

export function sha1(octets: Uint8Array): Uint8Array {
  return createHash('sha1').update(octets).digest();
}

/**
 * Writes the reply that a row stands for. The row has the status and the fixed fields; what differs from one
 * request to the next is taken from what was read.
 *
 * @throws Error if the reply cannot be written, which no request can bring about.
 */
export function writeReply(row: ServerRow, reading: RequestReading): Uint8Array {
  if (row.status === 'fromApplication') throw new Error('the application writes its own reply');
  const built = row.verdict === 'accept' ? writeAcceptance(row, reading) : writeRefusal(row, row.status);
  if (!built.ok) throw new Error(`the reply's ${built.field} cannot be written: ${built.problem}`);
  if (row.verdict !== 'accept' || reading.facts.expectation !== 'continue') return built.octets;
  // RFC 9110 §7.8: whoever expects a 100 gets it before the 101.
  return Buffer.concat([encodeLatin1('HTTP/1.1 100 Continue\r\n\r\n'), built.octets]);
}

function writeAcceptance(row: ServerRow, { key, subprotocol }: RequestReading): Built {
  const fields: NewField[] = [...row.headers, ['Sec-WebSocket-Accept', computeAccept(key ?? '', sha1)]];
  if (subprotocol !== null) fields.push(['Sec-WebSocket-Protocol', subprotocol]);
  return buildReply({ status: 101, reason: reasonOf(101), fields });
}

function writeRefusal({ headers }: ServerRow, status: number): Built {
  // A sender of Upgrade lists it in Connection (RFC 9110 §7.8).
  const connection = headers.some(([name]) => name === 'Upgrade') ? 'Upgrade, close' : 'close';
  const reason = reasonOf(status);
  return buildReply({
    status,
    reason,
    fields: [...headers, ['Connection', connection]],
    body: `${status} ${reason}\n`,
  });
}

function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}
