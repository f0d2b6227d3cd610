import type { ClauseId } from '../../../../models/clauses.ts';
import { plainReply } from '../../../facts/plain-reply.ts';
import { NoClient } from '../../connector/connector.ts';
import type { Defect } from '../../explain/defect.ts';
import { Unreachable } from '../../peer/probe.ts';
import type { Exhibit } from '../../report/exhibit.ts';
import { plainReaction, takeAsFixed } from '../../run/fixed-case.ts';
import { oneByOne } from '../../run/pool.ts';
import type { Subject } from '../../run/subject.ts';
import { answerRightly } from '../calibration.ts';
import { weigh } from '../charge.ts';
import { hintAccept, showOctets } from '../exhibit.ts';
import { playReply } from '../reply/exchange.ts';
import { playAddress, playOffering } from './address.ts';
import { playChallenge } from './challenge.ts';
import { playDelivery } from './delivery.ts';
import { playLoop, playRedirect } from './redirect.ts';
import { playCertificate, playStray } from './secure.ts';
import { playTogether } from './together.ts';
import { type TrialOptions, type TrialPolicy, type Tried, untried } from './trial.ts';
import type { TrialCase, TrialPlaces } from './trial-case.ts';

/** A client that is held against the models by more than single replies, one trial after the other. */
export interface TrialSubject extends Subject<TrialCase, Tried> {
  /** What was seen of its choices until now. */
  readonly policy: TrialPolicy;
}

/**
 * @param places null for a client that comes by itself, and is told no URL
 * @param known clauses of which it is known that the client breaks them: they are not looked for again
 */
export function createTrialSubject(
  options: TrialOptions,
  places: TrialPlaces | null,
  known: ReadonlySet<ClauseId>,
): TrialSubject {
  let policy: TrialPolicy = { redirects: {}, challenges: {} };
  /** Nothing is played before what was begun earlier has ended: a client has one place here. */
  const inTurn = oneByOne();
  const play = async (current: TrialCase, timeout: number): Promise<Tried> => {
    // Who takes no credentials in a URL would be waited for each time.
    const isTold = current.play.is === 'challenge' && current.play.isTold;
    if (isTold && policy.credentialsInUrl === 'URL refused') return untried;
    const tried = await playTrial(current, { ...options, timeout }, places).catch((error: unknown) => {
      if (error instanceof Unreachable) return untried;
      throw error;
    });
    if (tried.learnt) policy = learn(policy, tried.learnt);
    return tried;
  };
  return {
    acceptance: null,
    timeout: options.timeout,
    get policy() {
      return tellPolicy(policy);
    },
    play: (current, patience = 1) => inTurn(() => play(current, patience * options.timeout)),
    isAlive: () =>
      inTurn(async () => {
        try {
          const how = { ...options, resource: '/chat?case=alive' };
          return (await playReply(answerRightly, answerRightly, how)).outcome === 'opened';
        } catch (error) {
          if (error instanceof Unreachable || error instanceof NoClient) return false;
          throw error;
        }
      }),
    judge: (_, { shown, charges }) => ({
      shown: shown.filter((clause) => !known.has(clause)),
      faults: charges.filter(({ clause }) => !known.has(clause)).map((charge) => weigh(charge, plainReply)),
    }),
    reactionOf: ({ requested, isUntried = false }) => ({
      ...plainReaction,
      hasSpoken: requested.length > 0,
      isUnfinished: isUntried,
    }),
    ...takeAsFixed(),
  };
}

function playTrial(
  { clause, play }: TrialCase,
  options: TrialOptions,
  places: TrialPlaces | null,
): Promise<Tried> {
  if (play.is === 'delivery') return playDelivery(clause, play, options);
  if (places === null) return Promise.resolve(untried);
  const { elsewhere, other, trust } = places;
  switch (play.is) {
    case 'redirect':
      return playRedirect(play, options, elsewhere);
    case 'loop':
      return playLoop(options);
    case 'challenge':
      return playChallenge(play, options);
    case 'address':
      return playAddress(clause, play, options, places);
    case 'offering':
      return playOffering(clause, play, options);
    case 'together':
      return other ? playTogether(options, other) : Promise.resolve(untried);
    case 'certificate':
      return trust ? playCertificate(play, options, trust) : Promise.resolve(untried);
    case 'stray':
      return trust ? playStray(play, options, trust) : Promise.resolve(untried);
  }
}

/** What is known of choices, with what one more trial has shown. That it sends no credentials once tells least. */
function learn(known: TrialPolicy, { redirects, challenges, ...learnt }: Partial<TrialPolicy>): TrialPolicy {
  const { credentialsInUrl } = learnt;
  const isSent = credentialsInUrl?.startsWith('sent') ?? false;
  return {
    ...known,
    ...learnt,
    redirects: { ...known.redirects, ...redirects },
    challenges: { ...known.challenges, ...challenges },
    ...(credentialsInUrl && !isSent ? { credentialsInUrl: known.credentialsInUrl ?? credentialsInUrl } : {}),
  };
}

/** Who follows no redirect is in no loop, however often it comes again by itself. */
function tellPolicy({ redirectLoop, ...policy }: TrialPolicy): TrialPolicy {
  const follows = Object.values(policy.redirects).includes('followed');
  return follows && redirectLoop !== undefined ? { ...policy, redirectLoop } : policy;
}

/** What a client does wrong in a trial, with the octets that show it. */
export function exhibitTrial({ after, ...defect }: Defect<TrialCase, Tried>): Exhibit {
  const { current, exchange, fault, ...told } = defect;
  const { clause, title, number } = { ...current, clause: defect.clause };
  const shown = showOctets(exchange.octetsOf?.get(clause) ?? exchange);
  return {
    ...told,
    fault: hintAccept(fault, shown),
    number,
    scene: { of: 'trial', title },
    ...shown,
    trial: title,
    ...(after ? { after: { current: after.current, ...showOctets(after.exchange) } } : {}),
    replay: `ws101 verify client --only ${clause}`,
  };
}
