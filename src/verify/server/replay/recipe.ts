import { spellings } from '../../../arbitraries/index.ts';
import { decodeLatin1, encodeLatin1 } from '../../../wire/index.ts';
import type { Target } from '../../judge/target.ts';
import { hideCredential } from '../../report/placeholder.ts';
import { findSpans, type Remade, remake } from '../../report/recipe.ts';
import type { Recipe, ValueSpan } from '../../report/report.ts';

/** A request without its secrets, and how it was made. */
export interface HiddenRequest {
  readonly request: Uint8Array;
  readonly recipe: Recipe;
}

/** Hides the secrets of a request, and tells where it has the credential, right or spoilt, and what depends on the URL. */
export function hideRequest(octets: Uint8Array, target: Target): HiddenRequest {
  const { auth } = target.options;
  const plain = decodeLatin1(octets);
  let hidden = decodeLatin1(hideCredential(octets, target));
  const spans = [...ofUrl(plain, target)];
  if (auth && auth.in !== 'firstMessage') {
    for (const { 0: run, index } of hidden.matchAll(/\*+/g)) {
      const end = index + run.length;
      const found = findSpans(plain, [{ of: 'credential', value: auth.value }], index, end);
      // What was put beside a credential is no secret; of anything else nobody knows.
      const beside = found.reduceRight(
        (text, { start, end: to }) => {
          return text.slice(0, start - index) + '*'.repeat(to - start) + text.slice(to - index);
        },
        plain.slice(index, end),
      );
      const isOfIt = found.length > 0 || run.length === auth.value.length;
      if (!isOfIt || !/^[x*]+$/.test(beside)) continue;
      hidden = hidden.slice(0, index) + beside + hidden.slice(end);
      spans.push(...found);
    }
  }
  const ordered = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const apart = ordered.filter(({ start }, at) => ordered.slice(0, at).every(({ end }) => end <= start));
  return { request: encodeLatin1(hidden), recipe: { spans: apart } };
}

function ofUrl(text: string, { uri: { authority, resourceName } }: Target): readonly ValueSpan[] {
  const [line = '', origin = ''] = /^[\r\n]*\S+ +(https?:\/\/[^\s/?]*)?/i.exec(text) ?? [];
  const resource = { start: line.length, end: line.length + resourceName.length, of: 'resource' } as const;
  const hosts = [...text.matchAll(/^host[ \t]*:.*/gim)].map(
    ({ 0: host, index }) => [index, host.length] as const,
  );
  return [
    ...(text.startsWith(resourceName, line.length) ? [{ ...resource, spelling: 'whole' } as const] : []),
    ...[[line.length - origin.length, origin.length] as const, ...hosts].flatMap(([from, length]) =>
      findSpans(text, [{ of: 'authority', value: authority }], from, from + length),
    ),
  ].filter(({ spelling }) => spelling === 'whole');
}

/** The octets of a request, made anew for a target; null where that has no credential. */
export function remakeRequest(
  octets: Uint8Array,
  recipe: Recipe,
  { uri, options: { auth } }: Target,
): Remade | null {
  const credential = auth && auth.in !== 'firstMessage' ? auth.value : null;
  return remake(octets, recipe, ({ of }) =>
    of === 'credential' ? credential : of === 'authority' ? uri.authority : uri.resourceName,
  );
}

/** Whether each credential that a recipe spoils is another one then: one of digits alone has no other case. */
export function canBeSpoilt({ spans }: Recipe, { options: { auth } }: Target): boolean {
  return spans.every(
    ({ of, spelling }) =>
      of !== 'credential' || spelling === 'whole' || spellings[spelling](auth?.value ?? '') !== auth?.value,
  );
}

/** The lengths of the parts in which a request is sent, as they are where it was made anew. */
export function movePieces(
  length: number,
  { pieces, rest }: { readonly pieces?: readonly number[]; readonly rest?: number },
  { octets, moved }: Remade,
): { readonly pieces?: readonly number[]; readonly rest?: number } {
  const ends = (pieces ?? []).map((_, at, all) =>
    moved(all.slice(0, at + 1).reduce((sum, each) => sum + each, 0)),
  );
  return {
    ...(pieces ? { pieces: ends.map((end, at) => end - (ends[at - 1] ?? 0)) } : {}),
    ...(rest === undefined ? {} : { rest: octets.length - moved(length - rest) }),
  };
}
