import type { ClauseId } from '../../models/clauses.ts';

/** Clauses of level MUST that a wire can show, and under which no planted deviation is found. */
export interface Unplanted {
  readonly reason: string;
  readonly clauses: readonly ClauseId[];
  /** Whether a report on what keeps everything says the same reason, since no clause of these is shown there. */
  readonly isReported: boolean;
}

export type Side = 'server' | 'client' | 'proxy';

/** By side, why nothing is planted under what is left; a test holds it against the register and against reports. */
export const unplanted: Readonly<Record<Side, readonly Unplanted[]>> = {
  server: [
    {
      reason: 'no credential was declared (--auth)',
      isReported: true,
      clauses: ['service/5.3/first-message-held'],
    },
    {
      reason: 'nothing that is played from outside shows it',
      isReported: true,
      clauses: [
        'service/5.3/first-message-none-lost',
        'rfc6455/4.2.1/optional-fields-absent',
        'rfc6455/7.1.7/server-no-further-data',
        'rfc7692/7/configuration-unsupported',
        'rfc9110/5.5/no-injection-in-reply',
        'rfc9112/3.2.2/host-from-target',
        'rfc9112/9.6/close-option-received',
      ],
    },
    {
      reason: 'every refusal shows it, and a breach is found under the clause of the row that was not kept',
      isReported: false,
      clauses: ['rfc6455/4.2.1/stop-processing'],
    },
    {
      reason: 'the URL is ws://, where no TLS is seen',
      isReported: true,
      clauses: [
        'rfc6455/4.2.2/tls-before-handshake',
        'rfc6455/4.2.2/tls-failure',
        'rfc6455/4.2.2/tls-all-traffic',
        'rfc6455/10.6/tls-supported',
        'rfc7301/3.2/no-common-protocol',
      ],
    },
    {
      reason: 'the paths of the target are not known from outside',
      isReported: true,
      clauses: ['rfc6455/4.2.2/resource-unavailable'],
    },
    {
      reason: 'the end of a connection is not waited for from outside',
      isReported: true,
      clauses: ['rfc6455/7.1.7/server-closed-on-failure', 'rfc9112/9.6/close-after-close-option'],
    },
    {
      reason: 'no reply agreed to permessage-deflate',
      isReported: true,
      clauses: ['rfc7692/7.1.1.1/server-takeover-valueless'],
    },
    {
      reason: 'the limits of the target are not known from outside',
      isReported: true,
      clauses: ['rfc9110/5.4/fields-too-large', 'rfc9112/3/target-too-long'],
    },
    {
      reason: 'whether the target has a clock is not known from outside',
      isReported: true,
      clauses: ['rfc9110/6.6.1/date'],
    },
  ],
  client: [
    {
      reason: 'who breaks it goes to a port where nothing listens, and is not seen',
      isReported: false,
      clauses: ['rfc6455/3/default-port'],
    },
    {
      reason: 'who breaks it sends another target, which is told under rfc6455/4.1/request-uri',
      isReported: false,
      clauses: ['rfc6455/3/resource-name'],
    },
    {
      reason: 'no messages are asked of a client',
      isReported: true,
      clauses: [
        'service/1/client-frames-after-101',
        'service/5.3/first-message-sent',
        'service/5.3/first-message-shape',
        'rfc6455/9.1/extension-not-used-unanswered',
        'rfc7692/7.1.1.2/client-takeover-obeyed',
        'rfc7692/7.1.2.2/client-bits-obeyed',
      ],
    },
    {
      reason: 'nothing that is played from outside shows it',
      isReported: true,
      clauses: [
        'service/2.4/mqtt-offered',
        'service/9/http2-other-mechanism',
        'rfc6455/7.1.7/closed-on-failure',
        'rfc6455/9.1/reply-extension-quoted-token',
        'rfc6455/9.1/extension-registered',
        'rfc6455/9.1/parameters-defined',
        'rfc6455/11.3.2/reply-extensions-combined',
        'rfc7692/5/answer-unoffered',
        'rfc7692/7.1.2.1/server-bits-grammar',
        'rfc7692/7.1.2.2/client-bits-grammar',
        'rfc9110/5.5/reply-control-octets',
        'rfc9112/2.2/no-extra-line',
        'rfc9112/2.2/no-space-before-fields',
        'rfc9112/5.2/no-folding',
        'rfc6454/7.1/origin-grammar',
        'rfc6454/7.3/one-origin',
      ],
    },
    {
      reason: 'what a client does inside, and of which origin it is, is not known from outside',
      isReported: true,
      clauses: [
        'service/3/accept-mismatch-closed',
        'service/3/subprotocol-unoffered-closed',
        'rfc6455/4.1/origin-serialization',
        'rfc7692/7/answer-unsupported',
      ],
    },
    {
      reason: 'a connection that cannot be made is not seen from outside',
      isReported: true,
      clauses: [
        'service/3/no-response',
        'service/7/closed-without-response',
        'rfc6455/4.1/connection-failed',
      ],
    },
    {
      reason: 'a client is given ordinary URLs, and a few others of which none shows it',
      isReported: true,
      clauses: [
        'rfc6455/3/scheme',
        'rfc6455/3/valid-components',
        'rfc6455/3/no-user-information',
        'rfc6455/3/secure-scheme',
        'rfc6455/3/no-fragment',
        'rfc6455/3/hash-escaped',
        'rfc6455/4.1/invalid-uri-fails',
        'rfc6455/11.1.1/host-to-ascii',
        'rfc6455/11.1.1/percent-encoded',
        'rfc9110/5.5/no-injection',
      ],
    },
    {
      reason: 'the client was not seen to make two connections at once',
      isReported: true,
      clauses: ['rfc6455/4.1/one-connecting', 'rfc6455/4.1/unknown-address'],
    },
    {
      reason:
        'the client did not open over TLS with a right certificate of the authority that it was told of',
      isReported: true,
      clauses: [
        'rfc6455/4.1/tls-before-handshake',
        'rfc6455/4.1/tls-all-traffic',
        'rfc6455/10.6/client-tls-supported',
      ],
    },
    {
      reason: 'a client whose opening cannot be read gets no verdict, and is told why',
      isReported: false,
      clauses: ['rfc6455/4.1/valid-http-request'],
    },
    {
      reason:
        'to refuse a fold is left to the client (RFC 9112 §5.2, for a user agent), and to read one is what is owed',
      isReported: false,
      clauses: ['rfc9112/5.2/reply-folding'],
    },
    {
      reason: 'it binds browsers, and those who say that they are bound by their rules',
      isReported: true,
      clauses: [
        'rfc6455/4.1/origin-browser',
        'rfc6454/7.3/null-origin',
        'whatwg/2.2/compression-offered',
        'whatwg/3.1/http-scheme',
      ],
    },
    {
      reason: 'no proxy stands before the client',
      isReported: true,
      clauses: [
        'rfc9110/9.3.6/tunnel-formed',
        'rfc9110/9.3.6/tunnel-refused',
        'rfc9110/9.3.6/length-ignored',
        'rfc9112/3.2.3/connect-target',
      ],
    },
    {
      reason: 'cases of it were played, and none of them could show it',
      isReported: true,
      clauses: ['rfc9112/5/reply-field-lines'],
    },
    {
      reason: 'no server refused what it offered by ALPN',
      isReported: true,
      clauses: ['rfc7301/3.2/protocol-refused'],
    },
  ],
  proxy: [
    {
      reason: 'whatever else a hop does stands in a row of its own, and is found under that clause',
      isReported: false,
      clauses: ['service/7/proxy-passes'],
    },
  ],
};
