import { judge } from '../../models/decide.ts';
import { serverTable } from '../../models/server-decision.ts';
import type { RequestFacts, ServerChoices, ServerRow } from '../../models/vocabulary.ts';
import type { CredentialPlace } from '../auth/credential.ts';
import { compileAllowlist } from '../auth/origin.ts';
import { type Endpoint, openEndpoint } from '../facts/endpoint.ts';
import { readRequestHead, readUnfinished } from '../facts/request-facts.ts';
import { HeadReader } from '../wire/index.ts';
import type { Target } from './target.ts';

const plenty = 16 * 1024 * 1024;

/** What the texts leave open is left open: a plain request is the target's own, and no mismatch is a fault. */
const choices: ServerChoices = {
  plainHttp: 'application',
  subprotocolMismatch: 'omit',
  subprotocolAbsent: 'omit',
  originAbsent: 'accept',
};

/** The rows that find a fault in a request; none where the target must accept it, as far as is known of it. */
export function findFaults(octets: Uint8Array, target: Target): readonly ServerRow[] {
  const facts = readFacts(octets, target);
  const { subprotocolRequired } = target.options;
  const chosen = { ...choices, subprotocolAbsent: subprotocolRequired ? 'refuse' : 'omit' } as const;
  return judge(serverTable, facts, chosen).filter(({ verdict }) => !serverTable.faultless.includes(verdict));
}

/** The facts of a request as the target should see them. */
export function readFacts(octets: Uint8Array, target: Target): RequestFacts {
  const endpoint = endpointOf(target);
  const policy = {
    endpointAt: () => endpoint,
    fallback: endpoint,
    secured: target.uri.secure,
    // Limits are the target's own.
    targetLimit: plenty,
    fieldLimit: plenty,
  };
  const progress = new HeadReader('request', plenty).push(octets);
  const reading =
    progress.state === 'incomplete'
      ? readUnfinished(octets, 'cut', policy)
      : readRequestHead(progress, policy);
  const { facts, credential } = reading;
  if (facts.authorization !== 'unasked') return facts;
  const { auth } = target.options;
  const isRight = credential !== null && credential.value === auth?.value;
  return { ...facts, authorization: isRight ? 'granted' : 'invalid' };
}

function endpointOf({ options }: Target): Endpoint {
  const { origins, auth, subprotocols } = options;
  const allowlist = origins ? compileAllowlist(origins) : null;
  return {
    ...openEndpoint,
    subprotocols: subprotocols ?? null,
    origin: allowlist?.ok ? allowlist.value : null,
    credentials: auth && auth.in !== 'firstMessage' ? [placeOf(auth)] : [],
  };
}

function placeOf(
  auth: Exclude<NonNullable<Target['options']['auth']>, { in: 'firstMessage' }>,
): CredentialPlace {
  if (auth.in === 'authorization') return { in: auth.in, scheme: auth.scheme };
  return auth.in === 'subprotocol' ? { in: auth.in, prefix: auth.prefix } : { in: auth.in, name: auth.name };
}

/** Whether a row permits a status. A redirect is an answer wherever an error is (RFC 6455 §4.2.2). */
export function permitsStatus({ permits }: ServerRow, status: number): boolean {
  switch (permits.status) {
    case 'any':
      return true;
    case 'anyBut101':
      return status !== 101;
    case 'anyError':
      return status >= 300;
    default:
      return permits.status.includes(status);
  }
}
