import type { ClauseId } from '../../../models/clauses.ts';
import type { ConductFacts } from '../../../models/facts/conduct.ts';
import { clientObligationTable } from '../../../models/obligations/client.ts';
import { checkObligations } from '../../../models/obligations/obligation.ts';
import type { Topic } from '../../../models/topic.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import { checkRequest } from '../judge/obligation.ts';
import { type Phrase, textPhrase } from '../judge/seen/phrase.ts';
import { seeRequest } from '../judge/seen/seen.ts';
import { type ClientFrame, readClientFrames } from '../peer/frame/client-frame.ts';
import { type Charged, type ClientCharge, nothing } from './charge.ts';
import type { ClientExchange } from './reply/exchange.ts';
import type { ClientTarget } from './reply/reply-case.ts';

/** What a client has sent on one connection, and what came of that. */
export type SentByClient = Pick<
  ClientExchange,
  'asked' | 'request' | 'early' | 'behind' | 'outcome' | 'requested'
>;

/** What a client owes in what it sends, whatever is answered. */
export function judgeSent(exchange: SentByClient, target: ClientTarget): Charged {
  const { asked, request, requested } = exchange;
  if (!request) return requested.length === 0 ? nothing : chargeUnreadable(requested);
  const { subprotocols } = target;
  const opening = checkRequest(
    request,
    { ...asked, subprotocols, extensions: offeredBy(request) },
    requested,
  );
  const conduct = checkObligations(clientObligationTable, readConduct(exchange, request, target));
  return {
    shown: [...opening.shown, ...conduct.owed.map(({ clause }) => clause)],
    charges: [
      ...opening.faults.map((fault): ClientCharge => ({ kind: 'sent', ...fault })),
      ...conduct.broken.map(
        (row): ClientCharge => ({
          kind: 'sent',
          clause: row.clause,
          expected: row.about === 'origin' ? originOf([target.origin ?? '']) : textPhrase(row.expected),
          observed: row.observed ? textPhrase(row.observed) : observeConduct(row.about, exchange, request),
          about: row.about,
          seen: [seeRequest([row.about], requested)],
        }),
      ),
    ],
  };
}

function readConduct(
  { early, behind, outcome }: SentByClient,
  request: RequestHead,
  { origin }: ClientTarget,
): ConductFacts {
  const frames = readClientFrames(behind.subarray(early));
  return {
    outcome: outcome === 'opened' || outcome === 'failed' ? outcome : 'other',
    origin: readOrigin(request, origin),
    early: early > 0 ? 'sent' : 'none',
    frames: readMasks(frames),
    close: frames.some(({ opcode }) => opcode === 8) ? 'sent' : 'none',
  };
}

function readOrigin({ fields }: RequestHead, origin: ClientTarget['origin']): ConductFacts['origin'] {
  if (origin === null) return 'free';
  const sent = fieldValues(fields, 'origin').join(', ');
  if (sent === '') return 'absent';
  return sent === origin ? 'asGiven' : 'other';
}

function readMasks(frames: readonly ClientFrame[]): ConductFacts['frames'] {
  if (frames.length === 0) return 'none';
  return frames.every(({ isMasked }) => isMasked) ? 'masked' : 'unmasked';
}

function observeConduct(about: Topic, { early }: SentByClient, { fields }: RequestHead): Phrase {
  return about === 'origin' ? originOf(fieldValues(fields, 'origin')) : { is: 'octets', count: early };
}

function originOf(values: readonly string[]): Phrase {
  return { is: 'fields', fields: [{ name: 'Origin', values }] };
}

/** The extensions are its own business: it is compared with itself. */
function offeredBy({ fields }: RequestHead): string | null {
  return fieldValues(fields, 'sec-websocket-extensions').join(', ') || null;
}

function chargeUnreadable(requested: Uint8Array): Charged {
  const clause: ClauseId = 'rfc6455/4.1/valid-http-request';
  const observed = { is: 'octetsThatAreNoRequest', count: requested.length } as const; // a phrase
  const seen = [seeRequest(['start-line', 'fields'], requested)];
  return {
    shown: [],
    charges: [{ kind: 'sent', clause, expected: 'request', observed, about: 'start-line', seen }],
  };
}
