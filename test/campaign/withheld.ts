import type { ClauseId } from '../../models/clauses.ts';
import type { ResultExchange, Role } from './result.ts';

/**
 * Clauses of which no finding is published, whoever breaks them or not: `.github/SECURITY.md` says why. So that the list
 * is no map of what was found, it has all of a kind.
 */
export const withheld: ReadonlySet<ClauseId> = new Set<ClauseId>([
  // What may end or block a server, or get something past it
  'rfc6455/10.7/input-validated',
  'service/3/proxy-drop',
  'rfc9110/7.8/tunnel-on-101',
  'rfc9112/6.3/framing-mended',
  'rfc6455/10.7/client-input-validated',
  'rfc6455/4.2.1/error-status',
  'rfc6455/4.2.1/upgrade-present',
  'rfc6455/5.5.2/pong',
  'rfc9110/5.4/fields-too-large',
  'rfc9112/3/target-too-long',
  'rfc9112/8/incomplete-request',
  'rfc9112/8/incomplete-reply',
  'service/7/closed-without-response',
  // Where a request ends, and what its lines are
  'service/2.1/no-body',
  'rfc9110/2.2/well-formed-forwarded',
  'rfc9110/5.5/control-octets',
  'rfc9110/7.8/continue-before-switching',
  'rfc9110/10.1.1/continue-omitted',
  'rfc9112/2.2/bare-cr',
  'rfc9112/2.2/leading-empty-line',
  'rfc9112/2.2/lone-line-feed',
  'rfc9112/2.2/malformed-closed',
  'rfc9112/2.2/space-before-fields',
  'rfc9112/5.1/space-before-colon',
  'rfc9112/5.2/folding',
  'rfc9112/5/field-lines',
  'rfc9112/6.1/closed-after-both',
  'rfc9112/6.3/content-length-valid',
  'rfc9112/6.3/content-read-as-content',
  'rfc9112/6.3/transfer-encoding-chunked',
  // Where a reply ends, and what its lines are
  'rfc9112/5/reply-field-lines',
  'rfc9112/5.2/reply-folding',
  'rfc9112/6.3/reply-without-body',
  'service/1/frames-after-101',
  'service/1/no-body-in-101',
  'rfc9110/15.2/no-1xx-to-http10',
  'rfc9110/5.5/no-injection-in-reply',
  'rfc9110/8.6/no-content-length-in-1xx',
  'rfc9110/8.6/no-length-in-relayed-switch',
  'rfc9110/9.3.2/no-content-to-head',
  'rfc9112/4/status-line-sent',
  'rfc9112/5.2/no-folding-in-reply',
  'rfc9112/6.1/no-transfer-encoding-in-1xx',
  'rfc9112/6.1/no-coding-in-relayed-switch',
]);

/** Octets that some take for the end of a line or of a text, and others do not, as they are written in a finding; and content. */
const separators = /\\(?:r|n|x00|x0a|x0d)|\bcontent\b|content-length|transfer-encoding|expect:/i;

/** An opening with an empty Upgrade is one without. */
const noUpgrade = /\bUpgrade: *(?:[`;]|$)/;

/** What tells that a server failed at a request, and did not refuse it: no reply, an end, or a status from 500 onward. */
const failures = /^5\d\d\b|nothing in time|the end of the connection|a reset|octets that are no/;

/**
 * Whether a finding of this clause may be published: by the clause, by what was sent, by what came, and by tags.
 *
 * @param sent in words, as is `came`
 */
export function isPublished(
  clause: ClauseId,
  sent: string,
  came: string,
  tags: readonly string[] = [],
): boolean {
  if (withheld.has(clause) || tags.includes('smuggling')) return false;
  return !separators.test(sent) && !noUpgrade.test(sent) && !failures.test(came);
}

/** Whether the head of a message has nothing but lines that end with CR LF, and in them no control octet but a tab. */
export function isPlainHead(octets: Uint8Array): boolean {
  const [head = ''] = Buffer.from(octets).toString('latin1').split('\r\n\r\n', 1);
  return head.split('\r\n').every((line) => !hasControl.test(line));
}

/** Fields with which a request has content, or waits. */
const framing = /\r\n(?:content-length|transfer-encoding|expect) *:/i;

/** A head whose lines behind the first are fields, each with a name right before its colon. */
const plainFields = /^[^\r\n]+(?:\r\n[^\s:]+:[^\r\n]*)*(?:\r\n\r\n|$)/;

/** Whether the octets of an exchange may be published that shows a clause kept: plain heads, and no failure. */
export function isPublishedExchange(
  role: Role,
  { request, response, forwarded, answered }: ResultExchange,
): boolean {
  const texts = [request, response, forwarded, answered].map((each = '') => Buffer.from(each, 'base64'));
  const [sent = '', came = '', ...others] = texts.map((octets) => octets.toString('latin1'));
  const heads = [sent, came, ...others].filter((text) => text !== '');
  if (!texts.every(isPlainHead) || !heads.every((text) => plainFields.test(text))) return false;
  if (role === 'client') return true;
  return /^HTTP\/1\.\d [1-4]\d\d/.test(came) && !framing.test(sent);
}

const hasControl = /[^\t -~\x80-\xff]/;

/**
 * What of a policy may be published. Limits, counts of cases, what ends a connection and what a hop answers itself or
 * sends again are none of it.
 */
const publishedPolicy: Readonly<Record<Role, ReadonlySet<string>>> = {
  server: new Set([
    ...['plainHttp', 'subprotocolMismatch', 'subprotocolsKnown', 'foreignOrigin', 'unknownPath'],
    ...['malformedHttp', 'permessageDeflate'],
  ]),
  client: new Set(['permessageDeflate', 'origin', 'userAgent', 'subprotocolNotChosen']),
  proxy: new Set(['host', 'handshake', 'path', 'addsToRequest', 'addsToReply']),
};

/** Words of a policy for what is no reply. */
const noReplies: ReadonlySet<unknown> = new Set(['no answer', 'closed', 'unreadable']);

/** What of a policy may be published: choices that are no failure. */
export function publishPolicy(
  role: Role,
  policy: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isFailure = (value: unknown) => noReplies.has(value) || (typeof value === 'number' && value >= 500);
  const entries = Object.entries(policy).filter(
    ([name, value]) => publishedPolicy[role].has(name) && !isFailure(value),
  );
  return Object.fromEntries(entries);
}
