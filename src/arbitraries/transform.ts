import fc from 'fast-check';
import {
  lengthenLine,
  recaseNames,
  setting,
  spaceValues,
  type Transform,
  transform,
} from './line-transform.ts';
import { messageTransforms } from './literal-transform.ts';
import { randomCase } from './near-miss.ts';
import { groupByClause } from './random-deviation.ts';

/** Changes that must change nothing, each under the clause that says so. */
export function transforms(host: string): readonly fc.Arbitrary<Transform>[] {
  const white = fc.stringMatching(/^[ \t]{0,3}$/);
  return [
    ...groupByClause(messageTransforms(host)),
    // Nothing of these is in an opening that has no more than it must.
    ...groupByClause(removals),
    fc
      .array(fc.nat(1_000_000), { minLength: 32, maxLength: 32 })
      .map((keys) => transform('rfc6455/1.3/field-order', { kind: 'sortLines', keys })),
    fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }).map(recaseNames),
    fc.tuple(white, white).map(([before, after]) => spaceValues(before, after)),
    randomCase('websocket').map((text) => setting('rfc6455/4.2.1/upgrade-case', 'Upgrade', text)),
    randomCase('upgrade').map((text) => setting('rfc6455/4.2.1/connection-case', 'Connection', text)),
    fc.integer({ min: 7_800, max: 8_000 }).map(lengthenLine),
  ];
}

const removals: readonly Transform[] = [
  setting('rfc6455/4.2.1/optional-fields-absent', 'Origin'),
  setting('rfc6455/4.2.1/optional-fields-absent', 'Sec-WebSocket-Extensions'),
  setting('service/5.4/origin-absent', 'Origin'),
];
