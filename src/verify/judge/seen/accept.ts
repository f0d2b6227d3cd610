import { explainReply } from '../../../diagnosis/index.ts';
import { hashes, sha1 } from '../../../sha1.ts';
import { computeAccept, fieldValues, type ReplyHead, type RequestHead } from '../../../wire/index.ts';
import type { Phrase } from './phrase.ts';

/** The accept value that a request asks for, and how far that of a reply is from it. */
export function acceptPhrase(request: RequestHead, reply: ReplyHead): Phrase {
  const [key = ''] = fieldValues(request.fields, 'sec-websocket-key');
  const cause = explainReply(key, reply, hashes);
  return { is: 'rightAccept', accept: computeAccept(key, sha1), cause };
}
