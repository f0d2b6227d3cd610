import type { FixableId, MendedProduct } from '../../src/knowledge/remedy/mend.ts';
import type { ProxyName } from '../peers/proxy-program.ts';
import type { Program } from '../system.ts';
import { readTextCases } from '../text-case.ts';

/** What tells a configuration that is wrong from one that is mended, besides a status that is refused. */
const shownWords = ['idle', 'deflate', 'second'] as const;

/** A configuration that is wrong, as the comment in its file describes it. */
export interface RemedyBase {
  readonly id: string;
  readonly product: string;
  readonly program: Extract<ProxyName, Program>;
  readonly config: string;
  readonly shown: number | (typeof shownWords)[number];
  readonly path: string;
  /** Octets. */
  readonly cookie: number;
  readonly isSameOrigin: boolean;
}

const programs = {
  nginx: 'nginx',
  HAProxy: 'haproxy',
  Apache: 'apache2',
  Caddy: 'caddy',
  Varnish: 'varnishd',
  lighttpd: 'lighttpd',
  squid: 'squid',
  h2o: 'h2o',
} as const satisfies Partial<Record<MendedProduct, RemedyBase['program']>>;
const programByProduct = new Map(Object.entries(programs));

/** In the order of the remedies. */
export const remedyBases: readonly RemedyBase[] = readTextCases(
  new URL('data/remedy-base.txt', import.meta.url),
  ['shown', 'path', 'cookie', 'origin'],
).map(({ title, lists, text }) => {
  const [id = '', product = ''] = title.split(' at ');
  const program = programByProduct.get(product);
  if (program === undefined) throw new RangeError(`no program is known as ${product}`);
  const [shown] = lists.get('shown') ?? [];
  return {
    id,
    product,
    program,
    config: `${text}\n`,
    shown: shownWords.find((word) => word === shown) ?? Number(shown),
    path: lists.get('path')?.[0] ?? '/',
    cookie: Number(lists.get('cookie')?.[0] ?? 0),
    isSameOrigin: lists.has('origin'),
  };
});

const key = ({ id, product }: { readonly id: string; readonly product: string | null }) => `${id} ${product}`;

/** Lines that are a program of their own. */
export const scripts = [
  { id: 'server/no-handler', product: 'Node.js' },
  { id: 'server/no-handler', product: 'Express' },
  { id: 'server/no-handler', product: 'Fastify' },
  { id: 'server/origin-refused', product: 'ws' },
  { id: 'server/subprotocol-none-chosen', product: 'ws' },
  { id: 'server/two-answers', product: 'ws' },
  { id: 'server/early-frame-lost', product: 'Node.js' },
  { id: 'server/limits', product: 'Node.js' },
  { id: 'server/token-list', product: 'Node.js' },
  { id: 'server/accept-wrong', product: 'Node.js' },
] as const satisfies readonly { readonly id: FixableId; readonly product: MendedProduct }[];

/** The failures and products whose lines are run. */
export const lineKeys: readonly string[] = [...remedyBases, ...scripts].map(key);

/**
 * A configuration with the lines of a remedy where they belong: below the comment that names the place, or in the place
 * of the lines that begin like what is named.
 *
 * @throws RangeError where there is no such place
 */
export function mendConfiguration(config: string, text: string): string {
  let mended = config;
  for (const [, heading = '', lines = ''] of text.matchAll(/^# (.*)\n((?:(?!# ).*\n?)+)/gm)) {
    const [, old] = /Replace (.+?)(?: with)?[,:]/.exec(heading) ?? [];
    const isPlace = (line: string) =>
      old === undefined
        ? line.startsWith('# ') && heading.includes(line.slice('# '.length))
        : line === old || line.startsWith(`${old} `) || line.startsWith(`${old}:`);
    const all = mended.split('\n');
    const places = all.filter((line) => isPlace(line.trim()));
    if (places.length !== 1) throw new RangeError(`"${heading}" has ${places.length} places in ${config}`);
    mended = all
      .map((line) =>
        isPlace(line.trim()) ? lines.replaceAll(/^(?=.)/gm, /^ */.exec(line)?.[0] ?? '') : line,
      )
      .join('\n');
  }
  return mended;
}
