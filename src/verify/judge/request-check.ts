import type { ClauseId } from '../../../models/clauses.ts';
import { classifyKey, fieldValues, isToken, type RequestHead } from '../../wire/index.ts';
import { type Observation, observe } from './observation.ts';

/** What the client was asked to do. */
export interface Wanted {
  /** Host with its port, as Host should name it. */
  readonly authority: string;
  readonly resourceName: string;
  readonly subprotocols: readonly string[];
  /** Value of Sec-WebSocket-Extensions; null where none is to be offered. */
  readonly extensions: string | null;
}

/** An obligation on every request of a client. */
interface RequestCheck {
  readonly clause: ClauseId;
  readonly expected: (wanted: Wanted) => unknown;
  readonly observed: (request: RequestHead, values: (name: string) => readonly string[]) => unknown;
}

const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());

const checks: readonly RequestCheck[] = [
  { clause: 'rfc6455/4.1/method-get', expected: () => 'GET', observed: ({ method }) => method },
  {
    clause: 'rfc6455/4.1/http-version',
    expected: () => ({ major: 1, minor: 1 }),
    observed: ({ version }) => version,
  },
  {
    clause: 'rfc6455/4.1/request-uri',
    expected: ({ resourceName }) => resourceName,
    observed: ({ target }) => target,
  },
  {
    clause: 'rfc9112/3.2.1/origin-form-sent',
    expected: () => '/',
    observed: ({ target }) => target.charAt(0),
  },
  {
    clause: 'rfc6455/4.1/host-sent',
    expected: ({ authority }) => [authority],
    observed: (_, values) => values('host'),
  },
  {
    clause: 'rfc9110/7.2/host-first',
    expected: () => 'host',
    observed: ({ fields }) => fields[0]?.name.toLowerCase(),
  },
  {
    clause: 'rfc6455/4.1/upgrade-sent',
    expected: () => ['websocket'],
    observed: (_, values) => lower(values('upgrade')),
  },
  {
    clause: 'rfc6455/4.1/connection-sent',
    expected: () => ['upgrade'],
    observed: (_, values) => lower(values('connection')),
  },
  {
    clause: 'rfc6455/4.1/key-sent',
    expected: () => ['ok'],
    observed: (_, values) => values('sec-websocket-key').map(classifyKey),
  },
  {
    clause: 'rfc4648/3.5/pad-bits-zero',
    expected: () => true,
    observed: (_, values) => /[AQgw]==$/.test(values('sec-websocket-key')[0] ?? ''),
  },
  {
    clause: 'rfc6455/11.3.1/key-sent-once',
    expected: () => 1,
    observed: (_, values) => values('sec-websocket-key').length,
  },
  {
    clause: 'rfc6455/4.1/version-sent',
    expected: () => ['13'],
    observed: (_, values) => values('sec-websocket-version'),
  },
  {
    clause: 'rfc6455/11.3.5/version-sent-once',
    expected: () => 1,
    observed: (_, values) => values('sec-websocket-version').length,
  },
  {
    clause: 'rfc6455/4.1/subprotocols-by-preference',
    expected: ({ subprotocols }) => (subprotocols.length === 0 ? [] : [subprotocols.join(', ')]),
    observed: (_, values) => values('sec-websocket-protocol'),
  },
  {
    clause: 'rfc6455/4.3/subprotocol-sent-grammar',
    expected: () => true,
    observed: (_, values) =>
      values('sec-websocket-protocol').every((value) => value.split(', ').every(isToken)),
  },
  {
    clause: 'rfc6455/4.1/subprotocols-offered',
    expected: ({ subprotocols }) => (subprotocols.length > 0 ? 1 : 0),
    observed: (_, values) => values('sec-websocket-protocol').length,
  },
  {
    clause: 'rfc6455/9/extensions-requested',
    expected: ({ extensions }) => (extensions === null ? [] : [extensions]),
    observed: (_, values) => values('sec-websocket-extensions'),
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements',
    expected: () => false,
    observed: (_, values) =>
      ['connection', 'upgrade', 'sec-websocket-protocol'].some((name) =>
        /^,|, *,|,$/.test(values(name).join(', ')),
      ),
  },
  {
    clause: 'rfc9110/10.1.1/no-expectation-without-content',
    expected: () => [],
    observed: (_, values) => values('expect'),
  },
  {
    clause: 'service/4/request-without-body',
    expected: () => [],
    observed: (_, values) => [...values('content-length'), ...values('transfer-encoding')],
  },
];

/** The clauses that are looked for in every request. */
export const requestClauses: readonly ClauseId[] = checks.map(({ clause }) => clause);

/** Holds a client's request against every obligation on it. */
export function checkRequest(request: RequestHead, wanted: Wanted): readonly Observation[] {
  const values = (name: string) => fieldValues(request.fields, name);
  return checks.map(({ clause, expected, observed }) =>
    observe(clause, expected(wanted), observed(request, values)),
  );
}
