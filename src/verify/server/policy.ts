import {
  placeCredential,
  type RequestMessage,
  setField,
  writeRequestMessage,
} from '../../arbitraries/index.ts';
import { knownSubprotocols } from '../../negotiation/known-subprotocol.ts';
import { fieldValues } from '../../wire/index.ts';
import { canonicalMessage, type Target } from '../judge/target.ts';
import { type Answer, behindInterims } from '../peer/answer.ts';
import { probe } from '../peer/probe.ts';
import { keyOf } from './case/request-case.ts';

/** What a target was seen to do where the texts leave it a choice. A status is a number, any other answer a word. */
export type Policy = Readonly<Record<string, unknown>>;

/**
 * Finds out what a target does where the texts leave it a choice. No answer here is a fault.
 *
 * @param seed the same seed sends the same octets
 */
export async function learnPolicy(
  target: Target,
  address: string,
  timeout: number,
  seed: number,
): Promise<Policy> {
  let sent = 0;
  const key = () => {
    sent += 1;
    return keyOf(seed, -sent); // cases count from 0
  };
  const opening = (...fields: readonly [string, ...string[]][]) =>
    fields.reduce((m, [name, ...values]) => setField(m, name, ...values), canonicalMessage(target, key()));
  /** An opening with other subprotocols, and the credential where it was. */
  const offering = (name: string) => {
    const message = opening(['Sec-WebSocket-Protocol', name]);
    const { credential } = target.endpoint;
    return credential?.in === 'subprotocol' ? placeCredential(message, credential) : message;
  };
  const ask = async (message: RequestMessage) =>
    (await probe(target, address, [writeRequestMessage(message)], timeout)).answer;
  const plain = opening(['Upgrade'], ['Connection'], ['Sec-WebSocket-Key'], ['Sec-WebSocket-Version']);
  const mismatch = await ask(offering('ws101.unknown'));
  const foreign = await ask(opening(['Origin', 'https://foreign.test']));
  const malformed = await ask({ ...opening(), method: 'G(T' });
  const deflate = await ask(
    opening([
      'Sec-WebSocket-Extensions',
      'permessage-deflate; client_max_window_bits; server_max_window_bits=10',
    ]),
  );
  const { credential } = target.endpoint;
  const elsewhere = { ...opening(), target: `/ws101-no-such-path-${key().replace(/\W/g, '')}` };
  const path = await ask(credential?.in === 'query' ? placeCredential(elsewhere, credential) : elsewhere);
  const isAnything = chosenIn(mismatch) === 'ws101.unknown';
  const names = await Promise.all(
    knownSubprotocols.map(async ({ name }) => {
      const answer = await ask(offering(name));
      return chosenIn(answer) === name ? [name] : [];
    }),
  );
  return {
    plainHttp: nameAnswer(await ask(plain)),
    subprotocolMismatch: isAnything
      ? 'chosen'
      : mismatch.reply?.status === 101
        ? 'omit'
        : nameAnswer(mismatch),
    // A target that chooses a name which does not exist chooses any name: it knows none.
    subprotocolsKnown: isAnything ? [] : names.flat(),
    foreignOrigin: nameAnswer(foreign),
    unknownPath: nameAnswer(path),
    malformedHttp: nameAnswer(malformed),
    permessageDeflate: deflate.reply ? fieldValues(deflate.reply.fields, 'sec-websocket-extensions') : [],
    largestHead: await largest(target, address, timeout, (n) =>
      setField(opening(), 'X-Filler', 'x'.repeat(n)),
    ),
    mostFields: await largest(target, address, timeout, (n) =>
      setField(opening(), 'X-Filler', ...Array<string>(Math.ceil(n / 64)).fill('x')),
    ).then((n) => (typeof n === 'number' ? Math.ceil(n / 64) : n)),
  };
}

function chosenIn({ reply }: Answer): string | null {
  return reply?.status === 101 ? (fieldValues(reply.fields, 'sec-websocket-protocol')[0] ?? null) : null;
}

/** A status, or in words what came in its place. */
export function nameAnswer(answer: Answer): number | string {
  const { reply, end } = answer;
  if (reply) return reply.status;
  if (behindInterims(answer).length > 0 && end !== 'reset') return 'unreadable';
  return end === 'late' ? 'no answer' : 'closed';
}

/** The largest of some sizes that is still accepted; null where none is, a text where all are. */
async function largest(
  target: Target,
  address: string,
  timeout: number,
  make: (size: number) => RequestMessage,
): Promise<number | string | null> {
  let accepted: number | null = null;
  for (const size of [1_024, 4_096, 8_192, 16_384, 65_536]) {
    const { answer } = await probe(target, address, [writeRequestMessage(make(size))], timeout);
    if (answer.reply?.status !== 101) return accepted;
    accepted = size;
  }
  return 'more than was tried';
}
