import * as v from 'valibot';
import {
  callback,
  flag,
  headers,
  isRecord,
  numbers,
  objectOf,
  oneOf,
  signal,
  text,
  texts,
  wholeFrom,
} from '../../option/kind.ts';
import { clauseIdList, seed } from '../run/option-kind.ts';

const places = oneOf('query', 'cookie', 'field', 'authorization', 'subprotocol', 'firstMessage');

const credential = v.pipe(
  v.custom(
    (value) => isRecord(value) && v.is(places, value['in']) && v.is(text, value['value']),
    "a credential, as in { in: 'query', name: 'token', value: 'secret' },",
  ),
  objectOf({ in: places, name: text, scheme: oneOf('Bearer', 'Basic'), prefix: text, value: text }),
);

/** What may be known of a server, and how much is played. */
export const verifyServerShape = {
  subprotocols: texts,
  subprotocolRequired: flag,
  origins: texts,
  auth: credential,
  headers,
  versions: numbers,
  insecure: flag,
  keyCheck: oneOf('strict', 'length', 'presence'),
  seed,
  runs: wholeFrom(0),
  only: clauseIdList,
  concurrency: wholeFrom(1),
  timeout: wholeFrom(1),
  shard: objectOf({ index: wholeFrom(0), count: wholeFrom(1) }),
  inEveryShard: clauseIdList,
  onProgress: callback,
  onKept: callback,
  signal,
};
