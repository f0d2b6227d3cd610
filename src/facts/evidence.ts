import { fieldsOf, type Topic } from '../../models/topic.ts';
import { decodeLatin1, type Field, type Span, splitHead } from '../wire/index.ts';

/** What of a head was read, as far as evidence can be found in it. */
export interface Evident {
  readonly head: Uint8Array;
  readonly fields: readonly Field[];
  /** The first thing that cannot be read. */
  readonly fault: { readonly span: Span } | null;
  /** Where a credential stands, if it is known: `target`, or the name of a field. */
  readonly credentialAt?: string | undefined;
}

/**
 * The octets of a head that a rule about this part of it looks at; none where the head has no such part, or where the
 * rule looks at what stands behind it.
 */
export function locateTopic(topic: Topic, evident: Evident): readonly Span[] {
  const { head, fields, fault, credentialAt } = evident;
  const { startLine, fieldsFrom } = splitHead(head);
  const words = [...startLine.matchAll(/[^ ]+/g)];
  const isInFields = fault !== null && fault.span.start >= fieldsFrom;
  switch (topic) {
    case 'start-line':
      if (isInFields) return [];
      return [fault ? fault.span : { start: 0, end: startLine.length }];
    case 'fields':
      return isInFields ? [fault.span] : findFolds(head);
    case 'first-field':
      return fields.slice(0, 1).map(({ span }) => span);
    case 'method':
      return spanOf(words[0]);
    case 'target':
      return fault && !isInFields ? [fault.span] : spanOf(words[1]);
    case 'status':
      return spanOf(words[1]);
    case 'credential':
      if (credentialAt === 'target') return locateTopic('target', evident);
      return credentialAt === undefined ? [] : locateFields([credentialAt], fields);
    case 'http-version':
      // Wherever it stands.
      return spanOf(words.find(([text]) => text.startsWith('HTTP/')));
    default:
      return locateFields(fieldsOf(topic), fields);
  }
}

/** The lines of the fields of these names. */
function locateFields(names: readonly string[], fields: readonly Field[]): readonly Span[] {
  const lower = names.map((name) => name.toLowerCase());
  return fields.filter(({ name }) => lower.includes(name.toLowerCase())).map(({ span }) => span);
}

function spanOf(match: RegExpExecArray | undefined): readonly Span[] {
  return match ? [{ start: match.index, end: match.index + match[0].length }] : [];
}

/** Lines that go on with the value of the line before (RFC 9112 §5.2). */
function findFolds(head: Uint8Array): readonly Span[] {
  const text = decodeLatin1(head).replace(/\r\n\r\n.*/s, '');
  const folds = text.matchAll(/(?<=\r\n)[ \t][^\r\n]*/g);
  return [...folds].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}
