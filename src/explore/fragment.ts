import { makeHider } from '../auth/hider.ts';
import { readPasted } from '../diagnosis/index.ts';
import { findPasted } from '../paste/index.ts';
import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { clientFields, type SettingField, serverFields, settle } from './setting.ts';

export type Mode = 'request' | 'reply';

/** What a page shows, and a link to it says. */
export interface PageState {
  readonly mode: Mode;
  /** The text in the editor, as it was typed. */
  readonly text: string;
  /** Every setting of the mode. */
  readonly settings: Readonly<Record<string, string>>;
}

export const fieldsOfMode: Readonly<Record<Mode, Readonly<Record<string, SettingField>>>> = {
  request: serverFields,
  reply: clientFields,
};

/** What a message has in it, in whatever state, and as curl tells it: a start-line, or a field. */
const lineOfMessage = /^(?:[<>] )?(?:(?:\S+ \S+ )?HTTP\/\d|[\w-]+:)/m;

/** The credential that is there before anybody gives one. */
const { secret: example } = serverFields;

/**
 * A state as the address of the page may have it, which stays in the history and goes to others: without secrets. What
 * is neither a message nor words, such as a command or an archive, is left out.
 */
export function hideSecrets({ mode, text, settings }: PageState): PageState {
  const hidden = 'secret' in settings ? { ...settings, secret: example.initial } : settings;
  return { mode, text: hideInText(text), settings: hidden };
}

function hideInText(text: string): string {
  const message = new TextEncoder().encode(text);
  const read = readPasted(message);
  const { paste = null, words = null } = 'problem' in read ? {} : read;
  const isOfLines = (paste !== null || words === null) && lineOfMessage.test(text);
  if (!isOfLines && words === null && /^\s*[{[]|(?:^|\s)-\w/.test(text)) return '';
  const hider = makeHider(findPasted(message, paste));
  if (!isOfLines) return hider.text(text);
  const octets = decodeLatin1(message);
  const hidden = decodeLatin1(hider.octets(message)).replace(/\*+/g, (run, at: number) => {
    const shown = octets.slice(at, at + run.length);
    return shown === example.initial ? shown : run;
  });
  return new TextDecoder().decode(encodeLatin1(hidden));
}

/** The fragment of a URL, without its "#": the mode, and the text and the settings that were changed in base64url. */
export function writeFragment({ mode, text, settings }: PageState): string {
  const fields = fieldsOfMode[mode];
  const changed = Object.entries(settings).filter(([name, value]) => fields[name]?.initial !== value);
  const octets = new TextEncoder().encode(JSON.stringify([text, Object.fromEntries(changed)]));
  const base64 = btoa(decodeLatin1(octets));
  return `${mode}=${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** What a fragment says, without its "#"; null where it says nothing. */
export function readFragment(fragment: string): PageState | null {
  const [, mode, base64url = ''] = /^(request|reply)=([\w-]+)$/.exec(fragment) ?? [];
  if (mode !== 'request' && mode !== 'reply') return null;
  const read = readJson(base64url);
  if (!Array.isArray(read) || typeof read[0] !== 'string') return null;
  const [text, settings] = read;
  return { mode, text, settings: settle(fieldsOfMode[mode], { ...settings }) };
}

function readJson(base64url: string): unknown {
  try {
    const octets = encodeLatin1(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    return null;
  }
}
