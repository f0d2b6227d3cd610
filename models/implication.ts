import type { ClauseId } from './clauses.ts';
import type { RequestGuard } from './server-decision.ts';

/** Where one breach shows others: in any reply, among requests that were accepted, or among those that were refused. */
export type Among = 'replies' | 'acceptedFaults' | 'refusals';

/** One clause whose breach shows that others are broken, too: together they are one defect. */
export interface ImplicationRow {
  readonly clause: ClauseId;
  readonly among: Among;
  readonly shows: readonly ClauseId[];
  readonly reason: string;
}

export const implicationRows: readonly ImplicationRow[] = [
  // Breaches of what a reply owes: any case may show them.
  {
    clause: 'rfc6455/4.1/request-uri',
    among: 'replies',
    shows: ['rfc9112/3.2.1/origin-form-sent'],
    reason: 'A target that is not the resource may begin with no slash either.',
  },
  {
    clause: 'rfc6455/4.2.2/version-unsupported',
    among: 'replies',
    shows: ['service/9/version-13-only'],
    reason: 'A server that speaks another version lists it.',
  },
  {
    clause: 'service/9/drafts-refused',
    among: 'replies',
    shows: ['service/9/version-13-only'],
    reason: 'A server that speaks a draft lists it.',
  },
  {
    clause: 'rfc6455/4.4/all-versions-listed',
    among: 'replies',
    shows: ['rfc6455/11.3.5/refused-version-unlisted', 'service/9/version-13-only'],
    reason:
      'A server that lists others than it speaks lists one beside 13, and maybe the one that it refuses.',
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    among: 'replies',
    shows: [
      'rfc7692/5/answered-once',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
    ],
    reason: 'A server that echoes offers sends all of them back unchanged.',
  },
  {
    clause: 'rfc6455/9/parameters-by-specification',
    among: 'replies',
    shows: [
      'rfc7692/5/answered-once',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
    ],
    reason: 'A server that answers any offer alike does so where the offer has to be declined.',
  },
  {
    clause: 'rfc6455/11.3.5/refused-version-unlisted',
    among: 'replies',
    shows: ['service/9/version-13-only'],
    reason: 'A server that lists the version which it refuses lists one beside 13.',
  },
  {
    clause: 'rfc6455/4.2.2/version-advertised',
    among: 'replies',
    shows: ['service/9/version-426'],
    reason:
      'A server that refuses another version like any bad request tells it neither by field nor by status.',
  },
  {
    clause: 'rfc6455/4.2.1/upgrade-present',
    among: 'replies',
    shows: ['rfc9110/7.8/switch-only-as-asked'],
    reason: 'A server that switches without an Upgrade switches to what nobody named.',
  },
  {
    clause: 'rfc6455/4.2.1/upgrade-websocket',
    among: 'replies',
    shows: ['rfc9110/7.8/switch-only-as-asked'],
    reason: 'A server that takes any Upgrade switches to what the field does not name.',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    among: 'replies',
    shows: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that names what nobody offered does so where nothing is offered at all.',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent',
    among: 'replies',
    shows: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that sends the field empty sends it where it has nothing to choose.',
  },
  {
    clause: 'rfc6455/11.3.4/subprotocol-sent-once',
    among: 'replies',
    shows: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that always sends the field twice does so where it has nothing to choose.',
  },
  {
    clause: 'rfc6455/4.3/subprotocol-sent-grammar',
    among: 'replies',
    shows: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that sends a name which is none may do so where it has nothing to choose.',
  },
  {
    clause: 'rfc7692/7/parameter-invalid',
    among: 'replies',
    shows: [
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
      'rfc7692/7.1.1.1/server-takeover-echoed',
      'rfc7692/7.1.2.1/server-bits-echoed',
    ],
    reason: 'A server that does not read the parameters of an offer takes any, and answers none.',
  },
  {
    clause: 'rfc9112/6.3/content-read-as-content',
    among: 'replies',
    shows: ['rfc9110/7.8/continue-before-switching'],
    reason: 'A server that does not look for content does not ask for it either.',
  },
  {
    clause: 'rfc9112/6.3/content-read-as-content',
    among: 'acceptedFaults',
    shows: [
      'service/2.1/no-body',
      'rfc9112/6.1/closed-after-both',
      'rfc9112/6.3/content-length-valid',
      'rfc9112/6.3/transfer-encoding-chunked',
    ],
    reason: 'A server that does not look for content sees none of the fields that frame it.',
  },
  // Where requests are accepted.
  {
    clause: 'rfc9112/3.2/host-present',
    among: 'acceptedFaults',
    shows: ['rfc9112/3.2/host-once', 'rfc9112/3.2/host-valid'],
    reason: 'A server that does without a Host does not look at it.',
  },
  {
    clause: 'rfc6455/4.2.1/method-get',
    among: 'acceptedFaults',
    shows: ['rfc9110/9.1/method-case'],
    reason: 'A server that takes every method also takes `get`.',
  },
  {
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
    among: 'acceptedFaults',
    shows: [
      'rfc9110/15.6.6/http-version-not-supported',
      'rfc9112/2.3/version-case',
      'rfc9112/3/request-line',
    ],
    reason: 'A server that opens in HTTP/1.0 does not look at the version, and takes any.',
  },
  {
    clause: 'rfc6455/4.2.2/version-unsupported',
    among: 'acceptedFaults',
    shows: ['service/9/drafts-refused'],
    reason: 'A server that takes every number takes those of the drafts.',
  },
  {
    clause: 'rfc6455/4.3/version-grammar',
    among: 'acceptedFaults',
    shows: ['rfc6455/11.3.5/version-once'],
    reason: 'A server that reads a list takes two lines for one.',
  },
  {
    clause: 'rfc6455/4.3/key-grammar',
    among: 'acceptedFaults',
    shows: ['rfc4648/3.3/alphabet', 'rfc6455/4.2.1/key-16-octets'],
    reason: 'A server that does not look at a key sees neither its alphabet nor its length.',
  },
  {
    clause: 'rfc6455/9.1/extension-grammar',
    among: 'acceptedFaults',
    shows: ['rfc6455/9.1/extension-quoted-token'],
    reason: 'A server that does not look at extensions sees no quotes in them.',
  },
  // Where openings are refused.
  {
    clause: 'rfc6455/1.3/field-order',
    among: 'refusals',
    shows: ['rfc6455/4.2.1/unknown-fields'],
    reason: 'A server that expects fields at fixed places is confused by one in between.',
  },
  {
    clause: 'rfc6455/4.2.1/connection-token',
    among: 'refusals',
    shows: ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
    reason: 'A server that compares Connection as a whole takes no list at all.',
  },
  {
    clause: 'rfc9110/7.8/upgrade-list',
    among: 'refusals',
    shows: ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
    reason: 'A server that compares Upgrade as a whole takes no list at all.',
  },
  {
    clause: 'service/4/query-accepted',
    among: 'refusals',
    shows: ['rfc9112/3/line-length'],
    reason: 'The long request lines that are played have a long query.',
  },
  {
    clause: 'rfc7692/5/declined-by-omission',
    among: 'refusals',
    shows: [
      'service/7/extension-unsupported-omitted',
      'rfc2616/2.1/null-elements',
      'rfc2616/2.1/implied-space',
      'rfc9110/5.3/split-lines',
    ],
    reason: 'A server that refuses an offer of one extension may refuse any, however it is written.',
  },
  {
    clause: 'service/7/extension-unsupported-omitted',
    among: 'refusals',
    shows: ['rfc2616/2.1/null-elements', 'rfc2616/2.1/implied-space', 'rfc9110/5.3/split-lines'],
    reason: 'The lists that are written oddly there offer an extension that the server does not support.',
  },
  // Of clients.
  {
    clause: 'rfc6455/4.1/host-sent',
    among: 'replies',
    shows: ['rfc9110/7.2/host-first'],
    reason: 'A client that sends no Host does not send it first.',
  },
  {
    clause: 'rfc6455/4.1/subprotocol-token',
    among: 'replies',
    shows: ['rfc6455/4.1/subprotocols-by-preference'],
    reason: 'Names that cannot be read are not those that were asked for.',
  },
  {
    clause: 'rfc9112/2.3/reply-version',
    among: 'acceptedFaults',
    shows: ['rfc6455/4.2.2/reply-http11'],
    reason: 'A client that opens on another major version of HTTP does not look at the version.',
  },
  {
    clause: 'rfc6455/4.1/reply-upgrade-present',
    among: 'acceptedFaults',
    shows: ['rfc6455/4.1/reply-upgrade-websocket'],
    reason: 'A client that does without Upgrade, and takes another, does not look at it.',
  },
  {
    clause: 'rfc6455/4.1/reply-connection-token',
    among: 'refusals',
    shows: ['rfc9110/5.6.1/reply-empty-elements'],
    reason: 'A client that compares Connection as a whole takes no list at all.',
  },
  {
    clause: 'rfc9112/5.1/reply-surrounding-space',
    among: 'refusals',
    shows: ['rfc6455/4.1/accept-surrounding-space'],
    reason: 'A client that takes white space for a part of a value does so with the accept value.',
  },
  {
    clause: 'rfc6455/4.1/accept-value',
    among: 'acceptedFaults',
    shows: ['rfc6455/11.3.3/accept-once'],
    reason: 'A client that takes a wrong value, or a right one among others, takes the same twice.',
  },
];

/** What else is shown to be broken where a clause is. */
export function listImplied(
  rows: readonly ImplicationRow[],
  clause: ClauseId,
  among: readonly Among[],
): readonly ClauseId[] {
  return rows.filter((row) => row.clause === clause && among.includes(row.among)).flatMap((row) => row.shows);
}

/** Narrower clauses: some faults of a guard break one of these, and not the clause of the guard's row. */
export interface NarrowerRow {
  readonly guard: RequestGuard;
  readonly clauses: readonly ClauseId[];
}

export const narrowerRows: readonly NarrowerRow[] = [
  { guard: 'requestLineIsMalformed', clauses: ['rfc9112/2.3/version-case'] },
  {
    guard: 'fieldLinesAreMalformed',
    clauses: [
      'rfc9112/5.1/space-before-colon',
      'rfc9110/5.5/control-octets',
      'rfc9112/2.2/bare-cr',
      'rfc9112/5.2/folding',
      'rfc9112/2.2/space-before-fields',
      'rfc9112/2.2/lone-line-feed',
      'rfc6455/4.2.1/upgrade-present',
    ],
  },
  { guard: 'targetNamesNoResource', clauses: ['rfc9112/3.2.4/asterisk-form'] },
  { guard: 'methodIsNotGet', clauses: ['rfc9110/9.1/method-case'] },
  { guard: 'versionIsNot13', clauses: ['service/9/drafts-refused'] },
  { guard: 'keyIsMalformed', clauses: ['rfc4648/3.3/alphabet'] },
  { guard: 'extensionsAreMalformed', clauses: ['rfc6455/9.1/extension-quoted-token'] },
  { guard: 'credentialIsInvalid', clauses: ['service/5.2/credential-once'] },
];

/** Whether a clause is a narrower one for faults of a guard. */
export function isNarrower(rows: readonly NarrowerRow[], guard: string, clause: ClauseId): boolean {
  return rows.some((row) => row.guard === guard && row.clauses.includes(clause));
}
