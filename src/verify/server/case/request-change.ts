import fc from 'fast-check';
import {
  applyEdits,
  literalDeviations,
  literalTransforms,
  policyDeviations,
  type RequestMessage,
  requestDeviations,
  type Transform,
  transforms,
} from '../../../arbitraries/index.ts';
import { ofDeviation, ofTransform, type RequestChange } from '../../judge/change.ts';
import type { Target } from '../../judge/target.ts';
import { deflateOffers } from './deflate-offer.ts';

/** Guards whose faults a target may accept, or that need more than one request. */
const leftOut: ReadonlySet<string> = new Set([
  'headIsTooLarge',
  'fieldsAreTooMany',
  'targetIsTooLong',
  'pathIsUnknown',
  'subprotocolIsMismatched',
  'originIsAbsent',
]);

/** Which cases are made for a server. */
export interface CaseScope {
  /** Guards of the rows for which requests are made. Default: the faults that no server may accept. */
  readonly guards?: readonly string[];
  /** Whether openings with harmless changes are made, which must be accepted. Default true. */
  readonly harmless?: boolean;
  /** Whether several faults are put into one request. Default true. */
  readonly mixtures?: boolean;
}

/** Changes that are written down, and a source of more that are drawn. */
export interface ChangeSource<T> {
  readonly literals: readonly RequestChange[];
  readonly drawn: T;
}

/** Draws values without end; the same seed gives the same values. */
export function* drawFrom<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T, never> {
  for (let at = seed; ; at += apart) yield* fc.sample(arbitrary, { seed: at, numRuns: 500 });
}

/** The distance of two seeds in a row: larger than any number that is added to a seed elsewhere. */
const apart = 10_007;

/** Faults that a target must not accept. */
export function faultsOf(
  target: Target,
  guards?: CaseScope['guards'],
): ChangeSource<readonly (readonly [guard: string, fc.Arbitrary<RequestChange>])[]> {
  const { endpoint } = target;
  const isFair = (change: RequestChange) => isFairFault(change, target, guards);
  const entries = Object.entries({ ...requestDeviations(endpoint), ...policyDeviations(endpoint) });
  const literals = literalDeviations(endpoint).map(ofDeviation).filter(isFair);
  const played = new Set(literals.map(({ guard }) => guard));
  const isDrawn = (guard: string) => guards?.includes(guard) ?? played.has(guard);
  return {
    literals,
    drawn: entries
      .filter(([guard]) => isDrawn(guard))
      .map(([guard, arbitrary]) => [guard, arbitrary.map(ofDeviation).filter(isFair)] as const),
  };
}

/** Whether a change is a fault for this target: not where the texts leave it open, or the target was declared so. */
function isFairFault(
  { guard, part, edits }: RequestChange,
  { options, uri }: Target,
  guards: CaseScope['guards'],
): boolean {
  if (guard === null) return false;
  if (guards) return guards.includes(guard);
  if (leftOut.has(guard)) return false;
  if (guard === 'subprotocolIsAbsent') return options.subprotocolRequired === true;
  if (guard === 'targetIsUnsecured') return !uri.secure;
  // CONNECT asks for a tunnel.
  if (part === 'method') return applyEdits(nothing, edits).method !== 'CONNECT';
  if (guard !== 'versionIsNot13' || !options.versions) return true;
  return !options.versions.includes(Number(applyEdits(nothing, edits).lines[0]?.value));
}

const nothing: RequestMessage = {
  prefix: '',
  method: 'GET',
  target: '/',
  version: 'HTTP/1.1',
  separator: ' ',
  lines: [],
  content: '',
};

/** Changes in spite of which a target must accept an opening. */
export function harmlessChanges(
  target: Target,
  base: RequestMessage,
): ChangeSource<(seed: number) => Generator<RequestChange, never>> {
  const { endpoint } = target;
  const isFair = (change: RequestChange) => isFairChange(change, target, base);
  /** Changes by their transforms: most transforms are drawn again and again. */
  const known = new WeakMap<Transform, RequestChange | null>();
  const makeFair = (transform: Transform): RequestChange | null => {
    const change = ofTransform(transform, base);
    return change && isFair(change) ? change : null;
  };
  const literals = literalTransforms(endpoint).flatMap((transform) => ofTransform(transform, base) ?? []);
  const all = fc.oneof(...transforms(endpoint.host));
  function* draw(seed: number): Generator<RequestChange, never> {
    const drawn = drawFrom(all, seed);
    for (;;) {
      const transform = drawn.next().value;
      const earlier = known.get(transform);
      const change = earlier === undefined ? makeFair(transform) : earlier;
      known.set(transform, change);
      if (change) yield change;
    }
  }
  return {
    literals: [...literals.filter(isFair), ...extensionOffers(target), ...freeOffers(target)],
    drawn: draw,
  };
}

/** Offers of extensions, with the subprotocols and without: some servers agree to compress only there. */
function extensionOffers({ options }: Target): readonly RequestChange[] {
  const offer = (name: string, values: readonly string[]) => ({ kind: 'setField', name, values }) as const;
  const isFree = options.subprotocols !== undefined && !options.subprotocolRequired && !isToken(options);
  const without = isFree ? [offer('Sec-WebSocket-Protocol', [])] : null;
  return deflateOffers.flatMap(([clause, text, refusedAs]) => {
    const made = { clause, guard: null, part: 'sec-websocket-extensions' };
    const edits = [offer('Sec-WebSocket-Extensions', [text])];
    const alone = without ? [{ ...made, refusedAs: null, edits: [...edits, ...without] }] : [];
    return [{ ...made, refusedAs, edits }, ...alone];
  });
}

/** Whether the credential is one of the subprotocols. */
function isToken({ auth }: Target['options']): boolean {
  return auth?.in === 'subprotocol';
}

/** Offers of subprotocols that a target may refuse: what it chooses has to be among them all the same. */
function freeOffers({ endpoint, options }: Target): readonly RequestChange[] {
  // A server that takes the credential from there would see a wrong one.
  if (isToken(options) || options.subprotocolRequired) return [];
  const names = endpoint.subprotocols.flatMap((name) => [name.toUpperCase(), name.toLowerCase(), `${name}x`]);
  const unknown = ['ws101.unknown', ...names].filter((name) => !endpoint.subprotocols.includes(name));
  const none = endpoint.subprotocols.length > 0 ? [[]] : [];
  return [...none, ...[...new Set(unknown)].map((name) => [name])].map((values) => ({
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    refusedAs: null,
    guard: null,
    part: 'sec-websocket-protocol',
    edits: [{ kind: 'setField', name: 'Sec-WebSocket-Protocol', values }],
  }));
}

/** Whether a target has to accept a change. It may have reasons of its own to refuse some of them. */
function isFairChange(change: RequestChange, { options, endpoint }: Target, base: RequestMessage): boolean {
  // A token without a prefix is recognised as the one name that is not a supported subprotocol.
  const isBare = options.auth?.in === 'subprotocol' && options.auth.prefix === '';
  if (isBare && change.part === 'sec-websocket-protocol') return false;
  if (change.clause === 'rfc6455/4.2.1/optional-fields-absent' && endpoint.origins) return false;
  if (change.part !== 'target' && change.part !== 'several') return true;
  const { target: changed } = applyEdits(base, change.edits);
  // A query that is part of the URL, or carries the credential, may be what lets the opening in.
  const isBound = options.auth?.in === 'query' || endpoint.path.includes('?');
  if (change.part === 'target' && isBound && !changed.endsWith(base.target)) return false;
  // An absolute target with another authority belongs to another server.
  const [, authority] = /^https?:\/\/([^/]*)/i.exec(changed) ?? [];
  return authority === undefined || authority === endpoint.host;
}
