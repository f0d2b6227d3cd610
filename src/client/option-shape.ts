import * as v from 'valibot';
import type { DeflateOffer } from '../negotiation/permessage-deflate.ts';
import {
  callback,
  clock,
  flag,
  flagOr,
  headers,
  listOf,
  number,
  objectOf,
  oneOf,
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
  clientMaxWindowBits: v.union([number, v.literal(true)], 'a number or true'),
});

/** A certificate or a key, as Node's TLS takes them. */
const certificate = v.custom(
  (value) => typeof value === 'string' || ArrayBuffer.isView(value) || Array.isArray(value),
  'a string, a Buffer or a list of them',
);

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
export const handshakeOptions = objectOf<HandshakeOptions>({
  subprotocols: texts,
  headers,
  origin: text,
  permessageDeflate: flagOr(offer, 'a list of objects'),
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
});
