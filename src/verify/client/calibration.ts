import type { ClientChoices } from '../../../models/facts/reply.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import { type Connector, silent } from '../connector/connector.ts';
import { Unreachable } from '../peer/probe.ts';
import { describePhrase } from '../report/phrase.ts';
import { countCame } from '../run/flood.ts';
import { type ClientExchange, ping, playReply, type Reply, type ReplyPlayOptions } from './reply/exchange.ts';
import { failurePhrase } from './reply/judgement.ts';
import type { ClientTarget } from './reply/reply-case.ts';
import { standIn } from './reply/reply-case.ts';

/** What its first connections have shown of a client. */
export type ClientCalibration =
  | { readonly ok: true; readonly target: ClientTarget }
  | { readonly ok: false; readonly problem: string };

/** So often the status of a process has to agree with what came of the connection. */
const times = 2;

/** A refusal that no client takes for an opening. */
const refusal = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** The right answer to whatever came, with a ping behind it. */
export function answerRightly(_: unknown, request: Parameters<typeof offerOf>[0]): Reply {
  const message = { ...canonicalReply(offerOf(request, sha1)), content: ping };
  return { pieces: [writeReplyMessage(message)], isLast: false };
}

/** The right answer but for the subprotocol: none is chosen. */
function answerWithoutChoice(_: unknown, request: Parameters<typeof offerOf>[0]): Reply {
  const offer = { ...offerOf(request, sha1), subprotocols: [] };
  return { pieces: [writeReplyMessage({ ...canonicalReply(offer), content: ping })], isLast: false };
}

function refuse(): Reply {
  return { pieces: [Buffer.from(refusal, 'latin1')], isLast: true };
}

/**
 * Finds out what a client offers, and by what it is seen that it has opened: by its pong, or any frame; by its word;
 * or by the status of its process, where that is 0 behind a right 101 and not 0 behind a refusal, each time.
 */
export async function calibrate(
  connector: Connector,
  play: Omit<ReplyPlayOptions, 'connector' | 'signs'>,
  choices: ClientChoices,
): Promise<ClientCalibration> {
  const options = { ...play, connector, signs: { exit: false } };
  const right: ClientExchange[] = [];
  const wrong: ClientExchange[] = [];
  try {
    for (let nth = 0; nth < times; nth += 1) {
      right.push(await playReply(answerRightly, answerRightly, options));
      wrong.push(await playReply(refuse, refuse, options));
    }
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, problem: error.message };
    throw error;
  }
  const [first] = right;
  if (!first?.request) {
    return {
      ok: false,
      problem: `the client sent no readable request: ${first?.fault ?? 'no request came'}`,
    };
  }
  const exit =
    right.every(({ word }) => word.exitCode === 0) &&
    wrong.every(({ word }) => word.exitCode !== undefined && word.exitCode !== 0);
  const isOpen = right.every(({ outcome, hasPonged }) => hasPonged || outcome === 'opened') || exit;
  if (!isOpen) {
    const failures = right.map(({ word }) => failurePhrase(word));
    const told = failures.find((each) => each.told !== null);
    const seen = describePhrase(
      told ?? (first.outcome === 'failed' ? failurePhrase(silent) : 'nothingInTime'),
    );
    const { came } = countCame(first);
    const flood = came === undefined ? '' : `; ${came} octets came, of which the first are kept`;
    return { ok: false, problem: `the right 101 was answered by ${seen}, where a pong was expected${flood}` };
  }
  const seen = { ...offerOf(first.request, sha1), accept: standIn };
  const subprotocols = askedOf(seen.subprotocols, connector, first.request);
  const offer = {
    ...seen,
    subprotocols: [...new Set(seen.subprotocols.length > 0 ? seen.subprotocols : subprotocols)],
  };
  const signs = { exit };
  const bare = await playReply(answerWithoutChoice, refuse, { ...options, signs });
  return {
    ok: true,
    target: {
      choices,
      subprotocols,
      offer,
      signs,
      origin: connector.origin ?? null,
      needsChoice: bare.outcome === 'failed',
    },
  };
}

/**
 * What a client should offer: what it was asked for, where it offers the same names, or such as cannot be read. Another
 * offer is its own, as is one where none was asked for.
 */
function askedOf(
  offered: readonly string[],
  { subprotocols }: Connector,
  { fields }: RequestHead,
): readonly string[] {
  const isUnreadable = offered.length === 0 && fieldValues(fields, 'sec-websocket-protocol').length > 0;
  const names = new Set(offered);
  const isSame = names.size === subprotocols.length && subprotocols.every((name) => names.has(name));
  return isSame || isUnreadable ? subprotocols : [...names];
}
