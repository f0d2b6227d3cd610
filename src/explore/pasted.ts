import { describePaste, readPaste } from '../paste/index.ts';
import { type Field, fieldValues, joinLines, parseRequest } from '../wire/index.ts';
import type { Mode, PageState } from './fragment.ts';
import { clientFields, settle } from './setting.ts';
import { writeTyped } from './typed-octets.ts';

/** What a paste puts in the place of what is on the page. */
export interface Pasted {
  /** What is shown then: the request where there is one. */
  readonly mode: Mode;
  readonly states: Readonly<Record<Mode, PageState>>;
  /** What the paste was taken for, and what was assumed. */
  readonly told: string;
}

/**
 * Finds the messages in what is pasted into the editor.
 *
 * @param isWhole whether nothing else will stand in the editor
 * @returns null where the text is to be taken as it is: one message, a part of one, or none
 */
export function readPasted(text: string, isWhole: boolean, states: Pasted['states']): Pasted | null {
  const read = readPaste(new TextEncoder().encode(text));
  if (!read.ok) return null;
  const { kind, request, reply } = read.value;
  const isOneMessage = kind === 'octets' && (request === null || reply === null);
  if (isOneMessage || (!isWhole && (kind === 'octets' || kind === 'fields'))) return null;
  const parsed = request && parseRequest(request);
  const settings = parsed?.ok
    ? readSettings(parsed.value.fields, states.reply.settings)
    : states.reply.settings;
  return {
    mode: request ? 'request' : 'reply',
    states: {
      request: request ? { ...states.request, text: writeTyped(request) } : states.request,
      reply: reply ? { mode: 'reply', text: writeTyped(reply), settings } : states.reply,
    },
    told: [
      ...describePaste(read.value),
      ...(request && reply ? ['The reply is kept beside the request.'] : []),
    ].join(' '),
  };
}

/** What a client that sends such fields has to be told of it. */
function readSettings(fields: readonly Field[], settings: PageState['settings']): PageState['settings'] {
  const [key] = fieldValues(fields, 'sec-websocket-key');
  return settle(clientFields, {
    ...settings,
    ...(key === undefined ? {} : { key }),
    subprotocols: joinLines(fieldValues(fields, 'sec-websocket-protocol')),
    extensions: joinLines(fieldValues(fields, 'sec-websocket-extensions')),
  });
}
