import type { Outcome, Site } from './proxied.ts';
import { startNobody, startOriginBound, startSilence, startWsBesideExpress } from './proxied-server.ts';

// What comes of the same mistake whichever proxy it is made with.

/** The first line of the reply that opens. */
const opens = 'HTTP/1.1 101 Switching Protocols';
const forbidden = 'HTTP/1.1 403 Forbidden';

/** Names what the proxy is put before, so that the doctor asks it as well. */
export const tellDirect =
  (path: string) =>
  ({ backend }: Site) => ['--direct', `ws://127.0.0.1:${backend}${path}`];

/** The fields of the upgrade are lost before `ws` by itself. */
export const upgradeStripped: Outcome = {
  expected: 'hop/upgrade-stripped',
  answer: 'HTTP/1.1 426 Upgrade Required',
};

/** The same before `ws` beside Express, which has no page at that path. */
export const upgradeStrippedBesideExpress: Outcome = {
  expected: 'hop/upgrade-stripped',
  answer: 'HTTP/1.1 404 Not Found',
  before: startWsBesideExpress,
  path: '/ws',
  args: tellDirect('/ws'),
};

export function backendDown(answer: string): Outcome {
  return { expected: 'hop/backend-down', answer, before: startNobody };
}

/** What the proxy is put before says nothing for longer than the proxy waits. */
export function backendSilent(answer: string): Outcome {
  return { expected: 'hop/backend-silent', answer, before: startSilence };
}

/** The proxy passes on what is at other paths. */
export const routeMissing: Outcome = {
  expected: 'hop/route-missing',
  answer: 'HTTP/1.1 404 Not Found',
  path: '/ws',
};

export const denied: Outcome = { expected: 'hop/denied', answer: forbidden };

export function redirected(answer = 'HTTP/1.1 301 Moved Permanently'): Outcome {
  return { expected: 'hop/redirect', answer };
}

/** The opening is a request too many. */
export const rateLimited: Outcome = {
  expected: 'hop/rate-limit',
  answer: 'HTTP/1.1 429 Too Many Requests',
  prepare: (url) => fetch(url),
};

export function cookieTooLong(answer: string): Outcome {
  const args = ['--header', `Cookie: session=${'a'.repeat(2000)}`];
  return { expected: 'hop/limits', answer, args: () => args };
}

export function queryTooLong(answer: string): Outcome {
  return { expected: 'hop/limits', answer, path: `/?token=${'a'.repeat(2000)}` };
}

/** The server compares Origin to a Host that the proxy has replaced. */
export const hostRewritten: Outcome = {
  expected: 'hop/host-rewritten',
  answer: forbidden,
  before: startOriginBound,
  args: (site) => ['--origin', `http://127.0.0.1:${site.port}`, ...tellDirect('/')(site)],
};

/** The reply opens, and lacks a field that the server's has. */
export const replyStripped: Outcome = {
  expected: 'hop/reply-stripped',
  answer: opens,
  args: tellDirect('/'),
};

export const subprotocolLost: Outcome = {
  expected: 'hop/subprotocol-lost',
  answer: opens,
  args: (site) => ['--subprotocol', 'chat', ...tellDirect('/')(site)],
};

/** The proxy ends a connection after a second without an octet. */
export const idleTooLong: Outcome = {
  expected: 'hop/idle-timeout',
  answer: opens,
  args: () => ['--idle', '3'],
};

/** The answer of HTTP/1.1 that speaks to a proxy without TLS begins no record. */
export const plainPort: Outcome = {
  expected: 'tls/plain-port',
  answer: 'wrong version number',
  scheme: 'wss',
};

export const healthy: Outcome = { expected: 'healthy', answer: opens };
export const healthyOverTls: Outcome = { ...healthy, scheme: 'wss' };

/**
 * The proxy is one of the client, which the URL does not name.
 *
 * @param credentials such as `user:secret@`
 */
export function forward(outcome: Outcome, credentials = ''): Outcome {
  return {
    ...outcome,
    scheme: 'forward',
    args: ({ port }) => ['--proxy', `http://${credentials}127.0.0.1:${port}`],
  };
}

export function targetUnreachable(answer: string): Outcome {
  return forward({ expected: 'proxy/target-unreachable', answer, before: startNobody });
}

/** Nothing in what comes says which product the proxy is. */
export function anonymous(outcome: Outcome): Outcome {
  return { ...outcome, isAnonymous: true };
}
