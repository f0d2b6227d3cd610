import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { ServedConnection } from '../peer/connection/served-connection.ts';
import { Overdue } from '../peer/connection/wait-list.ts';
import { readClientFrames } from '../peer/frame/client-frame.ts';

/** What a client of the Autobahn test suite's kind asks for besides cases, each by a path. */
export const services = ['getCaseCount', 'getCaseInfo', 'getCaseStatus', 'updateReports'] as const;

export type Service = (typeof services)[number];

const closing = '\x88\x02\x03\xe8';

/** Octets of a text that a frame has a single octet for. */
const textLimit = 125;

/** Milliseconds for which the Close of a client is waited for. */
const grace = 1_000;

/**
 * Opens a connection rightly, sends a text, and closes it.
 *
 * @param text of at most 125 characters of ASCII; none is sent where it is empty
 * @throws RangeError where it is longer
 */
export async function answerService(connection: ServedConnection, text: string): Promise<void> {
  if (text.length > textLimit) throw new RangeError(`a text of at most ${textLimit} octets was expected`);
  const { request } = connection;
  if (!request) return connection.end();
  const message = text === '' ? '' : `\x81${String.fromCharCode(text.length)}${text}`;
  const reply = { ...canonicalReply(offerOf(request, sha1)), content: message + closing };
  try {
    await connection.send(writeReplyMessage(reply));
    await connection.until(() => hasClosed(connection), 'the Close of the client', grace);
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
  }
  connection.end();
}

function hasClosed(connection: ServedConnection): boolean {
  return readClientFrames(connection.behind()).some(({ opcode }) => opcode === 8);
}

/** The number of the case and the name of the client in the path of a request; null where it has none. */
export function readQuery({ head }: Pick<ServedConnection, 'head'>): {
  readonly number: number | null;
  readonly agent: string | null;
} {
  const [line = ''] = Buffer.from(head).toString('latin1').split('\r\n', 1);
  const [, query = ''] = /\?(\S*)/.exec(line) ?? [];
  const parameters = new URLSearchParams(query);
  const number = Number(parameters.get('case') ?? Number.NaN);
  return { number: Number.isNaN(number) ? null : number, agent: parameters.get('agent') };
}
