import { type Pasted, readAsked, readKnownOffer, readPasted, unknownAsked } from '../../diagnosis/index.ts';
import { describePaste, findPasted, type Paste, readMessage, toUtf8 } from '../../paste/index.ts';
import { readInput } from '../file.ts';
import type { Io } from '../io.ts';
import { makePaint } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { explainWords } from './explain-conclusion.ts';
import type { Page } from './explain-page.ts';
import { type AnsweredRequest, explainReply } from './explain-reply.ts';
import { explainRequest, type RequestOptions } from './explain-request.ts';

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
 * Runs `ws101 explain`: judges the request and the reply of a file, whichever it has, and says what the words of an error
 * mean.
 *
 * @param file a path, or `-` for standard input
 * @returns the exit code: 0 if they would do, 1 if not
 * @throws UsageError where there is nothing to judge
 */
export async function runExplain(file: string, options: ExplainOptions, io: Io): Promise<number> {
  const given = await readInput(file, io);
  const octets = options.exact ? given : toUtf8(given);
  if (octets.length === 0) throw new UsageError(`${file} is empty: a raw request or reply was expected`);
  const { paste, words, observation } = readFile(file, octets, options);
  io.secrets.keep(findPasted(octets, paste));
  const paint = makePaint(io);
  const page: Page = {
    print: (text) => void io.stdout.write(`${text}\n`),
    printHidden: (text) => void io.stdout.writeHidden(`${text}\n`),
    heading: (text) => paint('bold', text),
    mark: (text) => paint('red', text),
    paint,
    hider: io.secrets.hider,
    isVerbose: options.verbose ?? false,
  };
  const isRight = paste !== null && explainPaste(paste, options, page);
  if (paste && words) page.print('');
  if (words) explainWords(words, observation, page);
  const told = paste && describeReading(paste, given);
  if (told !== null) page.print(`\n${told}`);
  return isRight && !words ? 0 : 1;
}

/** @throws UsageError where there is neither a message nor the words of an error */
function readFile(file: string, octets: Uint8Array, { exact }: ExplainOptions): Omit<Pasted, 'told'> {
  const fail = (problem: string) => new UsageError(`${file} has nothing to judge: ${problem}`);
  if (exact) {
    const read = readMessage(octets);
    if (!read.ok) throw fail(read.problem);
    return { paste: read.value, words: null, observation: { asked: unknownAsked } };
  }
  const read = readPasted(octets);
  if ('problem' in read) throw fail(read.problem);
  return read;
}

function explainPaste({ request, reply, isSecure }: Paste, options: ExplainOptions, page: Page): boolean {
  const asked = request && explainRequest(request, options, page);
  if (reply === null) return !asked?.isRefused;
  if (asked) page.print('');
  const offered = asked ? null : (options.subprotocol ?? null);
  const known = asked?.fields
    ? readKnownOffer(asked.fields)
    : { key: null, subprotocols: offered, extensions: null };
  const isWhole = asked?.fields && options.key === undefined;
  const answered: AnsweredRequest = {
    known: { ...known, key: options.key ?? known.key },
    octets: isWhole ? request : null,
    asked: request === null ? unknownAsked : readAsked(request, isSecure),
  };
  const isRight = explainReply(reply, answered, page);
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
