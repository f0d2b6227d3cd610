import { createDecision, type RuleTable } from '../decision.ts';
import type { TunnelFacts } from '../facts/tunnel.ts';
import type { Guards } from '../match.ts';
import { headGuards, headRows } from './reply-head.ts';
import type { Row, TunnelVerdict } from './row.ts';

export const tunnelGuards = {
  ...headGuards,
  statusIs407: { status: 'proxyAuthentication' },
  statusIsNot2xx: { status: 'other' },
  otherwise: {},
} as const satisfies Guards<TunnelFacts>;

export type TunnelGuard = keyof typeof tunnelGuards;
export type TunnelRow<Guard extends string = string> = Row<Guard, TunnelVerdict>;

/** The client's decision on a proxy's reply to CONNECT: what the server itself says comes later. */
export const tunnelRows = [
  ...headRows,
  { guard: 'statusIs407', about: 'status', clause: 'rfc9110/15.5.8/proxy-authentication', verdict: 'failed' },
  { guard: 'statusIsNot2xx', about: 'status', clause: 'rfc9110/9.3.6/tunnel-refused', verdict: 'failed' },
  { guard: 'otherwise', about: 'head', clause: 'rfc9110/9.3.6/tunnel-formed', verdict: 'tunnelled' },
] as const satisfies readonly TunnelRow<TunnelGuard>[];

export const tunnelTable: RuleTable<TunnelFacts, object, TunnelRow<TunnelGuard>> = {
  id: 'tunnelDecision',
  guards: tunnelGuards,
  rows: tunnelRows,
  faultless: ['interim', 'tunnelled'],
  defaults: {},
};

export const tunnelDecision = createDecision(tunnelTable);
