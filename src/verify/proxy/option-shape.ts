import * as v from 'valibot';
import { callback, flag, headers, isRecord, objectOf, signal, text, wholeFrom } from '../../option/kind.ts';
import { clauseIdList, seed } from '../run/option-kind.ts';

const port = wholeFrom(1, 65_535, 'a port from 1 to 65535');

const backend = v.pipe(
  v.custom(
    (value) => isRecord(value) && value['port'] !== undefined,
    'an object with the port that the proxy forwards to, as in { port: 8080 },',
  ),
  objectOf({ host: text, port, cert: text, key: text }),
);

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
