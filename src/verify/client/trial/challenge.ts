import { fieldValues } from '../../../wire/index.ts';
import { Unreachable } from '../../peer/probe.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { type Journey, type Leg, playJourney } from './journey.ts';
import { arrive, judgeJourney, notSwitched, sendAway } from './onward.ts';
import { type TrialOptions, type TrialPolicy, type Tried, untried } from './trial.ts';

const challenged = {
  Basic: ['401 Unauthorized', 'WWW-Authenticate: Basic realm="ws101"'],
  Digest: ['401 Unauthorized', 'WWW-Authenticate: Digest realm="ws101", nonce="d3MxMDE", qop="auth"'],
  Negotiate: ['401 Unauthorized', 'WWW-Authenticate: Negotiate'],
  'Basic of a proxy': ['407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="ws101"'],
} as const;

type Scheme = keyof typeof challenged;

/** A challenge, and a right 101 for who comes again. */
export interface ChallengePlay {
  readonly is: 'challenge';
  readonly scheme: Scheme;
  /** Whether the client is told credentials, in the URL. */
  readonly isTold: boolean;
}

/** No secrets: nobody else knows them, and they open nothing. */
const userInformation = 'ws101:ws101@';

const schemes = Object.keys(challenged) as Scheme[]; // Object.keys forgets them

/** What a client makes of challenges, without credentials in the URL and with them. */
export const challenges: readonly FixedParts<ChallengePlay>[] = [false, true].flatMap((isTold) =>
  schemes.map((scheme) => ({
    clause: notSwitched,
    title: `a challenge of ${scheme}${isTold ? ', with credentials in the URL' : ''}`,
    play: { is: 'challenge', scheme, isTold },
  })),
);

export async function playChallenge(
  { scheme, isTold }: ChallengePlay,
  options: TrialOptions,
): Promise<Tried> {
  const [status, field] = challenged[scheme];
  const reply: Leg['reply'] = (request, nth) => (nth === 0 ? sendAway(status, field) : arrive(request));
  const legs = [{ place: options.place, resource: '/chat?case=challenge', reply }];
  try {
    const journey = await playJourney(legs, { ...options, ...(isTold ? { userInformation } : {}) });
    const { isAnswered, learnt } = learn(journey, scheme, isTold);
    const goesOn = isAnswered ? ({ goesOn: 'rfc6455/4.1/authentication-retry' } as const) : {};
    return { ...judgeJourney(journey, { end: 'opens', ...goesOn }, options.target), learnt };
  } catch (error) {
    if (!(error instanceof Unreachable && isTold)) throw error;
    return { ...untried, learnt: { credentialsInUrl: 'URL refused' } };
  }
}

function learn(
  { stops }: Journey,
  scheme: Scheme,
  isTold: boolean,
): { readonly isAnswered: boolean; readonly learnt: Partial<TrialPolicy> } {
  const [atOnce = false, ...later] = stops.map(({ request }) =>
    ['authorization', 'proxy-authorization'].some(
      (each) => fieldValues(request?.fields ?? [], each).length > 0,
    ),
  );
  const isAnswered = later.includes(true);
  const answered = { challenges: { [scheme]: isAnswered ? 'answered' : 'not answered' } } as const;
  if (!isTold) return { isAnswered, learnt: answered };
  const credentialsInUrl = atOnce ? 'sent at once' : isAnswered ? 'sent when challenged' : 'not sent';
  return { isAnswered, learnt: { credentialsInUrl, ...(isAnswered ? answered : {}) } };
}
