import { requestGuards } from '../../../models/server-decision.ts';
import { apiKey, basic, bearer, cookie, queryToken, subprotocolToken } from '../../server/authentication.ts';
import { accept } from '../../server/authorize.ts';
import type { BenchPlan } from './bench.ts';

const secret = 'To.ken-1';
const user = 'dXNlcjpUby5rZW4tMQ==';
const origins = ['https://example.com', 'http://localhost:8080', 'null'];

/** Guards that Node's own parser leaves to decide on. */
const behindNode = [
  ...['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13'],
  ...['keyIsAbsent', 'keyIsRepeated', 'keyIsMalformed', 'keyIsNot16Octets'],
  ...['subprotocolsAreMalformed', 'extensionsAreMalformed', 'pathIsUnknown'],
  ...['originIsAbsent', 'originIsRepeated', 'originIsMalformed', 'originIsForeign'],
  ...['subprotocolIsAbsent', 'subprotocolIsMismatched', 'credentialIsAbsent', 'credentialIsInvalid'],
];

/** What a policy adds to the table. */
const ofPolicy = [
  'originIsAbsent',
  'originIsRepeated',
  'originIsMalformed',
  'originIsForeign',
  'pathIsUnknown',
];
const ofCredential = ['credentialIsAbsent', 'credentialIsInvalid', 'pathIsUnknown', 'keyIsAbsent'];

function others(left: string): readonly string[] {
  return Object.keys(requestGuards).filter((guard) => guard !== left);
}

/** Servers for every combination of choices that changes a row, the default first; then for every policy. */
export const benchPlans: readonly BenchPlan[] = [
  {},
  // What Node's own server answers to a method that it does not know is its own.
  { choices: { plainHttp: 'application' }, guards: others('methodIsNotGet') },
  { choices: { plainHttp: 'badRequest' } },
  { choices: { subprotocolMismatch: 'refuse' } },
  { choices: { subprotocolMismatch: 'refuse', subprotocolAbsent: 'refuse' } },
  { choices: { originAbsent: 'refuse' }, target: { origins }, guards: ofPolicy },
  {
    choices: { originAbsent: 'refuse', plainHttp: 'application' },
    target: { origins, credential: { in: 'authorization', scheme: 'Bearer', value: secret } },
    endpoint: { authentication: bearer(secret), authorize: async () => accept() },
    on: 'http',
    guards: behindNode,
  },
  {
    target: { origins, credential: { in: 'authorization', scheme: 'Basic', value: user } },
    endpoint: { authentication: basic(`user:${secret}`) },
    on: 'tls',
    guards: ofCredential,
  },
  {
    target: { credential: { in: 'query', name: 'token', value: secret } },
    endpoint: { authentication: queryToken((token) => token === secret) },
    guards: ofCredential,
  },
  {
    target: { origins, credential: { in: 'cookie', name: 'session', value: secret } },
    endpoint: { authentication: cookie('session', [secret, 'another']) },
    guards: ofCredential,
  },
  {
    target: { credential: { in: 'field', name: 'X-API-Key', value: secret } },
    endpoint: { authentication: apiKey(secret) },
    guards: ofCredential,
  },
  {
    target: { credential: { in: 'subprotocol', prefix: 'bearer.', value: secret } },
    endpoint: { authentication: subprotocolToken(secret) },
    guards: ofCredential,
  },
];
