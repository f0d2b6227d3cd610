import fc from 'fast-check';
import { type Line, line } from './message.ts';
import { base64Of, nearToken, oddKey, randomCase, unlike, validKey } from './near-miss.ts';
import { repeatedKeys, urlSafeKey } from './odd-value.ts';
import {
  addLines,
  chunkedContent,
  countedContent,
  deviateField,
  deviateRequestLine,
  type LiteralGuard,
  otherNames,
  type RequestDeviation,
  requestLiterals,
  type SizeGuard,
  type WrittenGuard,
  wholeMessage,
} from './request-deviation.ts';
import type { OpeningEndpoint } from './request-message.ts';

/**
 * For every fault that octets can show whatever the endpoint's policy is, deviations that bring it about. None
 * changes the whole message: each can be put into one together with others.
 */
export function requestDeviations(
  endpoint: OpeningEndpoint,
): Readonly<Record<WrittenGuard, fc.Arbitrary<RequestDeviation>>> {
  const random = randomDeviations(endpoint);
  const entries = Object.entries(requestLiterals(endpoint)).map(([guard, literals]) => {
    const single = literals.filter(({ part }) => part !== wholeMessage);
    const more = random[guard as LiteralGuard] ?? []; // a key of the literals
    return [guard, fc.oneof(...groupByClause(single), ...more)];
  });
  const others: Record<LiteralGuard, fc.Arbitrary<RequestDeviation>> = Object.fromEntries(entries);
  return { ...sizeDeviations(endpoint), ...others };
}

/** What breaks the same clause, together: no clause is rarer for being written in fewer ways. */
export function groupByClause<T extends { readonly clause: string }>(
  literals: readonly T[],
): readonly fc.Arbitrary<T>[] {
  const clauses = [...new Set(literals.map(({ clause }) => clause))];
  return clauses.map((clause) => fc.constantFrom(...literals.filter((each) => each.clause === clause)));
}

function sizeDeviations({
  limits,
  path,
}: OpeningEndpoint): Readonly<Record<SizeGuard, fc.Arbitrary<RequestDeviation>>> {
  return {
    headIsTooLarge: fc
      .integer({ min: limits.headOctets, max: limits.headOctets + 2_000 })
      .map((n) => addLines('headIsTooLarge', 'size', [line('X', 'x'.repeat(n))])),
    fieldsAreTooMany: fc
      .integer({ min: limits.fields, max: limits.fields + 100 })
      .map((n) => addLines('fieldsAreTooMany', 'size', Array<Line>(n).fill(line('X', '')))),
    targetIsTooLong: fc
      .integer({ min: 0, max: 1_000 })
      .map((n) =>
        deviateRequestLine('targetIsTooLong', 'target', `${path}?${'a'.repeat(limits.targetOctets + n)}`),
      ),
  };
}

/** Content of any octets. */
const content = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((octets) => String.fromCharCode(...octets));

/** What cannot be written down in full. */
function randomDeviations({
  subprotocols,
}: OpeningEndpoint): Readonly<Partial<Record<LiteralGuard, readonly fc.Arbitrary<RequestDeviation>[]>>> {
  const version = (range: fc.Arbitrary<number>, clause?: 'service/9/drafts-refused') =>
    range.map((number) => deviateField('versionIsNot13', 'Sec-WebSocket-Version', [`${number}`], clause));
  return {
    upgradeIsNotWebsocket: [
      nearToken('websocket').map((text) => deviateField('upgradeIsNotWebsocket', 'Upgrade', [text])),
    ],
    connectionLacksUpgrade: [
      nearToken('upgrade').map((text) => deviateField('connectionLacksUpgrade', 'Connection', [text])),
    ],
    methodIsNotGet: [
      nearToken('GET').map((text) => deviateRequestLine('methodIsNotGet', 'method', text)),
      randomCase('GET')
        .filter((method) => method !== 'GET')
        .map((text) => deviateRequestLine('methodIsNotGet', 'method', text, 'rfc9110/9.1/method-case')),
    ],
    contentIsAnnounced: [
      content.map((text) => countedContent(text)),
      content.map((text) => chunkedContent(text)),
    ],
    versionIsNot13: [
      version(fc.integer({ min: 14, max: 255 })),
      version(fc.integer({ min: 9, max: 12 })),
      version(fc.nat(8), 'service/9/drafts-refused'),
    ],
    keyIsRepeated: [
      fc
        .tuple(validKey(), validKey())
        .chain(([key, other]) => fc.constantFrom(...repeatedKeys(key, other)))
        .map((keys) => deviateField('keyIsRepeated', 'Sec-WebSocket-Key', keys)),
    ],
    keyIsMalformed: [
      oddKey().map((key) => deviateField('keyIsMalformed', 'Sec-WebSocket-Key', [key])),
      validKey().map((key) =>
        deviateField('keyIsMalformed', 'Sec-WebSocket-Key', [urlSafeKey(key)], 'rfc4648/3.3/alphabet'),
      ),
    ],
    keyIsNot16Octets: [
      base64Of(fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 17, max: 48 }))).map((key) =>
        deviateField('keyIsNot16Octets', 'Sec-WebSocket-Key', [key]),
      ),
    ],
    subprotocolIsMismatched: [
      unlike(subprotocols, fc.constantFrom(...otherNames)).map((name) =>
        deviateField('subprotocolIsMismatched', 'Sec-WebSocket-Protocol', [name]),
      ),
    ],
  };
}
