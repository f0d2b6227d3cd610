import fc from 'fast-check';
import { unfittingDeviations } from './agreement-deviation.ts';
import { sortAnswers } from './deflate-answer.ts';
import { literalsBeside } from './literal-reply.ts';
import { base64Of, nearToken, unlike } from './near-miss.ts';
import type { Offer } from './offer.ts';
import { deviateReply, deviateReplyField, type ReplyDeviation, type ReplyFault } from './reply-deviation.ts';

/** What a client takes of a reply at the most. */
export interface ReplyLimits {
  /** Octets of a head. */
  readonly headOctets: number;
  /** Field lines of a head. */
  readonly fields: number;
  /** Interim replies before the final one. */
  readonly interims: number;
}

type Drawn = readonly fc.Arbitrary<ReplyDeviation>[];

/** For every fault that a reply to what was offered can have, deviations that bring it about. */
export function replyDeviations(
  offer: Offer,
  limits: ReplyLimits,
): Readonly<Partial<Record<ReplyFault, fc.Arbitrary<ReplyDeviation>>>> {
  const answers = sortAnswers(offer.extensions);
  const literals = literalsBeside(answers, offer);
  const unfitting = unfittingDeviations(answers.unfitting);
  const more = randomDeviations(offer);
  const written = [...new Set(literals.map(({ guard }) => guard))].map((guard) => {
    const all = [literals, unfitting].map((some) => some.filter((each) => each.guard === guard));
    const lists = all.filter((some) => some.length > 0).map((some) => fc.constantFrom(...some));
    return [guard, fc.oneof(...lists, ...(more[guard] ?? []))] as const; // a pair
  });
  return { ...sizeDeviations(limits), ...Object.fromEntries(written) };
}

const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

function sizeDeviations({
  headOctets,
  fields,
  interims,
}: ReplyLimits): Readonly<Partial<Record<ReplyFault, fc.Arbitrary<ReplyDeviation>>>> {
  return {
    headIsTooLarge: fc.integer({ min: headOctets, max: headOctets + 2_000 }).map((octets) =>
      deviateReply('headIsTooLarge', 'size', {
        kind: 'setField',
        name: 'X',
        values: ['x'.repeat(octets)],
      }),
    ),
    fieldsAreTooMany: fc.integer({ min: fields, max: fields + 100 }).map((count) =>
      deviateReply('fieldsAreTooMany', 'size', {
        kind: 'setField',
        name: 'X',
        values: Array<string>(count).fill(''),
      }),
    ),
    interimsAreTooMany: fc.integer({ min: interims + 1, max: interims + 4 }).map((count) =>
      deviateReply('interimsAreTooMany', 'prefix', {
        kind: 'setPart',
        part: 'prefix',
        text: interim.repeat(count),
      }),
    ),
  };
}

/** What cannot be written down in full. */
function randomDeviations({ accept, subprotocols }: Offer): Readonly<Partial<Record<ReplyFault, Drawn>>> {
  const values = (guard: ReplyFault, name: string, texts: fc.Arbitrary<string>): Drawn => [
    texts.map((text) => deviateReplyField(guard, name, [text])),
  ];
  return {
    upgradeIsNotWebsocket: values('upgradeIsNotWebsocket', 'Upgrade', nearToken('websocket')),
    connectionLacksUpgrade: values('connectionLacksUpgrade', 'Connection', nearToken('upgrade')),
    acceptIsWrong: values(
      'acceptIsWrong',
      'Sec-WebSocket-Accept',
      base64Of(fc.constant(20)).filter((text) => text !== accept),
    ),
    subprotocolIsUnoffered: values(
      'subprotocolIsUnoffered',
      'Sec-WebSocket-Protocol',
      unlike(subprotocols, fc.constantFrom('unoffered', 'x', 'x1')),
    ),
  };
}
