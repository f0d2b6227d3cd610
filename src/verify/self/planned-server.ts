import { requestGuards } from '../../../models/decisions/server.ts';
import { ofPolicy } from '../../../models/verdict/server-weight.ts';
import { apiKey, basic, bearer, cookie, queryToken, subprotocolToken } from '../../server/authentication.ts';
import { accept } from '../../server/authorize.ts';
import type { CaseScope } from '../server/case/request-change.ts';
import type { SetUpPlan } from './set-up.ts';

const secret = 'To.ken-1';
const user = 'dXNlcjpUby5rZW4tMQ==';
const origins = ['https://example.com', 'http://localhost:8080', 'null'];

/** Guards that Node's own parser leaves to the server behind it. */
const behindNode = [
  'versionIsAbsent',
  'versionIsRepeated',
  'versionIsMalformed',
  'versionIsNot13',
  'keyIsAbsent',
  'keyIsRepeated',
  'keyIsMalformed',
  'keyIsNot16Octets',
  'subprotocolsAreMalformed',
  'extensionsAreMalformed',
  ...ofPolicy,
];

/** Guards that hold only where a server has a policy on origins or paths. */
const ofOriginOrPath = [
  'originIsAbsent',
  'originIsRepeated',
  'originIsMalformed',
  'originIsForeign',
  'pathIsUnknown',
];
const ofCredential = ['credentialIsAbsent', 'credentialIsInvalid', 'pathIsUnknown', 'keyIsAbsent'];

/** Guards of requests that ask for no WebSocket, which the choice of `plainHttp` decides. */
const ofPlainHttp = [
  'httpVersionIs10',
  'upgradeIsAbsent',
  'upgradeIsNotWebsocket',
  'connectionLacksUpgrade',
  'methodIsNotGet',
  'versionIsAbsent',
  'keyIsAbsent',
];
const ofSubprotocol = [
  'subprotocolIsAbsent',
  'subprotocolIsMismatched',
  'subprotocolsAreMalformed',
  'keyIsAbsent',
];

/** Guards that hold before anything is read, or that no octets bring about. */
const unwritten = ['pendingLimitIsReached', 'headIsLate', 'headIsCut', 'otherwise'];
const all = Object.keys(requestGuards).filter((guard) => !unwritten.includes(guard));

/** A reference server that is started, and which cases are played to it. */
export interface PlannedServer extends SetUpPlan {
  /** How it differs from the others, in words that can follow "a reference server". */
  readonly title: string;
  readonly scope: CaseScope;
}

/** Node's own parser may refuse odd requests first: each request has one fault, and is otherwise plain. */
const plainly = (guards: readonly string[]): CaseScope => ({ guards, harmless: false, mixtures: false });
const mixed = (guards: readonly string[]): CaseScope => ({ guards, harmless: false });

/** Servers for every combination of choices that changes a row, the default first; then for every policy. */
export const plannedServers: readonly PlannedServer[] = [
  { title: 'with its defaults', scope: { guards: all } },
  // Node's own server refuses a method that it does not know before ws101 sees it.
  {
    title: 'that leaves plain HTTP to an application',
    choices: { plainHttp: 'application' },
    scope: plainly(ofPlainHttp.filter((guard) => guard !== 'methodIsNotGet')),
  },
  {
    title: 'that calls plain HTTP a bad request',
    choices: { plainHttp: 'badRequest' },
    scope: mixed(ofPlainHttp),
  },
  {
    title: 'that refuses unknown subprotocols',
    choices: { subprotocolMismatch: 'refuse' },
    scope: mixed(ofSubprotocol),
  },
  {
    title: 'that demands a subprotocol',
    choices: { subprotocolMismatch: 'refuse', subprotocolAbsent: 'refuse' },
    scope: mixed(ofSubprotocol),
  },
  {
    title: 'that agrees to permessage-deflate',
    endpoint: { permessageDeflate: true },
    scope: { guards: ['extensionsAreMalformed', 'keyIsAbsent'], mixtures: false },
  },
  {
    title: 'that demands an origin',
    choices: { originAbsent: 'refuse' },
    target: { origins },
    scope: mixed(ofOriginOrPath),
  },
  {
    title: 'attached to a server of node:http',
    choices: { originAbsent: 'refuse', plainHttp: 'application' },
    target: { origins, credential: { in: 'authorization', scheme: 'Bearer', value: secret } },
    endpoint: { authentication: bearer(secret), authorize: async () => accept() },
    on: 'http',
    scope: plainly(behindNode),
  },
  {
    title: 'with Basic credentials, over TLS',
    target: { origins, credential: { in: 'authorization', scheme: 'Basic', value: user } },
    endpoint: { authentication: basic(`user:${secret}`) },
    on: 'tls',
    scope: mixed(ofCredential),
  },
  {
    title: 'with a token in the query',
    target: { credential: { in: 'query', name: 'token', value: secret } },
    endpoint: { authentication: queryToken((token) => token === secret) },
    scope: mixed(ofCredential),
  },
  {
    title: 'with a session cookie',
    target: { origins, credential: { in: 'cookie', name: 'session', value: secret } },
    endpoint: { authentication: cookie('session', [secret, 'another']) },
    scope: mixed(ofCredential),
  },
  {
    title: 'with an API key',
    target: { credential: { in: 'field', name: 'X-API-Key', value: secret } },
    endpoint: { authentication: apiKey(secret) },
    scope: mixed(ofCredential),
  },
  {
    title: 'with a token among the subprotocols',
    target: { credential: { in: 'subprotocol', prefix: 'bearer.', value: secret } },
    endpoint: { authentication: subprotocolToken(secret) },
    scope: mixed(ofCredential),
  },
];
