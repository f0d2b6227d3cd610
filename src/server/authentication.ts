import type { CredentialPlace } from '../auth/credential.ts';
import { maxDelay } from '../clock.ts';
import { checkOptions } from '../option/check-options.ts';
import { flag, number, objectOf, text } from '../option/kind.ts';
import { isOneOfSecrets } from '../same-secret.ts';
import { isFieldValue, isToken } from '../wire/index.ts';
import type { AuthorizeRequest } from './authorize.ts';

/**
 * Tells a valid credential: the valid ones, compared in constant time, or a function that answers `true` for
 * one. What it throws becomes a 500.
 */
export type Verify =
  | string
  | readonly string[]
  | ((credential: string, request: AuthorizeRequest) => boolean | Promise<boolean>);

interface Common {
  readonly verify: (credential: string, request: AuthorizeRequest) => Promise<boolean>;
  /** What the challenge of a 401 names. */
  readonly realm: string;
}

/** A method of authentication that needs nothing but the opening. */
export interface OpeningAuthentication extends Common {
  readonly place: CredentialPlace;
  /** Whether a token that is the only subprotocol offered is echoed as the chosen one. */
  readonly echo: boolean;
}

/** Authentication by the first message; until it is validated the connection is held. */
export interface MessageAuthentication extends Common {
  readonly place: { readonly in: 'firstMessage' };
  /** Milliseconds from the 101 within which the message must come and be validated. */
  readonly deadline: number;
  /** Octets of the largest message that is taken meanwhile. */
  readonly maxOctets: number;
  /** Messages that may wait behind the first. */
  readonly maxHeld: number;
}

export type Authentication = OpeningAuthentication | MessageAuthentication;

export interface RealmOption {
  /** What the challenge of a 401 names. Default `ws101`. */
  readonly realm?: string;
}

const realm = objectOf({ realm: text });
const realmAndName = objectOf({ realm: text, name: text });
const tokenOptions = objectOf({ realm: text, prefix: text, echo: flag });
const messageOptions = objectOf({ deadline: number, maxOctets: number, maxHeld: number });

/**
 * A token in a parameter of the query. It works from browsers; but URLs stand in access logs, proxy logs and
 * histories, so such tokens should live briefly and be replaced once the connection is established.
 */
export function queryToken(
  verify: Verify,
  options: RealmOption & { readonly name?: string } = {},
): Authentication {
  checkOptions('queryToken', options, realmAndName);
  return inOpening({ in: 'query', name: options.name ?? 'token' }, verify, options);
}

/**
 * A cookie. Browsers send it unasked with every opening, whichever page asked for that: without an allowlist of
 * origins any website can open connections in its visitors' names (cross-site WebSocket hijacking).
 */
export function cookie(name: string, verify: Verify, options: RealmOption = {}): Authentication {
  checkOptions('cookie', options, realm);
  return inOpening({ in: 'cookie', name }, verify, options);
}

/** A token in `Authorization: Bearer`. Browsers cannot send it. */
export function bearer(verify: Verify, options: RealmOption = {}): Authentication {
  checkOptions('bearer', options, realm);
  return inOpening({ in: 'authorization', scheme: 'Bearer' }, verify, options);
}

/**
 * `user:password` in `Authorization: Basic`. No script can send it, but browsers that were told it once send it
 * again unasked: as with a cookie, an allowlist of origins is needed.
 */
export function basic(verify: Verify, options: RealmOption = {}): Authentication {
  checkOptions('basic', options, realm);
  return inOpening({ in: 'authorization', scheme: 'Basic' }, verify, options);
}

/** A key in a field of its own. Browsers cannot send it. */
export function apiKey(
  verify: Verify,
  options: RealmOption & { readonly name?: string } = {},
): Authentication {
  checkOptions('apiKey', options, realmAndName);
  return inOpening({ in: 'field', name: options.name ?? 'X-API-Key' }, verify, options);
}

/**
 * A token among the subprotocols offered, behind a prefix. It works from browsers; but it misuses the field,
 * confuses tools, and stands in logs of fields.
 *
 * @param options.echo whether the token is echoed as the chosen subprotocol where nothing else is offered: a
 *   browser fails when none of its offers is chosen. Default false: a token is never sent back.
 */
export function subprotocolToken(
  verify: Verify,
  options: RealmOption & { readonly prefix?: string; readonly echo?: boolean } = {},
): Authentication {
  checkOptions('subprotocolToken', options, tokenOptions);
  return inOpening({ in: 'subprotocol', prefix: options.prefix ?? 'bearer.' }, verify, options);
}

/**
 * A message `{"type":"auth","token":…}` that comes first on the open connection. It works from browsers and
 * stands in no log; until it is validated the connection takes up memory. `authorize` and `selectSubprotocol` are
 * asked before it, without a credential.
 */
export function firstMessage(
  verify: Verify,
  options: { readonly deadline?: number; readonly maxOctets?: number; readonly maxHeld?: number } = {},
): Authentication {
  checkOptions('firstMessage', options, messageOptions);
  const { deadline = 10_000, maxOctets = 4_096, maxHeld = 16 } = options;
  for (const [name, value] of Object.entries({ deadline, maxOctets, maxHeld })) {
    if (!Number.isInteger(value) || value < (name === 'maxHeld' ? 0 : 1) || value > maxDelay) {
      throw new RangeError(`${name} is ${value}: a whole number was expected`);
    }
  }
  return {
    place: { in: 'firstMessage' },
    verify: verifierOf(verify),
    realm: '',
    deadline,
    maxOctets,
    maxHeld,
  };
}

function inOpening(
  place: CredentialPlace,
  verify: Verify,
  options: RealmOption & { readonly echo?: boolean },
): OpeningAuthentication {
  const name = 'name' in place ? place.name : 'prefix' in place ? place.prefix : place.scheme;
  // A parameter of the query may have any name that can be decoded.
  if (!name || (place.in !== 'query' && !isToken(name))) {
    throw new TypeError(
      `${JSON.stringify(name)} is not a token: the name or the prefix of the credential was expected`,
    );
  }
  const { realm = 'ws101', echo = false } = options;
  if (!isFieldValue(realm)) throw new TypeError('realm cannot be written into a challenge');
  return { place, verify: verifierOf(verify), realm, echo };
}

function verifierOf(verify: Verify): Common['verify'] {
  if (typeof verify === 'function') return async (...args) => (await verify(...args)) === true;
  const known = typeof verify === 'string' ? [verify] : verify;
  if (
    !Array.isArray(known) ||
    known.length === 0 ||
    known.some((each) => typeof each !== 'string' || each === '')
  ) {
    throw new TypeError(
      'no credential to verify with: texts that are not empty, or a function, were expected',
    );
  }
  return async (credential) => isOneOfSecrets(credential, known);
}
