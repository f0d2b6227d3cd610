import {
  computeAccept,
  type Extension,
  fieldValues,
  joinLines,
  parseExtensionList,
  parseTokenList,
  type RequestHead,
  type Sha1,
} from '../wire/index.ts';

/** What a client has sent that a reply must fit. */
export interface Offer {
  /** The accept value for its key. */
  readonly accept: string;
  /** Names that it offered, `chat` for example, the preferred first; empty for none. */
  readonly subprotocols: readonly string[];
  /** Extensions that it offered, of whatever names, the preferred first; empty for none. */
  readonly extensions: readonly Extension[];
}

/** What a request offers. A list that breaks its grammar offers nothing, and a key that is absent is an empty one. */
export function offerOf({ fields }: Pick<RequestHead, 'fields'>, sha1: Sha1): Offer {
  const textOf = (name: string) => joinLines(fieldValues(fields, name));
  const extensions = parseExtensionList(textOf('sec-websocket-extensions'));
  return {
    accept: computeAccept(fieldValues(fields, 'sec-websocket-key')[0] ?? '', sha1),
    subprotocols: parseTokenList(textOf('sec-websocket-protocol')) ?? [],
    extensions: extensions.ok ? extensions.value : [],
  };
}
