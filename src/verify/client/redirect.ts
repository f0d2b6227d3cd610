import type { ClauseId } from '../../../models/clauses.ts';
import { canonicalReply, offerOf, writeReplyMessage } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import type { Place } from '../connector/place.ts';
import { ping, type Reply } from './exchange.ts';
import { type Journey, type Leg, playJourney } from './journey.ts';
import { arrive, judgeJourney, notSwitched, type Onward, type OnwardOptions, sendAway } from './onward.ts';
import { standIn } from './reply-case.ts';
import type { Trial } from './trial.ts';

export interface RedirectOptions extends OnwardOptions {
  /** Of another port. */
  readonly elsewhere: Place;
}

/** What a client was seen to do with redirects, by what they were. */
export interface RedirectPolicy {
  readonly redirects: Record<string, 'followed' | 'not followed'>;
  /** Connections that it made in a loop of redirects; left out where it follows none. */
  redirectLoop?: number | string;
}

/** So many redirects of a loop are sent at the most. */
const most = 60;

/** How a redirect names where it leads to. */
const spellings = {
  'a path': ({ pathname, search }: URL) => pathname + search,
  'a URL of ws': ({ href }: URL) => href,
  'a URL of http': ({ href }: URL) => href.replace('ws', 'http'),
} as const;

interface Redirect {
  readonly status: number;
  readonly spelling: keyof typeof spellings;
  readonly title: string;
  /** Under which name it is told what the client did with it; left out where another tells. */
  readonly name?: string;
  /** Whether it leads to another port. */
  readonly isElsewhere?: true;
  /** What is found at its end. */
  readonly reply: (request: RequestHead) => Reply;
  readonly end: Onward['end'];
}

const right = { reply: arrive, end: 'opens' } as const;

const redirects: readonly Redirect[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({
    ...right,
    status,
    spelling: 'a path' as const,
    title: `a ${status} to a path`,
    name: `${status}`,
  })),
  {
    ...right,
    status: 302,
    spelling: 'a URL of ws',
    title: 'a 302 to a URL of ws',
    name: 'to a URL of ws',
  },
  {
    ...right,
    status: 307,
    spelling: 'a URL of http',
    title: 'a 307 to a URL of http',
    name: 'to a URL of http',
  },
  {
    ...right,
    status: 302,
    spelling: 'a URL of http',
    isElsewhere: true,
    title: 'a 302 to another port',
    name: 'to another port',
  },
  {
    reply: answerWrongly,
    end: 'fails',
    status: 302,
    spelling: 'a path',
    title: 'a wrong accept value behind a 302',
  },
];

/** The clauses that the trials are made for: those of each redirect, and of one that leads to itself. */
export const redirectClauses: readonly ClauseId[] = [...redirects, null].map(() => notSwitched);

/**
 * What a client makes of redirects.
 *
 * @param policy is filled as the trials are played
 */
export function redirectTrials(options: RedirectOptions, policy: RedirectPolicy): readonly Trial[] {
  const { place, elsewhere, target } = options;
  const judge = (journey: Journey, end: Onward['end']) =>
    judgeJourney(journey, { end, stays: 'rfc6455/4.1/redirect-not-followed' }, target);
  const loop: Trial = {
    clause: notSwitched,
    title: 'a 302 that leads to itself',
    play: async () => {
      const journey = await playJourney([turnRound(place)], options);
      const { length } = journey.stops;
      if (Object.values(policy.redirects).includes('followed'))
        policy.redirectLoop = length > most ? 'more than was tried' : length;
      return judge(journey, 'fails');
    },
  };
  return [
    ...redirects.map(
      ({ status, spelling, title, name, end, isElsewhere = false, reply: last }): Trial => ({
        clause: notSwitched,
        title,
        play: async () => {
          const play = (spelt: keyof typeof spellings) => {
            const legs = [
              { place, resource: '/chat?case=moved', reply: sendOn(status, spelt) },
              { place: isElsewhere ? elsewhere : place, resource: '/chat?case=onward', reply: last },
            ];
            return playJourney(legs, options);
          };
          const spelt = await play(spelling);
          // Who follows URLs of ws alone follows those to another port as well.
          const journey = isElsewhere && !isFollowed(spelt) ? await play('a URL of ws') : spelt;
          if (name !== undefined) policy.redirects[name] = isFollowed(journey) ? 'followed' : 'not followed';
          return judge(journey, end);
        },
      }),
    ),
    loop,
  ];
}

function isFollowed({ stops: [first, ...others] }: Journey): boolean {
  return others.some(({ asked }) => asked.resourceName !== first?.asked.resourceName);
}

function sendOn(status: number, spelling: keyof typeof spellings): Leg['reply'] {
  return (_, __, onward) => sendAway(`${status} Elsewhere`, `Location: ${spellings[spelling](onward)}`);
}

/** A leg that leads to itself, up to a number of times. */
function turnRound(place: Place): Leg {
  const redirect = sendOn(302, 'a path');
  return {
    place,
    resource: '/chat?case=loop',
    reply: (request, nth, onward) =>
      nth < most ? redirect(request, nth, onward) : sendAway('403 Forbidden', 'Server: x'),
  };
}

/** A right 101 but for the accept value, which belongs to another key. */
function answerWrongly(request: RequestHead): Reply {
  const offer = { ...offerOf(request, sha1), accept: standIn };
  return { pieces: [writeReplyMessage({ ...canonicalReply(offer), content: ping })], isLast: false };
}
