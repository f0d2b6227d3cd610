import type { DeflateOffer } from '../negotiation/permessage-deflate.ts';
import {
  callback,
  clock,
  flag,
  flagOr,
  headers,
  type Kind,
  listOf,
  number,
  objectOf,
  oneOf,
  type Shape,
  signal,
  text,
  texts,
  url,
} from '../option/kind.ts';
import type { HandshakeOptions } from './option.ts';
import type { ClientTlsOptions } from './secure.ts';

const offer = listOf<DeflateOffer>({
  serverNoContextTakeover: flag,
  clientNoContextTakeover: flag,
  serverMaxWindowBits: number,
  clientMaxWindowBits: {
    expected: 'a number or true',
    fits: (value) => typeof value === 'number' || value === true,
  },
});

/** A certificate or a key, as Node's TLS takes them. */
const certificate: Kind = {
  expected: 'a string, a Buffer or a list of them',
  fits: (value) => typeof value === 'string' || ArrayBuffer.isView(value) || Array.isArray(value),
};

const tls = objectOf<ClientTlsOptions>({
  ca: certificate,
  cert: certificate,
  key: certificate,
  passphrase: text,
  pfx: certificate,
  ciphers: text,
  minVersion: text,
  maxVersion: text,
  rejectUnauthorized: flag,
  servername: text,
  checkServerIdentity: callback,
});

/** What a handshake can be told. */
export const handshakeShape: Shape<HandshakeOptions> = {
  subprotocols: texts,
  headers,
  origin: text,
  permessageDeflate: flagOr(offer),
  rules: oneOf('rfc6455', 'whatwg'),
  tls,
  proxy: url,
  proxyTls: tls,
  proxyFromEnvironment: flag,
  deadline: number,
  signal,
  headLimit: number,
  fieldLimit: number,
  lookup: callback,
  onFailure: callback,
  interpreter: oneOf('compiled', 'actor'),
  inspect: callback,
  clock,
};
