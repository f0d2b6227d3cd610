import type { ClauseId } from '../clauses.ts';
import type { RequestGuard } from '../decisions/server.ts';
import { everyRule, type Reasoned, type Rule } from '../match.ts';

/** Where one breach shows others: in any reply, among requests that were accepted, or among those that were refused. */
export type Among = 'replies' | 'acceptedFaults' | 'refusals';

/** A clause that was found broken, and where. */
interface Found {
  readonly clause: ClauseId;
  readonly among: Among;
}

/** Which other clauses a broken one shows to be broken, too: together they are one defect. */
export const implicationRules: readonly (Rule<Found, readonly ClauseId[]> & Reasoned)[] = [
  // Breaches of what a hop owes.
  {
    when: { clause: 'service/7/proxy-upgrade-passed', among: 'replies' },
    says: ['service/7/proxy-connection-set'],
    reason: 'Who asks for no upgrade has none to name in Connection.',
  },
  {
    when: { clause: 'rfc9110/7.8/upgrade-in-relayed-switch', among: 'replies' },
    says: ['rfc9110/7.8/connection-in-relayed-switch'],
    reason: 'A 101 without Upgrade has none to name in Connection.',
  },
  // Breaches of what a reply owes: any case may show them.
  {
    when: { clause: 'rfc6455/4.1/request-uri', among: 'replies' },
    says: ['rfc9112/3.2.1/origin-form-sent'],
    reason: 'A target that is not the resource may begin with no slash either.',
  },
  {
    when: { clause: 'rfc6455/4.2.2/version-unsupported', among: 'replies' },
    says: ['service/9/version-13-only'],
    reason: 'A server that speaks another version lists it.',
  },
  {
    when: { clause: 'service/9/drafts-refused', among: 'replies' },
    says: ['service/9/version-13-only'],
    reason: 'A server that speaks a draft lists it.',
  },
  {
    when: { clause: 'rfc6455/4.4/all-versions-listed', among: 'replies' },
    says: ['rfc6455/11.3.5/refused-version-unlisted', 'service/9/version-13-only'],
    reason:
      'A server that lists others than it speaks lists one beside 13, and maybe the one that it refuses.',
  },
  {
    when: { clause: 'rfc7692/7.1.2.2/client-bits-value', among: 'replies' },
    says: [
      'rfc7692/5/answered-once',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
    ],
    reason: 'A server that echoes offers sends all of them back unchanged.',
  },
  {
    when: { clause: 'rfc6455/9/parameters-by-specification', among: 'replies' },
    says: [
      'rfc7692/5/answered-once',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
    ],
    reason: 'A server that answers any offer alike does so where the offer has to be declined.',
  },
  {
    when: { clause: 'rfc6455/11.3.5/refused-version-unlisted', among: 'replies' },
    says: ['service/9/version-13-only'],
    reason: 'A server that lists the version which it refuses lists one beside 13.',
  },
  {
    when: { clause: 'rfc6455/4.2.2/version-advertised', among: 'replies' },
    says: ['service/9/version-426'],
    reason:
      'A server that refuses another version like any bad request tells it neither by field nor by status.',
  },
  {
    when: { clause: 'rfc6455/4.2.1/upgrade-present', among: 'replies' },
    says: ['rfc9110/7.8/switch-only-as-asked'],
    reason: 'A server that switches without an Upgrade switches to what nobody named.',
  },
  {
    when: { clause: 'rfc6455/4.2.1/upgrade-websocket', among: 'replies' },
    says: ['rfc9110/7.8/switch-only-as-asked'],
    reason: 'A server that takes any Upgrade switches to what the field does not name.',
  },
  {
    when: { clause: 'rfc6455/4.2.2/subprotocol-from-offer', among: 'replies' },
    says: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that names what nobody offered does so where nothing is offered at all.',
  },
  {
    when: { clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent', among: 'replies' },
    says: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that sends the field empty sends it where it has nothing to choose.',
  },
  {
    when: { clause: 'rfc6455/11.3.4/subprotocol-sent-once', among: 'replies' },
    says: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that always sends the field twice does so where it has nothing to choose.',
  },
  {
    when: { clause: 'rfc6455/4.3/subprotocol-sent-grammar', among: 'replies' },
    says: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'A server that sends a name which is none may do so where it has nothing to choose.',
  },
  {
    when: { clause: 'rfc7692/7/parameter-invalid', among: 'replies' },
    says: [
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-undefined',
      'rfc7692/7.1.1.1/server-takeover-echoed',
      'rfc7692/7.1.2.1/server-bits-echoed',
    ],
    reason: 'A server that does not read the parameters of an offer takes any, and answers none.',
  },
  {
    when: { clause: 'rfc9112/6.3/content-read-as-content', among: 'replies' },
    says: ['rfc9110/7.8/continue-before-switching'],
    reason: 'A server that does not look for content does not ask for it either.',
  },
  {
    when: { clause: 'rfc9112/6.3/content-read-as-content', among: 'acceptedFaults' },
    says: [
      'service/2.1/no-body',
      'rfc9112/6.1/closed-after-both',
      'rfc9112/6.3/content-length-valid',
      'rfc9112/6.3/transfer-encoding-chunked',
    ],
    reason: 'A server that does not look for content sees none of the fields that frame it.',
  },
  // Where requests are accepted.
  {
    when: { clause: 'rfc9112/3.2/host-present', among: 'acceptedFaults' },
    says: ['rfc9112/3.2/host-once', 'rfc9112/3.2/host-valid'],
    reason: 'A server that does without a Host does not look at it.',
  },
  {
    when: { clause: 'rfc6455/4.2.1/method-get', among: 'acceptedFaults' },
    says: ['rfc9110/9.1/method-case'],
    reason: 'A server that takes every method also takes `get`.',
  },
  {
    when: { clause: 'rfc9110/7.8/upgrade-ignored-in-http10', among: 'acceptedFaults' },
    says: ['rfc9110/15.6.6/http-version-not-supported', 'rfc9112/2.3/version-case', 'rfc9112/3/request-line'],
    reason: 'A server that opens in HTTP/1.0 does not look at the version, and takes any.',
  },
  {
    when: { clause: 'rfc6455/4.2.2/version-unsupported', among: 'acceptedFaults' },
    says: ['service/9/drafts-refused'],
    reason: 'A server that takes every number takes those of the drafts.',
  },
  {
    when: { clause: 'rfc6455/4.3/version-grammar', among: 'acceptedFaults' },
    says: ['rfc6455/11.3.5/version-once'],
    reason: 'A server that reads a list takes two lines for one.',
  },
  {
    when: { clause: 'rfc6455/4.3/key-grammar', among: 'acceptedFaults' },
    says: ['rfc4648/3.3/alphabet', 'rfc6455/4.2.1/key-16-octets'],
    reason: 'A server that does not look at a key sees neither its alphabet nor its length.',
  },
  {
    when: { clause: 'rfc6455/9.1/extension-grammar', among: 'acceptedFaults' },
    says: ['rfc6455/9.1/extension-quoted-token'],
    reason: 'A server that does not look at extensions sees no quotes in them.',
  },
  // Where openings are refused.
  {
    when: { clause: 'rfc6455/1.3/field-order', among: 'refusals' },
    says: ['rfc6455/4.2.1/unknown-fields'],
    reason: 'A server that expects fields at fixed places is confused by one in between.',
  },
  {
    when: { clause: 'rfc6455/4.2.1/connection-token', among: 'refusals' },
    says: ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
    reason: 'A server that compares Connection as a whole takes no list at all.',
  },
  {
    when: { clause: 'rfc9110/7.8/upgrade-list', among: 'refusals' },
    says: ['rfc9110/5.3/split-lines', 'rfc9110/5.6.1/empty-elements'],
    reason: 'A server that compares Upgrade as a whole takes no list at all.',
  },
  {
    when: { clause: 'service/4/query-accepted', among: 'refusals' },
    says: ['rfc9112/3/line-length'],
    reason: 'The long request lines that are played have a long query.',
  },
  {
    when: { clause: 'rfc7692/5/declined-by-omission', among: 'refusals' },
    says: [
      'service/7/extension-unsupported-omitted',
      'rfc2616/2.1/null-elements',
      'rfc2616/2.1/implied-space',
      'rfc9110/5.3/split-lines',
    ],
    reason: 'A server that refuses an offer of one extension may refuse any, however it is written.',
  },
  {
    when: { clause: 'service/7/extension-unsupported-omitted', among: 'refusals' },
    says: ['rfc2616/2.1/null-elements', 'rfc2616/2.1/implied-space', 'rfc9110/5.3/split-lines'],
    reason: 'The lists that are written oddly there offer an extension that the server does not support.',
  },
  // Of clients.
  {
    when: { clause: 'rfc6455/4.1/host-sent', among: 'replies' },
    says: ['rfc9110/7.2/host-first'],
    reason: 'A client that sends no Host does not send it first.',
  },
  {
    when: { clause: 'rfc6455/4.1/subprotocol-token', among: 'replies' },
    says: ['rfc6455/4.1/subprotocols-by-preference'],
    reason: 'Names that cannot be read are not those that were asked for.',
  },
  {
    when: { clause: 'rfc9112/2.3/reply-version', among: 'acceptedFaults' },
    says: ['rfc6455/4.2.2/reply-http11'],
    reason: 'A client that opens on another major version of HTTP does not look at the version.',
  },
  {
    when: { clause: 'rfc6455/4.1/reply-upgrade-present', among: 'acceptedFaults' },
    says: ['rfc6455/4.1/reply-upgrade-websocket'],
    reason: 'A client that does without Upgrade, and takes another, does not look at it.',
  },
  {
    when: { clause: 'rfc6455/4.1/reply-connection-token', among: 'refusals' },
    says: ['rfc9110/5.6.1/reply-empty-elements'],
    reason: 'A client that compares Connection as a whole takes no list at all.',
  },
  {
    when: { clause: 'rfc9112/5.1/reply-surrounding-space', among: 'refusals' },
    says: ['rfc6455/4.1/accept-surrounding-space'],
    reason: 'A client that takes white space for a part of a value does so with the accept value.',
  },
  {
    when: { clause: 'rfc6455/4.1/accept-value', among: 'acceptedFaults' },
    says: ['rfc6455/11.3.3/accept-once'],
    reason: 'A client that takes a wrong value, or a right one among others, takes the same twice.',
  },
];

/** What else is shown to be broken where a clause is. */
export function listImplied(
  clause: ClauseId,
  among: readonly Among[],
  rules = implicationRules,
): readonly ClauseId[] {
  return among.flatMap((each) => everyRule(rules, { clause, among: each }).flatMap(({ says }) => says));
}

/** The fault that a guard finds. */
interface Guarded {
  readonly guard: RequestGuard;
}

/** Narrower clauses: some faults of a guard break one of these, and not the clause of the guard's row. */
export const narrowerRules: readonly Rule<Guarded, readonly ClauseId[]>[] = [
  {
    when: { guard: 'requestLineIsMalformed' },
    says: ['rfc9112/2.3/version-case'],
  },
  {
    when: { guard: 'fieldLinesAreMalformed' },
    says: [
      'rfc9112/5.1/space-before-colon',
      'rfc9110/5.5/control-octets',
      'rfc9112/2.2/bare-cr',
      'rfc9112/5.2/folding',
      'rfc9112/2.2/space-before-fields',
      'rfc9112/2.2/lone-line-feed',
      'rfc6455/4.2.1/upgrade-present',
    ],
  },
  {
    when: { guard: 'targetNamesNoResource' },
    says: ['rfc9112/3.2.4/asterisk-form'],
  },
  {
    when: { guard: 'methodIsNotGet' },
    says: ['rfc9110/9.1/method-case'],
  },
  {
    when: { guard: 'versionIsNot13' },
    says: ['service/9/drafts-refused'],
  },
  {
    when: { guard: 'keyIsMalformed' },
    says: ['rfc4648/3.3/alphabet'],
  },
  {
    when: { guard: 'extensionsAreMalformed' },
    says: ['rfc6455/9.1/extension-quoted-token'],
  },
  {
    when: { guard: 'credentialIsInvalid' },
    says: ['service/5.2/credential-once'],
  },
];

/** Whether a clause is a narrower one for faults of a guard. */
export function isNarrower(guard: RequestGuard, clause: ClauseId, rules = narrowerRules): boolean {
  return everyRule(rules, { guard }).some(({ says }) => says.includes(clause));
}
