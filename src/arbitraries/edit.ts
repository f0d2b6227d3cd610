import { editLines, type LineEdit } from './line-edit.ts';
import type { ReplyMessage, RequestMessage } from './message.ts';

/** A change of a request, as data. */
export type RequestEdit =
  | LineEdit
  | {
      readonly kind: 'setPart';
      readonly part: 'prefix' | 'method' | 'separator' | 'target' | 'version' | 'content';
      readonly text: string;
    }
  /** Puts a text before the target. */
  | { readonly kind: 'prefixTarget'; readonly text: string }
  /** Adds segments behind the path of the target, before its query. */
  | { readonly kind: 'addPath'; readonly text: string }
  /** Adds a parameter behind those of the target, or takes it out from among them. */
  | { readonly kind: 'addQuery' | 'removeQuery'; readonly text: string }
  /** Lengthens the query until the request line has so many octets. */
  | { readonly kind: 'lengthenLine'; readonly octets: number };

/** A change of a reply, as data. */
export type ReplyEdit =
  | LineEdit
  | { readonly kind: 'setPart'; readonly part: 'prefix' | 'statusLine' | 'content'; readonly text: string };

/** A change of a message, as data: written as JSON, and read again, it does the same. */
export type Edit = RequestEdit | ReplyEdit;

/** The changes that messages of a type can have. */
export type EditOf<M> = M extends RequestMessage ? RequestEdit : ReplyEdit;

/** A message with a change made to it; the message that is given stays as it is. */
export function applyEdit<M extends RequestMessage | ReplyMessage>(message: M, edit: EditOf<M>): M {
  const change: Edit = edit;
  switch (change.kind) {
    case 'setPart':
      return { ...message, [change.part]: change.text };
    case 'prefixTarget':
      return setTarget(message, ({ target }) => `${change.text}${target}`);
    case 'addPath':
      return setTarget(message, ({ target }) => addPath(target, change.text));
    case 'addQuery':
      return setTarget(message, ({ target }) => addQuery(target, change.text));
    case 'removeQuery':
      return setTarget(message, ({ target }) => removeQuery(target, change.text));
    case 'lengthenLine':
      return setTarget(message, (request) => lengthenTarget(request, change.octets));
    default:
      return editLines(message, change);
  }
}

/** A message with changes made to it, one after the other. */
export function applyEdits<M extends RequestMessage | ReplyMessage>(
  message: M,
  edits: readonly EditOf<M>[],
): M {
  return edits.reduce((changed, edit) => applyEdit(changed, edit), message);
}

/** A reply has no target, and no edit of one either: that is what the type of the edits says. */
function setTarget<M extends RequestMessage | ReplyMessage>(
  message: M,
  change: (request: RequestMessage) => string,
): M {
  return 'target' in message ? { ...message, target: change(message) } : message;
}

function addPath(target: string, segments: string): string {
  const [, path = '', query = ''] = /^([^?]*?)\/?(\?.*)?$/.exec(target) ?? [];
  return path + segments + query;
}

/** A target with a query, behind the one that it has. */
export function addQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

function removeQuery(target: string, query: string): string {
  return target.replace(`&${query}`, '').replace(`?${query}`, '');
}

function lengthenTarget({ method, target, version, separator }: RequestMessage, octets: number): string {
  const rest = `${method}${separator}${separator}${version}`.length;
  return addQuery(target, '').padEnd(octets - rest, 'a');
}
