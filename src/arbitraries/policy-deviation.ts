import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { serverRows } from '../../models/server-decision.ts';
import { type PlacedCredential, partOf, placeCredential, removeCredential } from './credential.ts';
import { type RequestMessage, setField } from './message.ts';
import type { PolicyGuard, RequestDeviation } from './request-deviation.ts';
import type { Endpoint } from './request-message.ts';

function clauseOf(guard: PolicyGuard): ClauseId {
  return serverRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/4.2.1/stop-processing';
}

/** For every fault against the policy of an endpoint, deviations that bring it about; none without a policy. */
export function policyDeviations({
  origins = [],
  credential,
}: Endpoint): Readonly<Partial<Record<PolicyGuard, fc.Arbitrary<RequestDeviation>>>> {
  const [origin] = origins.filter((each) => each !== 'null');
  return {
    ...(origin === undefined ? {} : originDeviations(origin, origins)),
    ...(credential === undefined ? {} : credentialDeviations(credential)),
  };
}

function originDeviations(origin: string, origins: readonly string[]) {
  const deviation = (guard: PolicyGuard, values: fc.Arbitrary<readonly string[]>) =>
    values.map(
      (list): RequestDeviation => ({
        part: 'Origin',
        guard,
        clause: clauseOf(guard),
        apply: (m) => setField(m, 'Origin', ...list),
      }),
    );
  const [scheme = '', host = ''] = origin.split('://');
  const foreign = [
    'https://foreign.test',
    'null',
    `${scheme}://${host}.foreign.test`,
    `${scheme}://x${host}`,
    `${scheme}://x.${host}`,
    `${scheme}://${host}:1`,
    `${scheme === 'http' ? 'https' : 'http'}://${host}`,
    `${scheme}://${host.slice(1)}`,
    `${scheme}://${host.slice(0, -1)}`,
  ].filter((each) => !origins.includes(each));
  return {
    originIsAbsent: deviation('originIsAbsent', fc.constant([])),
    originIsRepeated: deviation(
      'originIsRepeated',
      fc.constantFrom([origin, origin], [origin, 'https://foreign.test'], ['https://foreign.test', origin]),
    ),
    originIsMalformed: deviation(
      'originIsMalformed',
      fc
        .constantFrom(
          ...['', host, `${origin}/`, `${origin}/path`, `${origin} ${origin}`, `${origin},`, 'NULL', '*'],
          ...[`${scheme}:${host}`, `${scheme}://u@${host}`, `${scheme}://`, `${origin}?`, `"${origin}"`],
        )
        .map((value) => [value]),
    ),
    originIsForeign: deviation(
      'originIsForeign',
      fc.constantFrom(...foreign).map((value) => [value]),
    ),
  };
}

function credentialDeviations(credential: PlacedCredential) {
  const deviation = (guard: PolicyGuard, apply: (message: RequestMessage) => RequestMessage) => ({
    part: partOf(credential),
    guard,
    clause: clauseOf(guard),
    apply,
  });
  const remove = (message: RequestMessage) => removeCredential(message, credential);
  const { value } = credential;
  const wrong = [
    value.slice(0, -1),
    value.slice(1),
    `${value}x`,
    `x${value}`,
    swapCase(value),
    [...value].reverse().join(''),
    'x'.repeat(value.length),
  ].filter((each) => each !== value && each !== '');
  return {
    credentialIsAbsent: fc
      .constantFrom(...misplacements(credential))
      .map((elsewhere) => deviation('credentialIsAbsent', (m) => elsewhere(remove(m)))),
    credentialIsInvalid: fc
      .constantFrom(...wrong)
      .map((given) =>
        deviation('credentialIsInvalid', (m) => placeCredential(remove(m), { ...credential, value: given })),
      ),
  };
}

/** Leaves a credential out, or puts it where nobody looks for it. */
function misplacements(credential: PlacedCredential): readonly ((m: RequestMessage) => RequestMessage)[] {
  const { value } = credential;
  const field = (name: string) => (m: RequestMessage) => setField(m, name, value);
  return [
    (m) => m,
    field('X-Elsewhere'),
    ...(credential.in === 'authorization' ? [field('X-Authorization')] : [field('Authorization')]),
    ...(credential.in === 'query' || credential.in === 'subprotocol'
      ? []
      : [(m: RequestMessage) => placeCredential(m, { in: 'query', name: 'elsewhere', value })]),
  ];
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
