import type { ClauseId } from '../../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../../arbitraries/index.ts';
import { sha1 } from '../../../sha1.ts';
import type { RequestHead } from '../../../wire/index.ts';
import type { ClientPlace } from '../../connector/place.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { ping, type Reply } from '../reply/exchange.ts';
import { standIn } from '../reply/reply-case.ts';
import { type Journey, type Leg, playJourney } from './journey.ts';
import { arrive, judgeJourney, notSwitched, type Onward, sendAway } from './onward.ts';
import type { TrialOptions, Tried } from './trial.ts';

/** How a redirect names where it leads to. */
const spellings = {
  path: ({ pathname, search }: URL) => pathname + search,
  ws: ({ href }: URL) => href,
  http: ({ href }: URL) => href.replace('ws', 'http'),
} as const;

type Spelling = keyof typeof spellings;

/** A redirect, and what is found at its end. */
export interface RedirectPlay {
  readonly is: 'redirect';
  readonly status: number;
  readonly spelling: Spelling;
  /** Under which name it is told what the client did with it; null where another tells. */
  readonly name: string | null;
  /** Whether it leads to another port. */
  readonly isElsewhere: boolean;
  /** A right 101, or one with the accept value of another key. */
  readonly end: 'right' | 'wrong';
}

/** A redirect that leads to itself. */
export interface LoopPlay {
  readonly is: 'loop';
}

/** So many redirects of a loop are sent at the most. */
const most = 60;

const redirectTo = (
  status: number,
  spelling: Spelling,
  title: string,
  { name = null, isElsewhere = false, end = 'right' }: Partial<RedirectPlay>,
): FixedParts<RedirectPlay> => ({
  clause: notSwitched,
  title,
  play: { is: 'redirect', status, spelling, name, isElsewhere, end },
});

/** A redirect is no opening; who follows it may open at its end, or may not. */
export const redirects: readonly FixedParts<RedirectPlay | LoopPlay>[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    redirectTo(status, 'path', `a ${status} to a path`, { name: `${status}` }),
  ),
  redirectTo(302, 'ws', 'a 302 to a URL of ws', { name: 'to a URL of ws' }),
  redirectTo(307, 'http', 'a 307 to a URL of http', { name: 'to a URL of http' }),
  redirectTo(302, 'http', 'a 302 to another port', { name: 'to another port', isElsewhere: true }),
  redirectTo(302, 'path', 'a wrong accept value behind a 302', { end: 'wrong' }),
  { clause: notSwitched, title: 'a 302 that leads to itself', play: { is: 'loop' } },
];

/** What a client shows that does not go on. */
const stays: ClauseId = 'rfc6455/4.1/redirect-not-followed';

/** @param elsewhere of another port */
export async function playRedirect(
  { status, spelling, name, isElsewhere, end }: RedirectPlay,
  options: TrialOptions,
  elsewhere: ClientPlace,
): Promise<Tried> {
  const { place, target } = options;
  const play = (spelt: Spelling) => {
    const legs: readonly Leg[] = [
      { place, resource: '/chat?case=moved', reply: sendOn(status, spelt) },
      {
        place: isElsewhere ? elsewhere : place,
        resource: '/chat?case=onward',
        reply: end === 'right' ? arrive : answerWrongly,
      },
    ];
    return playJourney(legs, options);
  };
  const spelt = await play(spelling);
  // Who follows URLs of ws alone follows those to another port as well.
  const journey = isElsewhere && !isFollowed(spelt) ? await play('ws') : spelt;
  const onward: Onward = { end: end === 'right' ? 'opens' : 'fails', stays };
  const done = isFollowed(journey) ? 'followed' : 'not followed';
  return {
    ...judgeJourney(journey, onward, target),
    ...(name === null ? {} : { learnt: { redirects: { [name]: done } } }),
  };
}

export async function playLoop(options: TrialOptions): Promise<Tried> {
  const { place, target } = options;
  const redirect = sendOn(302, 'path');
  const leg: Leg = {
    place,
    resource: '/chat?case=loop',
    reply: (request, nth, onward) =>
      nth < most ? redirect(request, nth, onward) : sendAway('403 Forbidden', 'Server: x'),
  };
  const journey = await playJourney([leg], options);
  const { length } = journey.stops;
  return {
    ...judgeJourney(journey, { end: 'fails', stays }, target),
    learnt: { redirectLoop: length > most ? 'more than was tried' : length },
  };
}

function isFollowed({ stops: [first, ...others] }: Journey): boolean {
  return others.some(({ asked }) => asked.resourceName !== first?.asked.resourceName);
}

function sendOn(status: number, spelling: Spelling): Leg['reply'] {
  return (_, __, onward) => sendAway(`${status} Elsewhere`, `Location: ${spellings[spelling](onward)}`);
}

/** A right 101 but for the accept value, which belongs to another key. */
function answerWrongly(request: RequestHead): Reply {
  const offer = { ...offerOf(request, sha1), accept: standIn };
  return { pieces: [writeReplyMessage({ ...canonicalReply(offer), content: ping })], isLast: false };
}
