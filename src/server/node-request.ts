import type { IncomingMessage, Server } from 'node:http';
import type { Field, RequestHead } from '../wire/index.ts';

/** The head as Node's parser has read it: where its fields stood is not known. */
export function requestOf(message: IncomingMessage): RequestHead {
  const { rawHeaders, method = '', url = '', httpVersionMajor: major, httpVersionMinor: minor } = message;
  const fields: Field[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    fields.push({ name: rawHeaders[at] ?? '', value: rawHeaders[at + 1] ?? '', span: { start: 0, end: 0 } });
  }
  return { method, target: url, version: { major, minor }, fields };
}

/**
 * Whether Node's parser may have left fields out: it takes 1,000 or as many as it is told, and says nothing of
 * the others.
 */
export function lacksFields(
  { rawHeaders }: IncomingMessage,
  { maxHeadersCount }: Pick<Server, 'maxHeadersCount'>,
): boolean {
  const most = (maxHeadersCount ?? 1_000) * 2;
  return most > 0 && rawHeaders.length >= most;
}
