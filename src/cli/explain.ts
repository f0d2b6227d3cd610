import { readKnownOffer } from '../diagnosis/index.ts';
import { describePaste, type Paste, readMessage, readPaste } from '../paste/index.ts';
import type { Page } from './explain-page.ts';
import { explainReply } from './explain-reply.ts';
import { explainRequest, type RequestOptions } from './explain-request.ts';
import { readInput } from './file.ts';
import type { Io } from './io.ts';
import { makePaint } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** For a reply without its request, `subprotocol` is what the client offered. */
export interface ExplainOptions extends RequestOptions {
  /** The key of the request that a reply answers. */
  readonly key?: string;
  /** Whether the file is one message, as it is. */
  readonly exact?: boolean;
  /** Whether octets, facts and rows are printed. */
  readonly verbose?: boolean;
}

/**
 * Runs `ws101 explain`: judges the request and the reply of a file, whichever it has.
 *
 * @param file a path, or `-` for standard input
 * @returns the exit code: 0 if they would do, 1 if not
 * @throws UsageError where there is nothing to judge
 */
export async function runExplain(file: string, options: ExplainOptions, io: Io): Promise<number> {
  const octets = await readOctets(file, io);
  if (octets.length === 0) throw new UsageError(`${file} is empty: a raw request or reply was expected`);
  const read = options.exact ? readMessage(octets) : readPaste(octets);
  if (!read.ok) throw new UsageError(`${file} has nothing to judge: ${read.problem}`);
  const paint = makePaint(io);
  const page: Page = {
    print: (text) => void io.stdout.write(`${text}\n`),
    heading: (text) => paint('bold', text),
    mark: (text) => paint('red', text),
    isVerbose: options.verbose ?? false,
  };
  const isRight = explainPaste(read.value, options, page);
  const told = describeReading(read.value, octets);
  if (told !== null) page.print(`\n${told}`);
  return isRight ? 0 : 1;
}

async function readOctets(file: string, io: Io): Promise<Uint8Array> {
  try {
    return await readInput(file, io);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

function explainPaste({ request, reply }: Paste, options: ExplainOptions, page: Page): boolean {
  const asked = request && explainRequest(request, options, page);
  if (reply === null) return !asked?.isRefused;
  if (asked) page.print('');
  const offered = asked ? null : (options.subprotocol ?? null);
  const known = asked?.fields
    ? readKnownOffer(asked.fields)
    : { key: null, subprotocols: offered, extensions: null };
  const isRight = explainReply(reply, { ...known, key: options.key ?? known.key }, page);
  return isRight && !asked?.isRefused;
}

/** What the file was taken for, and what was assumed; null where it was taken as it is. */
function describeReading(paste: Paste, octets: Uint8Array): string | null {
  const { kind, request, reply } = paste;
  const isChanged = (request?.length ?? 0) + (reply?.length ?? 0) !== octets.length;
  const exact = kind === 'octets' && isChanged ? ['--exact judges the octets as they are.'] : [];
  const told = [...describePaste(paste), ...exact];
  return told.length > 0 ? told.join(' ') : null;
}
