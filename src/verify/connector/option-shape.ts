import { callback, flag, objectOf, oneOf, signal, texts, wholeFrom } from '../../option/kind.ts';
import { clauseIdList, seed } from '../run/option-kind.ts';

/** What may be said of a client, and how much is played. */
export const verifyClientShape = {
  driver: flag,
  subprotocols: texts,
  rules: oneOf('rfc6455', 'whatwg'),
  seed,
  runs: wholeFrom(0),
  only: clauseIdList,
  concurrency: wholeFrom(1),
  timeout: wholeFrom(1),
  patience: wholeFrom(1),
  shard: objectOf({ index: wholeFrom(0), count: wholeFrom(1) }),
  inEveryShard: clauseIdList,
  onProgress: callback,
  onKept: callback,
  signal,
};
