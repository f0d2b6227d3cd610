import type { ClauseId } from '../../models/clauses.ts';
import type { RequestMessage } from './message.ts';
import { queries } from './opening-part.ts';
import { addQuery } from './request-message.ts';

/** A change to a valid request that must change nothing in what comes of it. */
export interface Transform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  readonly apply: (message: RequestMessage) => RequestMessage;
}

/** Changes of the request line, and of all field lines at once. */
export const lineTransforms: readonly Transform[] = [
  { clause: 'rfc9112/2.2/leading-empty-line', apply: (m) => ({ ...m, prefix: '\r\n' }) },
  ...['HTTP/1.2', 'HTTP/1.9'].map(
    (version): Transform => ({ clause: 'rfc9110/6.2/minor-version', apply: (m) => ({ ...m, version }) }),
  ),
  ...queries.map(
    (query): Transform => ({
      clause: 'service/4/query-accepted',
      apply: (m) => ({ ...m, target: addQuery(m.target, query) }),
    }),
  ),
  lengthenLine(8_000),
  { clause: 'rfc6455/1.3/field-order', apply: (m) => ({ ...m, lines: m.lines.toReversed() }) },
  {
    clause: 'rfc6455/1.3/field-order',
    apply: (m) => ({ ...m, lines: [...m.lines.filter(isNotHost), ...m.lines.filter((l) => !isNotHost(l))] }),
  },
  renameFields((name) => name.toLowerCase()),
  renameFields((name) => name.toUpperCase()),
  renameFields((name) =>
    [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join(''),
  ),
  spaceFields('', ''),
  spaceFields('  ', ''),
  spaceFields('\t', ''),
  spaceFields(' ', ' '),
  spaceFields(' ', '\t'),
  spaceFields('\t ', ' \t'),
];

/** A request line of as many octets. */
export function lengthenLine(octets: number): Transform {
  return {
    clause: 'rfc9112/3/line-length',
    apply: (m) => {
      const rest = `${m.method}${m.separator}${m.separator}${m.version}`.length;
      return { ...m, target: addQuery(m.target, '').padEnd(octets - rest, 'a') };
    },
  };
}

/** The same fields by names in another letter case. */
export function renameFields(rename: (name: string) => string): Transform {
  return {
    clause: 'rfc9110/5.1/field-name-case',
    apply: (m) => ({ ...m, lines: m.lines.map((l) => ({ ...l, name: rename(l.name) })) }),
  };
}

/** The same fields with other white space around their values. */
export function spaceFields(before: string, after: string): Transform {
  return {
    clause: 'rfc9112/5.1/surrounding-space',
    apply: (m) => ({
      ...m,
      lines: m.lines.map((l) => ({ ...l, colon: `:${before}`, value: `${l.value}${after}` })),
    }),
  };
}

function isNotHost({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() !== 'host';
}
