import type { Hider } from '../auth/hider.ts';
import { quoteForShell } from '../quote/shell.ts';
import type { ErrorText } from './error-text.ts';
import type { Asked } from './observation.ts';

/** Whose words those of an error are, and what they mean, in sentences. */
export function tellWords({ client, quote, meaning }: ErrorText): readonly string[] {
  return [`Message from ${client}: "${quote}".`, meaning];
}

/**
 * The command that asks the server itself, which a shell takes as it is.
 *
 * @param words those of an error, where there are any
 * @param uri where the connection was to lead to; null where that is not known
 * @param hider hides what is secret in each word before that is quoted: afterwards it could take a quote away
 */
export function nameNextCommand(
  words: ErrorText | null,
  { uri, origin, subprotocols }: Pick<Asked, 'uri' | 'origin' | 'subprotocols'>,
  hider: Hider,
): string {
  const { as, subprotocol = subprotocols.join(',') } = words?.options ?? {};
  const known = uri === null ? null : `${uri.secure ? 'wss' : 'ws'}://${uri.authority}${uri.resourceName}`;
  const url = words?.url ?? known;
  const hideUri = (text: string) => quoteForShell(hider.target(hider.given(text)));
  const names = hider.field('Sec-WebSocket-Protocol', hider.given(subprotocol));
  return [
    `ws101 doctor ${url === null ? '<url>' : hideUri(url)}`,
    ...(as === undefined ? [] : [`--as ${as}`]),
    ...(origin === null ? [] : [`--origin ${hideUri(origin)}`]),
    ...(subprotocol === '' ? [] : [`--subprotocol ${quoteForShell(names)}`]),
  ].join(' ');
}
