import { readReadings } from './reading.ts';

/** What there is to be looked at in what a proxy passes on. `namedFields` are those that Connection names. */
const proxyParts = [
  ...(['version', 'target', 'host', 'upgrade', 'namedFields', 'credentials'] as const),
  ...(['interimReplies', 'switch', 'octetsBehind'] as const),
] as const;

export type ProxyPart = (typeof proxyParts)[number];

/** What was read for each clause of which a proxy here was found to break it, and what was seen. */
export const proxyReadings = readReadings('proxy', proxyParts);
