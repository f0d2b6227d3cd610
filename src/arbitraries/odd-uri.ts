import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';

/** A text that is no WebSocket URI, and the clause that says why. */
export interface OddUri {
  readonly clause: ClauseId;
  readonly uri: string;
}

/** Texts that break the grammar of WebSocket URIs, made out of a valid one. */
export function oddUri(authority: string): fc.Arbitrary<OddUri> {
  const odd = (clause: ClauseId, ...uris: readonly string[]) =>
    fc.constantFrom(...uris).map((uri) => ({ clause, uri }));
  const path = fc.stringMatching(/^[a-z0-9/]{0,8}$/);
  return fc.oneof(
    path.map((text) => ({ clause: 'rfc6455/3/no-fragment' as const, uri: `ws://${authority}/${text}#` })),
    path.map((text) => ({ clause: 'rfc6455/3/no-fragment' as const, uri: `ws://${authority}/#${text}` })),
    odd(
      'rfc6455/3/scheme',
      ...['http', 'https', 'wsx', 'w', 'ftp', 'file'].map((scheme) => `${scheme}://${authority}/`),
    ),
    odd(
      'rfc6455/3/no-user-information',
      `ws://user@${authority}/`,
      `ws://u:p@${authority}/`,
      `ws://@${authority}/`,
    ),
    odd(
      'rfc6455/3/valid-components',
      'ws://',
      'ws:///x',
      'ws://:80/',
      'ws://a:65536/',
      'ws://a:b/',
      'ws://[::1/',
    ),
    odd(
      'rfc6455/3/valid-components',
      `ws://${authority}/ `,
      `ws://${authority}/\n`,
      ' ws://a/',
      'ws://a\\b/',
    ),
  );
}
