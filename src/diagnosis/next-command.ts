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
 */
export function nameNextCommand(
  words: ErrorText | null,
  { uri, origin, subprotocols }: Pick<Asked, 'uri' | 'origin' | 'subprotocols'>,
): string {
  const { as, subprotocol = subprotocols.join(',') } = words?.options ?? {};
  const known = uri === null ? null : `${uri.secure ? 'wss' : 'ws'}://${uri.authority}${uri.resourceName}`;
  const url = words?.url ?? known;
  return [
    `ws101 doctor ${url === null ? '<url>' : quoteForShell(url)}`,
    ...(as === undefined ? [] : [`--as ${as}`]),
    ...(origin === null ? [] : [`--origin ${quoteForShell(origin)}`]),
    ...(subprotocol === '' ? [] : [`--subprotocol ${quoteForShell(subprotocol)}`]),
  ].join(' ');
}
