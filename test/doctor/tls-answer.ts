import type { Answer } from './answer.ts';
import { opens } from './answer.ts';

/** What comes of each handshake of TLS, and behind it, by the title of the set-up. */
export const tlsAnswers: Readonly<Record<string, Answer>> = {
  'ws over TLS, expired': ['[error CERT_HAS_EXPIRED]'],
  'ws over TLS, not yet valid': ['[error CERT_NOT_YET_VALID]'],
  'ws over TLS, for another name': ['[error ERR_TLS_CERT_ALTNAME_INVALID]'],
  'ws over TLS, signed by itself': ['[error DEPTH_ZERO_SELF_SIGNED_CERT]'],
  'ws over TLS, of an authority that nobody knows': ['[error UNABLE_TO_VERIFY_LEAF_SIGNATURE]'],
  'ws over TLS, of another authority than the one that is given': ['[error UNABLE_TO_VERIFY_LEAF_SIGNATURE]'],
  'ws over TLS, whose certificate in between is not sent, of a known organisation': [
    '[error UNABLE_TO_VERIFY_LEAF_SIGNATURE]',
  ],
  'ws over TLS, whose certificate in between is not sent, and is to be had elsewhere': [
    '[error UNABLE_TO_VERIFY_LEAF_SIGNATURE]',
  ],
  'node:http, spoken to by TLS': ['[error ERR_SSL_WRONG_VERSION_NUMBER]'],
  'the reference server, spoken to by TLS': ['[error ERR_SSL_WRONG_VERSION_NUMBER]'],
  'aiohttp, spoken to by TLS': ['[error ERR_SSL_WRONG_VERSION_NUMBER]'],
  'uvicorn, spoken to by TLS': ['[error ERR_SSL_WRONG_VERSION_NUMBER]'],
  'what speaks as OpenSSH does, spoken to by TLS': ['[error ERR_SSL_WRONG_VERSION_NUMBER]'],
  'ws over TLS, spoken to without': ['[ended]'],
  'the reference server over TLS, spoken to without': ['[ended]'],
  'ws over TLS 1.1': ['[error ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION]'],
  'ws over TLS, with ciphers for another key than it has': ['[error ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE]'],
  'ws over TLS 1.2, which wants a certificate of the client': [
    '[error ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE]',
  ],
  'ws over TLS 1.3, which wants a certificate of the client': [
    '[error ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED]',
  ],
  'node:http2 over TLS, without HTTP/1.1': ['[error ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL]'],
  'a server over TLS that begins with the settings of HTTP/2, whatever is offered': [
    '\x00\x00\x00\x04\x00\x00\x00\x00\x00',
  ],
  'node:http2 without TLS': [
    '\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02[ended]',
  ],
  'a server that reads a ClientHello and says nothing': ['[late]'],
  'a server that answers a ClientHello by an alert of a name that it does not know': [
    '[error ERR_SSL_TLSV1_UNRECOGNIZED_NAME]',
  ],
  'a server that answers a ClientHello by an alert of an error of its own': [
    '[error ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR]',
  ],
  'a server that ends when it has read a ClientHello': ['[ended]'],
  'a server that resets when it has read a ClientHello': ['[reset]'],
  'ws over TLS, of a known authority': [`${opens}\x8a\x05ws101`],
  'ws over TLS, with its whole chain': [`${opens}\x8a\x05ws101`],
  'the reference server over TLS': [`${opens}\x8a\x05ws101`],
  'ws over TLS, expired, where any certificate will do': [`${opens}\x8a\x05ws101`],
  'node:https without a WebSocket': ['HTTP/1.1 200 OK\r\n', 'Hello, world!'],
};
