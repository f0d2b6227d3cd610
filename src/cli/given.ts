import {
  type GivenSecret,
  secretsOfField,
  secretsOfOwnField,
  secretsOfTarget,
} from '../auth/given-secret.ts';
import { secretsOfAuth, secretsOfWords } from '../paste/index.ts';
import type { TargetSettings } from './verify/target-option.ts';

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];

/** What is secret in a command line, and in the variables that it may have read. */
export function findGiven(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly GivenSecret[] {
  const proxies = argv.includes('--proxy-from-environment') ? variables : [];
  return [...secretsOfWords(argv), ...proxies.flatMap((name) => secretsOfTarget(env[name] ?? '', name))];
}

/** What is secret in a profile of `verify server`. */
export function findInProfile({
  auth,
  header = [],
  subprotocol = [],
}: Pick<TargetSettings, 'auth' | 'header' | 'subprotocol'>): readonly GivenSecret[] {
  const own = header.flatMap((field) => secretsOfOwnField(field, `--header ${field[0]}`));
  return [
    ...(auth === undefined ? [] : secretsOfAuth(auth, '--auth')),
    ...own,
    ...secretsOfField('Sec-WebSocket-Protocol', subprotocol.join(','), '--subprotocol'),
  ];
}

/** Credentials that a configuration lists. */
export function findConfigured(
  methods: readonly { readonly secrets: readonly string[] }[],
): readonly GivenSecret[] {
  return methods.flatMap(({ secrets }) =>
    secrets.map((value) => ({ value, from: 'secrets', isCredential: true })),
  );
}
