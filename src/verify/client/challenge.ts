import type { ClauseId } from '../../../models/clauses.ts';
import { fieldValues } from '../../wire/index.ts';
import { Unreachable } from '../peer/probe.ts';
import { type Journey, type Leg, playJourney } from './journey.ts';
import { arrive, judgeJourney, notSwitched, type OnwardOptions, sendAway } from './onward.ts';
import type { Trial } from './trial.ts';

/** What a client was seen to do with challenges, by their scheme, and with credentials in the URL that it is told. */
export interface ChallengePolicy {
  readonly challenges: Record<string, 'answered' | 'not answered'>;
  credentialsInUrl?: 'sent at once' | 'sent when challenged' | 'not sent' | 'URL refused';
}

/** No secrets: nobody else knows them, and they open nothing. */
const userInformation = 'ws101:ws101@';

const challenges = {
  Basic: ['401 Unauthorized', 'WWW-Authenticate: Basic realm="ws101"'],
  Digest: ['401 Unauthorized', 'WWW-Authenticate: Digest realm="ws101", nonce="d3MxMDE", qop="auth"'],
  Negotiate: ['401 Unauthorized', 'WWW-Authenticate: Negotiate'],
  'Basic of a proxy': ['407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="ws101"'],
} as const;

const names = Object.keys(challenges) as (keyof typeof challenges)[]; // Object.keys forgets them

/** The clauses that the trials are made for; those with credentials are played to who takes them in a URL. */
export const challengeClauses: readonly ClauseId[] = names.map(() => notSwitched);

/**
 * What a client makes of challenges, with credentials in the URL and without. Who comes again is let in.
 *
 * @param policy is filled as the trials are played
 */
export function challengeTrials(options: OnwardOptions, policy: ChallengePolicy): readonly Trial[] {
  const { place, target } = options;
  const challenge = (name: keyof typeof challenges, isTold: boolean): Trial => ({
    clause: notSwitched,
    title: `a challenge of ${name}${isTold ? ', with credentials in the URL' : ''}`,
    isForSome: isTold,
    play: async () => {
      if (isTold && policy.credentialsInUrl === 'URL refused') throw new Unreachable('as before');
      const [status, field] = challenges[name];
      const reply: Leg['reply'] = (request, nth) => (nth === 0 ? sendAway(status, field) : arrive(request));
      const legs = [{ place, resource: '/chat?case=challenge', reply }];
      try {
        const journey = await playJourney(legs, { ...options, ...(isTold ? { userInformation } : {}) });
        const isAnswered = learn(journey, name, isTold, policy);
        const goesOn = isAnswered ? ({ goesOn: 'rfc6455/4.1/authentication-retry' } as const) : {};
        return judgeJourney(journey, { end: 'opens', ...goesOn }, target);
      } catch (error) {
        if (error instanceof Unreachable && isTold) policy.credentialsInUrl ??= 'URL refused';
        throw error;
      }
    },
  });
  return [false, true].flatMap((isTold) => names.map((name) => challenge(name, isTold)));
}

/** @returns whether the challenge was answered */
function learn({ stops }: Journey, name: string, isTold: boolean, policy: ChallengePolicy): boolean {
  const [atOnce = false, ...later] = stops.map(({ request }) =>
    ['authorization', 'proxy-authorization'].some(
      (each) => fieldValues(request?.fields ?? [], each).length > 0,
    ),
  );
  const isAnswered = later.includes(true);
  const { credentialsInUrl = 'not sent' } = policy;
  if (isAnswered || !isTold) policy.challenges[name] = isAnswered ? 'answered' : 'not answered';
  if (isTold)
    policy.credentialsInUrl = atOnce
      ? 'sent at once'
      : isAnswered
        ? 'sent when challenged'
        : credentialsInUrl;
  return isAnswered;
}
