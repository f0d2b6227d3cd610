import { callback, flag, headers, isRecord, type Kind, signal, text, wholeFrom } from '../../option/kind.ts';
import { clauseIdList, seed } from '../run/option-kind.ts';

const port: Kind = {
  expected: 'a port from 1 to 65535',
  fits: (value) => wholeFrom(1).fits(value) && Number(value) < 65_536,
  isTold: true,
};

const backend: Kind = {
  expected: 'an object with the port that the proxy forwards to, as in { port: 8080 },',
  fits: (value) => isRecord(value) && value['port'] !== undefined,
  inside: { host: text, port, cert: text, key: text },
};

/** What may be said of a proxy, and how much is played. */
export const verifyProxyShape = {
  backend,
  headers,
  origin: text,
  insecure: flag,
  ca: text,
  idle: wholeFrom(1),
  seed,
  runs: wholeFrom(0),
  only: clauseIdList,
  concurrency: wholeFrom(1),
  timeout: wholeFrom(1),
  onProgress: callback,
  onKept: callback,
  signal,
};
