import { createDecision, type Guards, type RuleTable } from './decision.ts';
import type { Row, TunnelFacts, TunnelVerdict } from './vocabulary.ts';

export const tunnelGuards = {
  headIsTooLarge: (facts) => facts.head === 'tooLarge',
  fieldsAreTooMany: (facts) => facts.head === 'tooManyFields',
  statusLineIsMalformed: (facts) => facts.statusLine === 'malformed',
  httpMajorIsNot1: (facts) => facts.httpVersion === 'otherMajor',
  fieldLinesAreMalformed: (facts) => facts.fieldLines === 'malformed',
  interimsAreTooMany: (facts) => facts.interims === 'tooMany',
  statusIsInterim: (facts) => facts.status === 'interim',
  statusIs407: (facts) => facts.status === 'proxyAuthentication',
  statusIsNot2xx: (facts) => facts.status === 'other',
  otherwise: () => true,
} as const satisfies Guards<TunnelFacts>;

export type TunnelGuard = keyof typeof tunnelGuards;
export type TunnelRow<Guard extends string = string> = Row<Guard, TunnelVerdict>;

/** The client's decision on a proxy's reply to CONNECT: what the server itself says comes later. */
export const tunnelRows = [
  { guard: 'headIsTooLarge', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'fieldsAreTooMany', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'statusLineIsMalformed', clause: 'rfc9112/4/status-line', verdict: 'failed' },
  { guard: 'httpMajorIsNot1', clause: 'rfc9112/2.3/reply-version', verdict: 'failed' },
  { guard: 'fieldLinesAreMalformed', clause: 'rfc9112/5/reply-field-lines', verdict: 'failed' },
  { guard: 'interimsAreTooMany', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'statusIsInterim', clause: 'rfc9110/15.2/interim-replies', verdict: 'interim' },
  { guard: 'statusIs407', clause: 'rfc9110/15.5.8/proxy-authentication', verdict: 'failed' },
  { guard: 'statusIsNot2xx', clause: 'rfc9110/9.3.6/tunnel-refused', verdict: 'failed' },
  { guard: 'otherwise', clause: 'rfc9110/9.3.6/tunnel-formed', verdict: 'tunnelled' },
] as const satisfies readonly TunnelRow<TunnelGuard>[];

export const tunnelTable: RuleTable<TunnelFacts, object, TunnelRow<TunnelGuard>> = {
  id: 'tunnelDecision',
  guards: tunnelGuards,
  rows: tunnelRows,
  faultless: ['interim', 'tunnelled'],
  defaults: {},
};

export const tunnelDecision = createDecision(tunnelTable);
