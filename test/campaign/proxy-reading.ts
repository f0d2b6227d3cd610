import type { ClauseId } from '../../models/clauses.ts';
import type { Reading } from './reading.ts';

/** What there is to be looked at in what a proxy passes on. `namedFields` are those that Connection names. */
export type ProxyPart =
  | ('version' | 'target' | 'host' | 'upgrade' | 'namedFields' | 'credentials')
  | ('interimReplies' | 'switch' | 'octetsBehind');

/** What was read for each clause of which a proxy here was found to break it, and what was seen. */
export const proxyReadings = {
  'rfc9110/11.6.2/authorization-kept': {
    section: 'RFC 9110 §11.6.2',
    says: 'a proxy must not change Authorization; a warning for a gateway. It is dropped; `login=PASSTHRU` has Squid pass it',
    part: 'credentials',
  },
  'rfc9110/15.2/interim-relayed': {
    section: 'RFC 9110 §15.2',
    says: 'a proxy must forward 1xx; a gateway is none, so that it is a warning. A 103 before the 101 is dropped',
    part: 'interimReplies',
  },
  'rfc9110/3.7/blind-relay': {
    section: 'RFC 6455 §4.1, RFC 9110 §3.7',
    says: 'behind a 101 a hop relays octets as they are. A client of WebSocket has to wait for the reply, so that what it sends before is its own risk: a warning. Octets that stand right behind the opening do not arrive',
    part: 'octetsBehind',
  },
  'rfc9110/7.6.1/hop-fields-removed': {
    section: 'RFC 9110 §7.6.1',
    says: 'an intermediary must remove the fields that Connection names. Sent: `Connection: Upgrade, X-Hop`; X-Hop arrives',
    part: 'namedFields',
  },
  'rfc9110/7.7/target-kept': {
    section: 'RFC 9110 §7.7',
    says: "a proxy must not change path and query; a warning for a gateway. lighttpd, nghttpx, Apache, http-proxy and its middleware join two slashes of the path; lighttpd, nghttpx and Apache write `~` for `%7E`; h2o puts an absolute target behind a slash; with Vite `'` in a query arrives as `%27`, as `new URL` writes it",
    part: 'target',
  },
  'rfc9110/7.8/unasked-switch-stopped': {
    section: 'RFC 9110 §3.7 and §7.8',
    says: 'what binds a server binds the front of a gateway; a server must not switch to what the client did not ask for, and must ignore Upgrade in HTTP/1.0. A MUST: asks the backend to switch for a client of HTTP/1.0. A SHOULD: relays the 101 of a backend that is wrong itself',
    part: 'switch',
  },
  'service/7/proxy-host-kept': {
    section: 'RFC 9110 §7.2',
    says: 'a gateway may choose; the server no longer sees which Host the client asked for, in no other field either. It was set up so, or is so by default',
    part: 'host',
  },
  'service/7/proxy-http11': {
    section: 'RFC 9110 §7.8',
    says: 'in HTTP/1.0 Upgrade is ignored, so that a hop that is to carry WebSocket has to speak HTTP/1.1 to its backend, and to run `verify proxy` on it is to say so. Seen: an opening in HTTP/1.0',
    part: 'version',
  },
  'service/7/proxy-upgrade-passed': {
    section: 'RFC 9110 §7.6.1 and §7.8',
    says: 'a hop need not forward Upgrade; one that is to carry WebSocket has to, and to run `verify proxy` on it is to say so. Seen: an opening without it; with Traffic Server where Connection stands in two lines, which are one list (§5.2)',
    part: 'upgrade',
  },
} as const satisfies Readonly<Partial<Record<ClauseId, Reading<ProxyPart>>>>;
