import type { RequestFacts } from '../../models/facts/request.ts';
import { type Credential, type CredentialPlace, readCredential, withoutTokens } from '../auth/credential.ts';
import { answerOffers, type DeflateParameters } from '../negotiation/permessage-deflate.ts';
import { selectSubprotocol } from '../negotiation/subprotocol.ts';
import {
  type Extension,
  type Field,
  joinLines,
  parseExtensionList,
  parseTokenList,
  type RequestTarget,
} from '../wire/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { OpeningFields } from './opening-fields.ts';

/** A credential that an opening carries, and where. */
export interface CarriedCredential {
  readonly place: CredentialPlace;
  readonly value: string;
}

/** What an opening wants, held against what its endpoint grants. */
export interface Negotiated {
  /** Names of subprotocols, tokens that stand among them left out. */
  readonly offered: readonly string[];
  readonly subprotocol: string | null;
  /** What is agreed of the extensions offered. */
  readonly extensions: readonly Extension[];
  readonly deflate: DeflateParameters | null;
  readonly credential: CarriedCredential | null;
  readonly facts: Pick<RequestFacts, 'subprotocol' | 'extensions' | 'origin' | 'authorization'>;
}

/** Reads what of the fields is for the endpoint, and not for HTTP. */
export function negotiateOpening(
  fields: readonly Field[],
  sorted: OpeningFields,
  target: RequestTarget,
  endpoint: Endpoint,
): Negotiated {
  const names = readSubprotocols(sorted.protocol);
  const offered = candidatesOf(names ?? [], endpoint);
  const listed = endpoint.subprotocols
    ? selectSubprotocol(offered, endpoint.subprotocols, endpoint.preference)
    : null;
  const subprotocol = listed ?? echoOf(names ?? [], endpoint);
  const lines = sorted.extensions;
  const parsed = lines.length > 0 ? parseExtensionList(joinLines(lines)) : null;
  const agreed = parsed?.ok && endpoint.deflate ? answerOffers(parsed.value, endpoint.deflate) : null;
  const { place, credential } = findCredential(endpoint, fields, target);
  return {
    offered,
    subprotocol,
    extensions: agreed ? [agreed.answer] : [],
    deflate: agreed?.parameters ?? null,
    credential: place && credential.state === 'given' ? { place, value: credential.value } : null,
    facts: {
      subprotocol: names === null ? 'malformed' : subprotocolFact(offered, subprotocol, endpoint),
      extensions: extensionsFact(parsed?.ok ?? null, agreed !== null),
      origin: originFact(sorted.origin, endpoint),
      authorization: authorizationFact(credential, endpoint),
    },
  };
}

/** The offered names over all lines; null when they are no list of at least one token. */
function readSubprotocols(lines: readonly string[]): readonly string[] | null {
  if (lines.length === 0) return [];
  const names = parseTokenList(joinLines(lines));
  return names?.length === 0 ? null : names;
}

/** What is offered besides tokens that stand among the names. */
function candidatesOf(names: readonly string[], { credentials }: Endpoint): readonly string[] {
  return credentials.reduce(
    (left, place) => (place.in === 'subprotocol' ? withoutTokens(left, place.prefix) : left),
    names,
  );
}

/** A token that is the only offer, where it may be echoed: a browser fails when none of its offers is chosen. */
function echoOf(names: readonly string[], { echoedPrefixes }: Endpoint): string | null {
  const name = names[0];
  if (name === undefined || names.length > 1) return null;
  return echoedPrefixes.some((prefix) => name.startsWith(prefix)) ? name : null;
}

function subprotocolFact(
  offered: readonly string[],
  chosen: string | null,
  { subprotocols }: Endpoint,
): RequestFacts['subprotocol'] {
  if (chosen !== null) return 'chosen';
  if (offered.length === 0) return 'absent';
  return subprotocols === null ? 'undecided' : 'mismatched';
}

/** @param isList null where there is no field */
function extensionsFact(isList: boolean | null, isAgreed: boolean): RequestFacts['extensions'] {
  if (isList === null) return 'absent';
  if (!isList) return 'malformed';
  return isAgreed ? 'agreed' : 'declined';
}

function originFact(values: readonly string[], { origin }: Endpoint): RequestFacts['origin'] {
  const value = values[0];
  if (value === undefined) return 'absent';
  if (origin === null) return 'allowed';
  return values.length > 1 ? 'repeated' : origin(value);
}

const noCredential = { place: null, credential: { state: 'absent' } } as const;

/** The credential in the first of the places that has one. */
function findCredential(
  { credentials }: Endpoint,
  fields: readonly Field[],
  target: RequestTarget,
): { readonly place: CredentialPlace | null; readonly credential: Credential } {
  const query = 'query' in target ? target.query : null;
  for (const place of credentials) {
    const credential = readCredential(place, fields, query);
    if (credential.state !== 'absent') return { place, credential };
  }
  return noCredential;
}

/** A credential that is there counts; what the opening lacks, the first message may bring. */
function authorizationFact(
  { state }: Credential,
  { credentials, asks, awaits }: Endpoint,
): RequestFacts['authorization'] {
  if (state === 'malformed') return 'invalid';
  if (state === 'absent' && credentials.length > 0 && !awaits) return 'absent';
  if (state === 'given' || asks) return 'unasked';
  return awaits ? 'awaited' : 'granted';
}
