import fc from 'fast-check';
import { type PlacedCredential, partOf, placing, removing } from './credential.ts';
import type { RequestEdit } from './edit.ts';
import { spellings, swapCase } from './fit-accept.ts';
import { clauseOf, deviateField, type PolicyGuard, type RequestDeviation } from './request-deviation.ts';
import type { OpeningEndpoint } from './request-message.ts';

type PolicyLiterals = Readonly<Partial<Record<PolicyGuard, readonly RequestDeviation[]>>>;

/** For every fault against the policy of an endpoint, the ways to write it, once each; none without a policy. */
export function policyLiterals({ origins = [], credential }: OpeningEndpoint): PolicyLiterals {
  const [origin] = origins.filter((each) => each !== 'null');
  return {
    ...(origin === undefined ? {} : originLiterals(origin, origins)),
    ...(credential === undefined ? {} : credentialLiterals(credential)),
  };
}

/** For every fault against the policy of an endpoint, deviations that bring it about; none without a policy. */
export function policyDeviations(
  endpoint: OpeningEndpoint,
): Readonly<Partial<Record<PolicyGuard, fc.Arbitrary<RequestDeviation>>>> {
  const drawn = Object.entries(policyLiterals(endpoint)).map(
    ([guard, literals]) => [guard, fc.constantFrom(...literals)] as const, // a pair
  );
  return Object.fromEntries(drawn);
}

function originLiterals(origin: string, origins: readonly string[]): PolicyLiterals {
  const values = (guard: PolicyGuard, texts: readonly string[]) =>
    [...new Set(texts)].map((text) => deviateField(guard, 'Origin', [text]));
  const [scheme = '', host = ''] = origin.split('://');
  const foreign = [
    'https://foreign.test',
    'null',
    `${scheme === 'http' ? 'https' : 'http'}://${host}`,
    `${scheme}://${host.replace(/:\d+$/, '')}:1`,
    ...hostsNear(host).map((near) => `${scheme}://${near}`),
  ].filter((each) => !origins.includes(each));
  return {
    originIsAbsent: [deviateField('originIsAbsent', 'Origin', [])],
    originIsRepeated: [
      [origin, origin],
      [origin, 'https://foreign.test'],
      ['https://foreign.test', origin],
    ].map((both) => deviateField('originIsRepeated', 'Origin', both)),
    originIsMalformed: values('originIsMalformed', [
      '',
      host,
      `${origin}/`,
      `${origin}/path`,
      `${origin} ${origin}`,
      `${origin},`,
      'NULL',
      '*',
      `${scheme}:${host}`,
      `${scheme}://u@${host}`,
      `${scheme}://`,
      `${origin}?`,
      `"${origin}"`,
      `${origin}\``,
    ]),
    originIsForeign: values('originIsForeign', foreign),
  };
}

/** Hosts that a loose comparison takes for the given one; none for an IPv6 address. */
function hostsNear(host: string): readonly string[] {
  const [, name = '', port = ''] = /^([^:[\]]+)(:\d+)?$/.exec(host) ?? [];
  if (name === '') return [];
  const near = [`${name}.foreign.test`, `x${name}`, `x.${name}`, name.replace('.', 'x')];
  const cut = [name.slice(1), name.slice(0, -1)].filter((each) => /^[^.]/.test(each));
  return [...near, ...cut].filter((each) => each !== name).map((each) => `${each}${port}`);
}

function credentialLiterals(credential: PlacedCredential): PolicyLiterals {
  const deviation = (guard: PolicyGuard, ...edits: readonly RequestEdit[]): RequestDeviation => ({
    part: partOf(credential),
    guard,
    clause: clauseOf(guard),
    edits: [removing(credential), ...edits],
  });
  const { value } = credential;
  const wrong = [
    spellings.withoutLast(value),
    spellings.withoutFirst(value),
    `${value}x`,
    `x${value}`,
    spellings.swapped(value),
    spellings.reversed(value),
    'x'.repeat(value.length),
  ].filter((each) => each !== value && each !== '');
  return {
    credentialIsAbsent: [
      deviation('credentialIsAbsent'),
      ...misplacements(credential).map((elsewhere) => deviation('credentialIsAbsent', elsewhere)),
    ],
    credentialIsInvalid: [
      ...[...new Set(wrong)].map((given) =>
        deviation('credentialIsInvalid', placing({ ...credential, value: given })),
      ),
      ...(credential.in === 'query' ? queryLiterals({ ...credential, in: 'query' }, deviation) : []),
    ],
  };
}

/** What a query alone can do to its credential: leave out the value, or have another one before or behind it. */
function queryLiterals(
  credential: PlacedCredential & { readonly in: 'query' },
  deviation: (guard: PolicyGuard, ...edits: readonly RequestEdit[]) => RequestDeviation,
): readonly RequestDeviation[] {
  const { name, value } = credential;
  const right = placing(credential);
  const wrong = placing({ ...credential, value: `${value}x` });
  const twice = [
    [right, wrong],
    [wrong, right],
  ].map((both): RequestDeviation => {
    return { ...deviation('credentialIsInvalid', ...both), clause: 'service/5.2/credential-once' };
  });
  return [
    deviation('credentialIsInvalid', { kind: 'addQuery', text: `${name}=` }),
    deviation('credentialIsInvalid', { kind: 'addQuery', text: name }),
    ...twice,
  ];
}

/** Puts a credential where nobody looks for it. */
function misplacements(credential: PlacedCredential): readonly RequestEdit[] {
  const { value } = credential;
  const field = (name: string): RequestEdit => ({ kind: 'setField', name, values: [value] });
  return [
    field('X-Elsewhere'),
    field(credential.in === 'authorization' ? 'X-Authorization' : 'Authorization'),
    ...(credential.in === 'query' || credential.in === 'subprotocol'
      ? []
      : ['elsewhere', 'token', 'access_token'].map((name) => placing({ in: 'query', name, value }))),
    ...(credential.in === 'cookie' || credential.in === 'query'
      ? [`x${credential.name}`, `${credential.name}x`, swapCase(credential.name)].map((name) =>
          placing({ ...credential, name }),
        )
      : []),
  ];
}
