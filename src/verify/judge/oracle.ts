import { judge } from '../../../models/decide.ts';
import type { ServerRow } from '../../../models/decisions/row.ts';
import { type RequestGuard, serverTable } from '../../../models/decisions/server.ts';
import type { AnswerFacts } from '../../../models/facts/answer.ts';
import type { RequestFacts, ServerChoices } from '../../../models/facts/request.ts';
import { busyStatuses, isExempt } from '../../../models/verdict/exemption.ts';
import type { CredentialPlace } from '../../auth/credential.ts';
import { compileAllowlist } from '../../auth/origin.ts';
import { decodeQueryPart } from '../../auth/query-value.ts';
import { type Endpoint, openEndpoint, type ServerPolicy } from '../../facts/endpoint.ts';
import { readAnyContent } from '../../facts/request-content.ts';
import { type RequestReading, readRequestOctets } from '../../facts/request-facts.ts';
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import type { Target } from './target.ts';

const plenty = 16 * 1024 * 1024;

/** The choices of a server of which nothing is known: a plain request is its own affair, and no mismatch is a fault. */
const choices: ServerChoices = {
  plainHttp: 'application',
  subprotocolMismatch: 'omit',
  subprotocolAbsent: 'omit',
  originAbsent: 'accept',
};

const strictChoices: ServerChoices = { ...choices, subprotocolAbsent: 'refuse' };

/** Rows of the server's table. */
export type Rows = readonly ServerRow<RequestGuard>[];

/** A request as the target should see it. */
export interface Examined {
  /** The rows that find a fault; none where the target must accept it, as far as is known of it. */
  readonly faults: Rows;
  /** Those of them that the target has to refuse: it was not declared to be excused from them. */
  readonly owed: Rows;
  /** Null where it cannot be read. */
  readonly request: RequestHead | null;
  /** Its octets from the request line on: empty lines before that are left out. */
  readonly octets: Uint8Array;
  /** What it announces behind its head, and whether that was sent. */
  readonly content: AnswerFacts['requestContent'];
}

export function examine(octets: Uint8Array, target: Target): Examined {
  const { facts, request, head } = readFacts(octets, target);
  const rows = judge(serverTable, facts, choicesOf(target));
  const faults = rows.filter(({ verdict }) => !serverTable.faultless.includes(verdict));
  const owed = faults.filter(({ guard }) => !isExcused(guard, request, target));
  const from = Math.max(0, Buffer.from(octets.buffer, octets.byteOffset, octets.length).indexOf(head));
  const whole = octets.subarray(from);
  return { faults, owed, request, octets: whole, content: readAnyContent(whole, request) };
}

function choicesOf({ choices: known, options }: Target): ServerChoices {
  return known ?? (options.subprotocolRequired ? strictChoices : choices);
}

/** Whether the target was declared not to look for a fault. It may still refuse the fault. */
function isExcused(guard: RequestGuard, request: RequestHead | null, { options }: Target): boolean {
  const { keyCheck = 'strict', versions = [] } = options;
  const [version] = fieldValues(request?.fields ?? [], 'sec-websocket-version');
  const isDeclared = versions.some((each) => String(each) === version);
  return isExempt({ guard, keyCheck, version: isDeclared ? 'declared' : 'undeclared' });
}

/** Whether there is no more than one kind of fault. */
export function isOfOneGuard(rows: Rows): boolean {
  return rows.every(({ guard }) => guard === rows[0]?.guard);
}

/** The rows that find a fault in a request. */
export function findFaults(octets: Uint8Array, target: Target): Rows {
  return examine(octets, target).faults;
}

/** One policy for each target: what is known of a target does not change, so that its allowlist is compiled once. */
const policies = new WeakMap<Target, ServerPolicy>();

function policyOf(target: Target): ServerPolicy {
  const known = policies.get(target);
  if (known) return known;
  const endpoint = endpointOf(target);
  const { path, limits } = target.endpoint;
  const isKnown = target.choices !== undefined;
  const policy = {
    endpointAt: (asked: string) => (isKnown && asked !== path ? null : endpoint),
    fallback: endpoint,
    secured: target.uri.secure,
    // Limits are the target's own, unless they are known.
    targetLimit: isKnown ? limits.targetOctets : plenty,
    fieldLimit: isKnown ? limits.fields : plenty,
  };
  policies.set(target, policy);
  return policy;
}

/** A request, and its facts as the target should see them. */
function readFacts(octets: Uint8Array, target: Target): Pick<RequestReading, 'facts' | 'request' | 'head'> {
  const policy = policyOf(target);
  const { facts, credential, offered, request, head } = readRequestOctets(
    octets,
    policy,
    target.choices ? target.endpoint.limits.headOctets : plenty,
  );
  const { auth, subprotocols = [] } = target.options;
  if (auth?.in === 'subprotocol' && auth.prefix === '') {
    return { request, head, facts: readToken(facts, offered, auth.value, subprotocols) };
  }
  if (facts.authorization !== 'unasked') return { request, head, facts };
  const right = auth?.in === 'query' ? decodeQueryPart(auth.value) : auth?.value;
  const isRight = credential !== null && credential.value === right;
  return { request, head, facts: { ...facts, authorization: isRight ? 'granted' : 'invalid' } };
}

/** A token without a prefix is one of the names. A name that is neither the token nor supported is a wrong token. */
function readToken(
  facts: RequestFacts,
  offered: readonly string[],
  token: string,
  supported: readonly string[],
): RequestFacts {
  if (facts.subprotocol === 'unread') return facts;
  if (facts.subprotocol === 'malformed') return { ...facts, authorization: 'invalid' };
  const isAlone = offered.every((name) => name === token);
  const isWrong = offered.some((name) => !supported.includes(name));
  return {
    ...facts,
    subprotocol: isAlone ? 'absent' : facts.subprotocol,
    authorization: offered.includes(token) ? 'granted' : isWrong ? 'invalid' : 'absent',
  };
}

function endpointOf({ options }: Target): Endpoint {
  const { origins, auth, subprotocols } = options;
  const allowlist = origins ? compileAllowlist(origins) : null;
  return {
    ...openEndpoint,
    subprotocols: subprotocols ?? null,
    origin: allowlist?.ok ? allowlist.value : null,
    credentials: placesOf(auth),
  };
}

/** Where the credential stands in an opening; the octets alone do not show where a token without a prefix stands. */
function placesOf(auth: Target['options']['auth']): readonly CredentialPlace[] {
  if (!auth || auth.in === 'firstMessage') return [];
  if (auth.in === 'authorization') return [{ in: auth.in, scheme: auth.scheme }];
  if (auth.in === 'subprotocol') return auth.prefix === '' ? [] : [{ in: auth.in, prefix: auth.prefix }];
  return [{ in: auth.in, name: auth.in === 'query' ? decodeQueryPart(auth.name) : auth.name }];
}

/** Whether a row permits a status. A redirect is an answer wherever an error is (RFC 6455 §4.2.2). */
export function permitsStatus({ permits }: ServerRow, status: number): boolean {
  if (isBusy(status)) return true;
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

/** A server that is overloaded, or was asked too often, may say so to any request (RFC 9110 §15.6.4, RFC 6585 §4). */
export function isBusy(status: number): boolean {
  return busyStatuses.includes(status);
}
