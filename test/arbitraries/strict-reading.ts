import { judge } from '../../models/decide.ts';
import { serverTable } from '../../models/decisions/server.ts';
import type { ServerChoices } from '../../models/facts/request.ts';
import { type RequestMessage, writeRequestMessage } from '../../src/arbitraries/index.ts';
import {
  type Endpoint as EndpointOfPolicy,
  openEndpoint,
  type ServerPolicy,
} from '../../src/facts/endpoint.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../../src/facts/request-facts.ts';
import { HeadReader } from '../../src/wire/index.ts';

export const limits = { headOctets: 16_384, targetOctets: 8_000, fields: 100 };
export const endpoint = {
  path: '/chat',
  host: '127.0.0.1:8080',
  subprotocols: ['chat', 'superchat'],
  limits,
};

/** Refuses whatever may be refused, so that every fault shows. */
export const strict = {
  plainHttp: 'badRequest',
  subprotocolMismatch: 'refuse',
  subprotocolAbsent: 'refuse',
  originAbsent: 'accept',
} as const;
export const served: EndpointOfPolicy = {
  ...openEndpoint,
  choices: strict,
  subprotocols: endpoint.subprotocols,
};

const bounds = { secured: false, targetLimit: limits.targetOctets, fieldLimit: limits.fields };

export function policyOf(found: EndpointOfPolicy): ServerPolicy {
  return { ...bounds, endpointAt: (path) => (path === endpoint.path ? found : null), fallback: found };
}

export function read(octets: Uint8Array, by: ServerPolicy = policyOf(served)): RequestReading {
  const progress = new HeadReader('request', limits.headOctets).push(octets);
  return progress.state === 'incomplete' ? readUnfinished(octets, 'cut', by) : readRequestHead(progress, by);
}

/** The guards that hold for a request, in the order of the rows. */
export function guardsOf(
  message: RequestMessage,
  by?: ServerPolicy,
  choices: ServerChoices = strict,
): readonly string[] {
  return judge(serverTable, read(writeRequestMessage(message), by).facts, choices).map(({ guard }) => guard);
}
