import type { ClauseId } from '../../../models/clauses.ts';
import type { Topic } from '../../../models/topic.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import { checkRequest } from '../judge/obligation.ts';
import { type Phrase, textPhrase } from '../judge/phrase.ts';
import { seeRequest } from '../judge/seen.ts';
import { readClientFrames } from '../peer/client-frame.ts';
import { type Charge, type Charged, joinCharged, nothing, show } from './charge.ts';
import type { ClientExchange } from './exchange.ts';
import type { ClientTarget } from './reply-case.ts';

/** What a client has sent on one connection, and what came of that. */
export type Sent = Pick<ClientExchange, 'asked' | 'request' | 'early' | 'behind' | 'outcome' | 'requested'>;

/** What a client owes in what it sends, whatever is answered. */
export function judgeSent(exchange: Sent, { subprotocols, origin }: ClientTarget): Charged {
  const { asked, request, early, behind, outcome, requested } = exchange;
  if (!request) return requested.length === 0 ? nothing : chargeUnreadable(requested);
  const { shown, faults } = checkRequest(
    request,
    { ...asked, subprotocols, extensions: offeredBy(request) },
    requested,
  );
  const frames = readClientFrames(behind.subarray(early));
  const sends = (
    clause: ClauseId,
    isBroken: boolean,
    about: Topic,
    expected: Phrase,
    observed: Phrase,
  ): Charged => {
    if (!isBroken) return show(clause, null);
    return show(clause, { kind: 'sent', expected, observed, about, seen: [seeRequest([about], requested)] });
  };
  const origins = fieldValues(request.fields, 'origin').join(', ');
  const parts = [
    ...(origin === null
      ? []
      : [
          sends('rfc6455/4.1/origin-browser', origins === '', 'origin', originOf([origin]), originOf([])),
          sends(
            'rfc6455/4.1/origin-serialization',
            !['', origin].includes(origins),
            'origin',
            textPhrase(origin),
            textPhrase(origins),
          ),
        ]),
    sends('rfc6455/4.1/wait-for-reply', early > 0, 'behind', 'nothingBeforeReply', {
      is: 'octets',
      count: early,
    }),
    ...(frames.length > 0 && outcome === 'opened'
      ? [
          sends(
            'rfc6455/5.1/frames-masked',
            frames.some(({ isMasked }) => !isMasked),
            'message',
            'maskedFrames',
            'unmaskedFrame',
          ),
        ]
      : []),
    ...(outcome === 'failed'
      ? [
          sends(
            'rfc6455/7.1.7/no-close-frame',
            frames.some(({ opcode }) => opcode === 8),
            'message',
            'end',
            'closeFrame',
          ),
        ]
      : []),
  ];
  const owed = { shown, charges: faults.map((fault): Charge => ({ kind: 'sent', ...fault })) };
  return joinCharged([owed, ...parts]);
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
