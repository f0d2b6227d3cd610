import type { ClauseId } from '../../../models/clauses.ts';
import { serverRows } from '../../../models/server-decision.ts';
import { fieldsOf, findEvidence } from '../../facts/evidence.ts';
import { type Field, parseReply, parseRequest, type Span, splitHead } from '../../wire/index.ts';

/** Octets, and which of them show what is wrong; no marks where that is not known. */
export interface Evident {
  readonly octets: Uint8Array;
  readonly marks: readonly Span[];
}

/** A fault as a finding has it, with its octets in base64. */
export interface EncodedFault {
  readonly clause: ClauseId;
  readonly observed: string;
  readonly request: string;
  readonly response: string;
}

/** The octets that a finding has, with marks on those that show what is wrong. */
export function markEvidence(finding: EncodedFault): {
  readonly request: Evident;
  readonly response: Evident;
} {
  const request = Buffer.from(finding.request, 'base64');
  const response = Buffer.from(finding.response, 'base64');
  return {
    request: { octets: request, marks: findInRequest(request, finding.clause) },
    response: { octets: response, marks: markReply(response, finding) },
  };
}

/** Which octets of a reply show what is wrong. */
export function markReply(
  octets: Uint8Array,
  { clause, observed }: Pick<EncodedFault, 'clause' | 'observed'>,
): readonly Span[] {
  return [...findInReply(octets, clause), ...findObserved(splitHead(octets).text, observed)];
}

/** Octets in base64 in which nothing is known to show a fault. */
export function unmarked(base64: string): Evident {
  return { octets: Buffer.from(base64, 'base64'), marks: [] };
}

/** What the rows that cite the clause look at. Where no row cites it: the fields that the clause names. */
function findInRequest(head: Uint8Array, clause: ClauseId): readonly Span[] {
  const parsed = parseRequest(head);
  const fields = parsed.ok ? parsed.value.fields : [];
  const rows = serverRows.filter((row) => row.clause === clause);
  if (rows.length === 0) return spansOf(fields, fieldsOf(topicOf(clause)));
  const fault = parsed.ok ? null : parsed;
  return rows.flatMap(({ guard }) => findEvidence(guard, { head, fields, fault }));
}

function findInReply(octets: Uint8Array, clause: ClauseId): readonly Span[] {
  if (octets.length === 0) return [];
  const parsed = parseReply(octets);
  return parsed.ok ? spansOf(parsed.value.fields, fieldsOf(topicOf(clause))) : [parsed.span];
}

/** The first word of what a clause is called, as in `accept-value`. */
function topicOf(clause: ClauseId): string {
  return clause.replace(/^.*\//, '').replace(/-.*$/, '');
}

function spansOf(fields: readonly Field[], names: readonly string[]): readonly Span[] {
  const lower = names.map((name) => name.toLowerCase());
  return fields.filter(({ name }) => lower.includes(name.toLowerCase())).map(({ span }) => span);
}

/** Where the head of a reply has what was observed: a status with its phrase, or the values of fields. */
function findObserved(text: string, observed: string): readonly Span[] {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return observed.split(' and ').flatMap((value) => {
    const start = value.length < 3 || value === 'none' ? -1 : head.indexOf(value);
    return start < 0 ? [] : [{ start, end: start + value.length }];
  });
}
