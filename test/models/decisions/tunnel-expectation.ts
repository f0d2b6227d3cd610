import type { ClauseId } from '../../../models/clauses.ts';
import type { TunnelVerdict } from '../../../models/decisions/row.ts';
import { type TunnelGuard, type TunnelRow, tunnelTable } from '../../../models/decisions/tunnel.ts';
import type { TunnelFacts } from '../../../models/facts/tunnel.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type TunnelExpectation = Expectation<TunnelFacts, object, TunnelRow<TunnelGuard>>;

export const faultlessTunnel: TunnelFacts = {
  head: 'complete',
  statusLine: 'ok',
  httpVersion: '1.x',
  fieldLines: 'ok',
  status: 'successful',
  interims: 'few',
};

const tunnelValues = {
  head: { complete: null, tooLarge: 'headIsTooLarge', tooManyFields: 'fieldsAreTooMany' },
  statusLine: { unread: null, ok: null, malformed: 'statusLineIsMalformed' },
  httpVersion: { unread: null, '1.x': null, otherMajor: 'httpMajorIsNot1' },
  fieldLines: { unread: null, ok: null, malformed: 'fieldLinesAreMalformed' },
  status: {
    unread: null,
    interim: 'statusIsInterim',
    successful: null,
    proxyAuthentication: 'statusIs407',
    other: 'statusIsNot2xx',
  },
  interims: { few: null, tooMany: 'interimsAreTooMany' },
} as const satisfies Values<TunnelFacts, TunnelGuard>;

function answered(
  facts: Partial<TunnelFacts>,
  guard: TunnelGuard,
  clause: ClauseId,
  verdict: TunnelVerdict,
): TunnelExpectation {
  return { facts, choices: {}, answer: { guard, clause, verdict } };
}

const tunnelFaults: readonly TunnelExpectation[] = [
  answered({ head: 'tooLarge' }, 'headIsTooLarge', 'rfc6455/10.7/reply-limits', 'failed'),
  answered({ head: 'tooManyFields' }, 'fieldsAreTooMany', 'rfc6455/10.7/reply-limits', 'failed'),
  answered({ statusLine: 'malformed' }, 'statusLineIsMalformed', 'rfc9112/4/status-line', 'failed'),
  answered({ httpVersion: 'otherMajor' }, 'httpMajorIsNot1', 'rfc9112/2.3/reply-version', 'failed'),
  answered({ fieldLines: 'malformed' }, 'fieldLinesAreMalformed', 'rfc9112/5/reply-field-lines', 'failed'),
  answered({ interims: 'tooMany' }, 'interimsAreTooMany', 'rfc6455/10.7/reply-limits', 'failed'),
  answered({ status: 'interim' }, 'statusIsInterim', 'rfc9110/15.2/interim-replies', 'interim'),
  answered({ status: 'proxyAuthentication' }, 'statusIs407', 'rfc9110/15.5.8/proxy-authentication', 'failed'),
  answered({ status: 'other' }, 'statusIsNot2xx', 'rfc9110/9.3.6/tunnel-refused', 'failed'),
];

const faultlessTunnels: readonly TunnelExpectation[] = [
  answered({}, 'otherwise', 'rfc9110/9.3.6/tunnel-formed', 'tunnelled'),
];

export const tunnelSuite: Suite<TunnelFacts, object, TunnelRow<TunnelGuard>> = {
  table: tunnelTable,
  faultless: faultlessTunnel,
  choices: {},
  values: tunnelValues,
  faults: tunnelFaults,
  harmless: ['statusIsInterim'],
  faultlessOnes: faultlessTunnels,
};
