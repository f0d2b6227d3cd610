import { readPasted as readAny, readAsked } from '../diagnosis/index.ts';
import { describePaste, type Paste, readPaste, toUtf8 } from '../paste/index.ts';
import { fieldValues, joinLines, parseRequest } from '../wire/index.ts';
import type { Mode, PageState } from './fragment.ts';
import { clientFields, settle } from './setting.ts';
import { writeTyped } from './typed-octets.ts';
import { viewWords } from './word-view.ts';

/** What a paste puts in the place of what is on the page. */
export interface PastedPage {
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
export function readPasted(text: string, isWhole: boolean, states: PastedPage['states']): PastedPage | null {
  if (viewWords(text) !== null) return keepWords(text, states);
  const read = readPaste(new TextEncoder().encode(text));
  if (!read.ok) return null;
  const { kind, request, reply } = read.value;
  const isOneMessage = kind === 'octets' && (request === null || reply === null);
  if (isOneMessage || (!isWhole && (kind === 'octets' || kind === 'fields'))) return null;
  return keep(read.value, request ? 'request' : 'reply', states);
}

/**
 * Finds the messages in a file, or the words of an error. Of two messages the reply is shown: it says why.
 *
 * @returns in a sentence why there is neither
 */
export function readFile(
  file: Uint8Array,
  states: PastedPage['states'],
): PastedPage | { readonly problem: string } {
  const octets = toUtf8(file);
  const read = readAny(octets);
  if ('problem' in read) return read;
  if (read.paste === null) return keepWords(new TextDecoder().decode(octets), states);
  return keep(read.paste, read.paste.reply ? 'reply' : 'request', states);
}

/** Words tell of a reply, or of what came in the place of one. */
function keepWords(text: string, states: PastedPage['states']): PastedPage {
  return { mode: 'reply', states: { ...states, reply: { ...states.reply, text } }, told: '' };
}

function keep(paste: Paste, mode: Mode, states: PastedPage['states']): PastedPage {
  const { request, reply } = paste;
  const settings = request ? readSettings(request, states.reply.settings) : states.reply.settings;
  const [other, shown] = mode === 'request' ? ['reply', 'request'] : ['request', 'reply'];
  return {
    mode,
    states: {
      request: request ? { ...states.request, text: writeTyped(request) } : states.request,
      reply: reply ? { mode: 'reply', text: writeTyped(reply), settings } : states.reply,
    },
    told: [
      ...describePaste(paste),
      ...(request && reply ? [`The ${other} is kept beside the ${shown}.`] : []),
    ].join(' '),
  };
}

/** What a client that sends such a request has to be told of it; what it was before where that cannot be read. */
function readSettings(request: Uint8Array, settings: PageState['settings']): PageState['settings'] {
  const parsed = parseRequest(request);
  if (!parsed.ok) return settings;
  const { fields } = parsed.value;
  const { origin, isCredentialSent } = readAsked(request);
  const [key] = fieldValues(fields, 'sec-websocket-key');
  return settle(clientFields, {
    ...settings,
    ...(key === undefined ? {} : { key }),
    subprotocols: joinLines(fieldValues(fields, 'sec-websocket-protocol')),
    extensions: joinLines(fieldValues(fields, 'sec-websocket-extensions')),
    origin: origin ?? '',
    credential: isCredentialSent ? 'sent' : 'none',
  });
}
