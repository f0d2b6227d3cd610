import { secretsBetween } from '../../auth/given-secret.ts';
import { type Hider, makeHider } from '../../auth/hider.ts';
import { readSeenReplies, readSeenRequest } from '../../facts/hop-sight.ts';
import { decodeLatin1, encodeLatin1 } from '../../wire/index.ts';
import type { Defect } from '../explain/defect.ts';
import { acceptPhrase } from '../judge/seen/accept.ts';
import { passageLimit } from '../judge/seen/passage.ts';
import type { Lines, Phrase } from '../judge/seen/phrase.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { hideAdded, hideCredential, hideInText } from '../report/placeholder.ts';
import { countCame } from '../run/flood.ts';
import { knownGood } from './case/case-list.ts';
import type { PairCase } from './case/pair-case.ts';
import type { PairExchange } from './play/exchange.ts';
import type { PlayedPair } from './policy.ts';
import type { HopTarget } from './target.ts';

/** A defect of a hop. */
type HopDefect = Omit<Defect<PairCase, PairExchange>, 'part' | 'isOpen'>;

/** A defect with the octets of both sides; values of secret fields are hidden. */
export function exhibitPair(
  { current, exchange, fault, after: _after, others = [], ...told }: HopDefect,
  target: HopTarget,
  replay: string,
): Exhibit {
  const shown = showPair({ current, exchange }, target);
  const [request, reply] = [readSeenRequest(exchange.arrived), readSeenReplies(exchange.returned).final];
  const isOfAccept = fault.row === 'acceptIsAltered' && request && reply;
  const hider = makeHiderOf(exchange, shown);
  return {
    ...told,
    number: current.number,
    replay,
    fault: {
      ...fault,
      expected: hideValues(fault.expected, target),
      observed: hideValues(fault.observed, target),
      ...(isOfAccept ? { hint: acceptPhrase(request, reply) } : {}),
    },
    scene: {
      of: 'pair',
      title: current.number === knownGood.number ? null : current.title,
    },
    alsoOn: others.map((other) => other.current.title),
    hide: (text) => hider.given(hideInText(text, target.front)),
    ...shown,
  };
}

/** The octets of a pair on both sides, in which values of secret fields are hidden. */
export function showPair(
  { current, exchange }: PlayedPair,
  target: HopTarget,
): ShownOctets & Required<Pick<ShownOctets, 'forwarded'>> {
  const hide = (octets: Uint8Array) => hideCredential(octets.subarray(0, passageLimit), target.front);
  const { sent, arrived, replied, returned } = exchange;
  const onward = (octets: Uint8Array, from: Uint8Array) =>
    target.front.areSecretsShown ? hide(octets) : hideAdded(hide(octets), from);
  const passed = { response: onward(returned, replied), forwarded: onward(arrived, sent) };
  const hider = makeHiderOf(exchange, passed);
  const hideSaid = (octets: Uint8Array) => encodeLatin1(hider.masked(decodeLatin1(octets)));
  return {
    pair: current.title,
    request: hide(sent),
    answered: hide(replied),
    response: hideSaid(passed.response),
    forwarded: hideSaid(passed.forwarded),
    ...countCame(exchange),
  };
}

/** What hides wherever it stands, in the other direction and in words, whatever was hidden in octets that came from a hop. */
function makeHiderOf(
  { arrived, returned }: PairExchange,
  { forwarded, response }: Readonly<Record<'forwarded' | 'response', Uint8Array>>,
): Hider {
  return makeHider([
    ...secretsBetween(arrived, forwarded, 'of the proxy', true),
    ...secretsBetween(returned, response, 'of the proxy', true),
  ]);
}

/** A phrase in which no value stands of a field that the user has given, however the hop has changed it. */
function hideValues(phrase: Phrase, { front }: HopTarget): Phrase {
  if (typeof phrase === 'string' || phrase.is !== 'fields') return phrase;
  const given = new Set((front.options.headers ?? []).map(([name]) => name.toLowerCase()));
  const hide = (lines: Lines): Lines =>
    given.has(lines.name.toLowerCase()) ? { ...lines, values: lines.values.map(() => '…') } : lines;
  return { ...phrase, fields: phrase.fields.map(hide) };
}
