import type { ClauseId } from '../../../../models/clauses.ts';
import type { ClientPlace } from '../../connector/place.ts';
import type { CaseList } from '../../judge/case.ts';
import type { ScriptedServer } from '../../peer/scripted/scripted-server.ts';
import { type FixedCase, type FixedParts, fixCase } from '../../run/fixed-case.ts';
import { type AddressPlaces, type AddressPlay, addresses, type OfferingPlay, offerings } from './address.ts';
import { type ChallengePlay, challenges } from './challenge.ts';
import { type DeliveryPlay, deliveries } from './delivery.ts';
import { type LoopPlay, type RedirectPlay, redirects } from './redirect.ts';
import { type CertificatePlay, type StrayPlay, secured, type Trust } from './secure.ts';
import { type TogetherPlay, together } from './together.ts';

/** What is played to a client that no reply alone shows: how a reply comes, where it leads, what it comes through. */
export type TrialPlay =
  | DeliveryPlay
  | RedirectPlay
  | LoopPlay
  | ChallengePlay
  | AddressPlay
  | OfferingPlay
  | TogetherPlay
  | CertificatePlay
  | StrayPlay;

/** A trial among those of a run. Its title is what the client gets, in words that can follow "opens on". */
export type TrialCase = FixedCase<TrialPlay>;

/** What there is besides the place of the replies. */
export interface TrialPlaces extends AddressPlaces {
  /** Of another port. */
  readonly elsewhere: ClientPlace;
  /** Of another address; null where the client cannot be asked for several connections at once. */
  readonly other: ScriptedServer | null;
  /** Null where the client does not trust the authority that it is told of. */
  readonly trust: Trust | null;
}

/** Every trial, in the order in which they are played. */
const trials: readonly FixedParts<TrialPlay>[] = [
  ...deliveries,
  ...redirects,
  ...challenges,
  ...addresses,
  ...offerings,
  together,
  ...secured,
];

/** The clauses of the trials that a client gets, or one that comes by itself, each as often as one is made for it. */
export function triedClauses(comesByItself = false): readonly ClauseId[] {
  return (comesByItself ? deliveries : trials).map(({ clause }) => clause);
}

/** @param places null for a client that comes by itself, and is told no URL */
function isPossible(play: TrialPlay, places: TrialPlaces | null): boolean {
  if (places === null) return play.is === 'delivery';
  switch (play.is) {
    case 'address':
      return play.url === 'withFragment' || places[play.url] !== null;
    case 'together':
      return places.other !== null;
    case 'certificate':
    case 'stray':
      return places.trust !== null;
    default:
      return true;
  }
}

/** The trials that can be played where this is there. */
export function trialCases(places: TrialPlaces | null): CaseList<TrialCase> {
  const literals = trials
    .filter(({ play }) => isPossible(play, places))
    .map((parts, number) => fixCase(parts, number, parts.clause));
  return { literals, drawn: [], total: literals.length };
}
