import type { ReplyFacts } from '../facts/reply.ts';
import type { TunnelFacts } from '../facts/tunnel.ts';
import type { Guards } from '../match.ts';

/** What every reply must be before anything else counts, whether a server or a proxy sends it. */
export const headGuards = {
  headIsTooLarge: { head: 'tooLarge' },
  fieldsAreTooMany: { head: 'tooManyFields' },
  statusLineIsMalformed: { statusLine: 'malformed' },
  httpMajorIsNot1: { httpVersion: 'otherMajor' },
  fieldLinesAreMalformed: { fieldLines: 'malformed' },
  interimsAreTooMany: { interims: 'tooMany' },
  statusIsInterim: { status: 'interim' },
} as const satisfies Guards<ReplyFacts> & Guards<TunnelFacts>;

/** The first rows of both tables. */
export const headRows = [
  { guard: 'headIsTooLarge', about: 'head', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'fieldsAreTooMany', about: 'head', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'statusLineIsMalformed', about: 'start-line', clause: 'rfc9112/4/status-line', verdict: 'failed' },
  { guard: 'httpMajorIsNot1', about: 'http-version', clause: 'rfc9112/2.3/reply-version', verdict: 'failed' },
  {
    guard: 'fieldLinesAreMalformed',
    about: 'fields',
    clause: 'rfc9112/5/reply-field-lines',
    verdict: 'failed',
  },
  { guard: 'interimsAreTooMany', about: 'interims', clause: 'rfc6455/10.7/reply-limits', verdict: 'failed' },
  { guard: 'statusIsInterim', about: 'status', clause: 'rfc9110/15.2/interim-replies', verdict: 'interim' },
] as const;
