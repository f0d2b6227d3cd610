import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';

import {
  type Deviated,
  deviatedMessage,
  fragmentation,
  policyDeviations,
  type RequestDeviation,
  type RequestMessage,
  requestDeviations,
  requestMessage,
  setField,
  transforms,
  writeRequestMessage,
} from '../arbitraries/index.ts';
import { maskedText } from './masked-frame.ts';
import { canonicalMessage, type Target } from './target.ts';

/** One request to a target. */
export interface TargetCase {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  readonly message: RequestMessage;
  /** The octets, in the pieces in which they are sent. */
  readonly pieces: readonly Uint8Array[];
  /** What is sent behind the 101. */
  readonly frames?: Uint8Array;
}

export const acceptance: ClauseId = 'service/1/valid-request-accepted';

/** Guards whose faults are the target's own affair, or need more than one request. */
const leftOut: ReadonlySet<string> = new Set([
  ...['headIsTooLarge', 'fieldsAreTooMany', 'targetIsTooLong', 'pathIsUnknown', 'contentIsAnnounced'],
  ...['subprotocolIsAbsent', 'subprotocolIsMismatched', 'originIsAbsent', 'targetNamesNoResource'],
]);

/** Every fault that octets can show, valid requests, what changes nothing, and several faults at once. */
export function targetCases(target: Target, seed: number, runs: number): readonly TargetCase[] {
  const { endpoint, uri, options } = target;
  const valid = requestMessage(endpoint).map((message) => keepToDeclared(message, target));
  const all = { ...requestDeviations(endpoint), ...policyDeviations(endpoint) };
  const entries = Object.entries(all).filter(
    ([guard]) =>
      (!leftOut.has(guard) || (guard === 'subprotocolIsAbsent' && options.subprotocolRequired)) &&
      !(guard === 'targetIsUnsecured' && uri.secure),
  );
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, salt: number) =>
    fc.sample(arbitrary, { seed: seed + salt, numRuns });
  const single = entries.flatMap(([, deviations], salt) =>
    sample(deviatedMessage(valid, [fair(deviations, target)], { min: 1, max: 1 }), runs, salt).map(toCase),
  );
  const several = sample(
    deviatedMessage(
      valid,
      entries.map(([, deviations]) => fair(deviations, target)),
      { min: 2, max: 3 },
    ),
    runs * 4,
    1_000,
  ).map(toCase);
  const changes = fc.oneof(...transforms(endpoint.host)).filter(({ clause }) => !isOdd(clause, target));
  const same = sample(fc.tuple(valid, changes), runs * 12, 2_000).map(([message, { clause, apply }]) =>
    caseOf(clause, 'a valid request, written in another way', apply(message)),
  );
  const plain = sample(valid, runs * 2, 3_000).map((message) =>
    caseOf(acceptance, 'a valid request', message),
  );
  const offers = deflateOffers.flatMap(([clause, offer]) =>
    sample(valid, 2, 4_000).map((message) =>
      caseOf(clause, `an offer of ${offer}`, setField(message, 'Sec-WebSocket-Extensions', offer)),
    ),
  );
  const known = same.filter(({ message }) => isFor(message, target));
  const cases = [...single, ...several, ...known, ...plain, ...offers].map((current, index) => ({
    ...current,
    pieces: cut(current.message, seed, index),
  }));
  const [opening] = sample(valid, 1, 5_000);
  if (!opening) throw new Error('one run gives one opening');
  const held = options.auth?.in === 'firstMessage' ? firstMessages(opening, options.auth.value) : [];
  return [...cases, ...splits(opening), ...held];
}

/** Offers of permessage-deflate: some that a server may accept, some that it must decline. */
const deflateOffers: readonly (readonly [ClauseId, string])[] = [
  ['rfc6455/9/extensions-accepted', 'permessage-deflate'],
  ['rfc7692/7.1.1.1/server-takeover-echoed', 'permessage-deflate; server_no_context_takeover'],
  ['rfc7692/7.1.1.2/client-takeover-answered', 'permessage-deflate; client_no_context_takeover'],
  ...['8', '9', '12', '15'].map(
    (bits) =>
      ['rfc7692/7.1.2.1/server-bits-echoed', `permessage-deflate; server_max_window_bits=${bits}`] as const,
  ),
  ['rfc7692/7.1.2.1/server-bits-not-larger', 'permessage-deflate; server_max_window_bits="10"'],
  ['rfc7692/7.1.2.2/client-bits-unoffered', 'permessage-deflate; server_no_context_takeover'],
  ['rfc7692/7.1.2.2/client-bits-answered', 'permessage-deflate; client_max_window_bits'],
  ['rfc7692/7.1.2.2/client-bits-answered', 'permessage-deflate; client_max_window_bits=10'],
  ['rfc7692/5/answered-once', 'permessage-deflate, permessage-deflate; client_max_window_bits'],
  ['rfc7692/5/offer-order', 'permessage-deflate; unknown, permessage-deflate'],
  ...['7', '16', '99', '08', '+9', '9a', '-1', '1000000000000'].map(
    (bits) => ['rfc7692/7/parameter-invalid', `permessage-deflate; server_max_window_bits=${bits}`] as const,
  ),
  ['rfc7692/7/parameter-invalid', 'permessage-deflate; server_no_context_takeover=1'],
  ['rfc7692/7/parameter-invalid', 'permessage-deflate; server_max_window_bits'],
  [
    'rfc7692/7/parameter-repeated',
    'permessage-deflate; server_no_context_takeover; server_no_context_takeover',
  ],
  ['rfc7692/7/parameter-undefined', 'permessage-deflate; constructor'],
  ['service/7/extension-unsupported-omitted', 'x-webkit-deflate-frame, unknown; a=1'],
];

/** One opening cut in two at each of its octets. */
function splits(message: RequestMessage): readonly TargetCase[] {
  const octets = writeRequestMessage(message);
  return Array.from({ length: octets.length - 1 }, (_, at) => ({
    ...caseOf(acceptance, `a valid request in two pieces, the first of ${at + 1} octets`, message),
    pieces: [octets.subarray(0, at + 1), octets.subarray(at + 1)],
  }));
}

/** Messages before the credential, which must not be answered, where that comes in the first message. */
function firstMessages(message: RequestMessage, token: string): readonly TargetCase[] {
  const wrong = [token.slice(0, -1), `${token}x`, ''].map((each) =>
    JSON.stringify({ type: 'auth', token: each }),
  );
  return ['hello', '{"type":"subscribe"}', ...wrong].map((text) => ({
    ...caseOf('service/5.3/first-message-held', 'a message before a valid credential', message),
    pieces: [writeRequestMessage(message)],
    frames: Buffer.concat([maskedText(text), maskedText('are you there')]),
  }));
}

function toCase({
  message,
  guards,
  clauses: broken,
}: Deviated<RequestMessage, string>): Omit<TargetCase, 'pieces'> {
  return caseOf(broken[0] ?? acceptance, guards.join(', '), message);
}

function caseOf(clause: ClauseId, title: string, message: RequestMessage): Omit<TargetCase, 'pieces'> {
  return { clause, title, message };
}

/** Every fourth request comes in pieces, one in ten of those octet by octet. */
function cut(message: RequestMessage, seed: number, index: number): readonly Uint8Array[] {
  const octets = writeRequestMessage(message);
  if (index % 4 !== 0 || octets.length > 4_096) return [octets];
  return fc.sample(fragmentation(octets), { seed: seed + index, numRuns: 1 })[0] ?? [octets];
}

/** What the target is not known to want is not sent: an origin, and fields that it was not declared with. */
function keepToDeclared(message: RequestMessage, { options, endpoint }: Target): RequestMessage {
  const lines = message.lines.filter(({ name }) => options.origins !== undefined || name !== 'Origin');
  const more = (options.headers ?? []).map(([name, value]) => ({ name, colon: ': ', value }));
  // A query that is part of the URL may be what lets the opening in: nothing is put behind it.
  const isFixed = endpoint.path.includes('?') && endpoint.credential?.in !== 'query';
  return { ...message, ...(isFixed ? { target: endpoint.path } : {}), lines: [...lines, ...more] };
}

/** Deviations of which the texts say that they are none of the sender's faults alone are left out. */
function fair(
  deviations: fc.Arbitrary<RequestDeviation>,
  { options }: Target,
): fc.Arbitrary<RequestDeviation> {
  const probeOf: RequestMessage = {
    ...{ prefix: '', method: 'GET', target: '/', version: 'HTTP/1.1', separator: ' ' },
    lines: [],
  };
  return deviations.filter(({ guard, apply }) => {
    const message = apply(probeOf);
    if (guard === 'requestLineIsMalformed') return message.separator === ' ' && message.target === '/';
    // The content of a reply to HEAD does not follow, and CONNECT asks for a tunnel.
    if (guard === 'methodIsNotGet') return !/^(HEAD|CONNECT)$/i.test(message.method);
    const value = message.lines[0]?.value ?? '';
    if (guard === 'upgradeIsNotWebsocket') return !value.includes('websocket/');
    if (guard === 'subprotocolsAreMalformed') return value !== '';
    return guard !== 'versionIsNot13' || !options.versions?.includes(Number(value));
  });
}

/** Changes that a target may mind for reasons of its own. */
function isOdd(clause: ClauseId, { options, endpoint }: Target): boolean {
  const needsOrigin = endpoint.origins !== undefined;
  if (clause === 'rfc6455/4.2.1/optional-fields-absent') return needsOrigin;
  if (clause === 'service/4/query-accepted' || clause === 'rfc9112/3/line-length') {
    return options.auth?.in === 'query' || endpoint.path.includes('?');
  }
  return false;
}

/** An absolute target with another authority is another server's. */
function isFor({ target }: RequestMessage, { endpoint }: Target): boolean {
  const [, authority] = /^https?:\/\/([^/]*)/i.exec(target) ?? [];
  return authority === undefined || authority === endpoint.host;
}

/** The canonical opening with one field changed, for what is asked besides. */
export function canonicalCase(
  target: Target,
  key: string,
  ...fields: readonly [name: string, ...values: string[]][]
) {
  return fields.reduce((m, [name, ...values]) => setField(m, name, ...values), canonicalMessage(target, key));
}
