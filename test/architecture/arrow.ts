import { posix } from 'node:path';
import { withoutComments } from './source.ts';

/** Single files that belong to nobody: what all shells share. */
const leaves = ['attempt', 'bind', 'clock', 'peer-network', 'same-secret', 'sha1', 'version', 'whole-number'];

/** The folders that each folder may import from; what stands left of another knows nothing of it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  models: [],
  attempt: [],
  bind: [],
  clock: [],
  'peer-network': [],
  'same-secret': [],
  sha1: [],
  version: [],
  'whole-number': ['clock'],
  quote: [],
  wire: ['models'],
  option: ['wire'],
  draw: ['models', 'option'],
  paste: ['wire', 'auth'],
  negotiation: ['models', 'wire'],
  auth: ['models', 'wire'],
  knowledge: ['models'],
  facts: ['models', 'wire', 'negotiation', 'auth'],
  diagnosis: ['models', 'quote', 'wire', 'knowledge', 'paste', 'negotiation', 'auth', 'facts'],
  frames: ['models', 'wire', 'option', 'negotiation', 'clock'],
  arbitraries: ['models', 'wire', 'negotiation'],
  server: ['models', 'wire', 'option', 'negotiation', 'auth', 'facts', 'frames', ...leaves],
  client: ['models', 'wire', 'option', 'negotiation', 'auth', 'facts', 'frames', ...leaves],
  intermediary: ['models', 'wire', 'negotiation', 'auth', 'facts', ...leaves],
  verify: [
    ...['models', 'quote', 'wire', 'option', 'negotiation', 'auth', 'facts', 'frames', 'arbitraries'],
    ...['draw', 'knowledge', 'diagnosis', 'server', 'client', 'intermediary', ...leaves],
  ],
  explore: [
    ...['models', 'wire', 'negotiation', 'auth', 'facts', 'arbitraries', 'draw'],
    ...['paste', 'diagnosis', 'server', 'client', 'sha1'],
  ],
  doctor: [
    ...['models', 'quote', 'wire', 'knowledge', 'negotiation', 'auth', 'facts', 'frames', 'paste'],
    ...['diagnosis', 'client', 'verify', ...leaves],
  ],
  /** What runs in the browser of who reads; it borrows how a report writes octets. */
  page: ['models', 'draw', 'explore', 'verify'],
  /** It borrows how a report is written, how a client reads a reply, and how an upgrade waits for its turn. */
  zoo: [
    ...['models', 'quote', 'wire', 'facts', 'frames', 'arbitraries', 'server', 'client', 'verify'],
    ...leaves,
  ],
  cli: [
    ...['models', 'quote', 'wire', 'option', 'negotiation', 'auth', 'facts', 'frames', 'arbitraries'],
    ...[
      'draw',
      'doctor',
      'paste',
      'diagnosis',
      'server',
      'client',
      'intermediary',
      ...leaves,
      'verify',
      'zoo',
    ],
  ],
  /** `src/index.ts`: the package's main entry. */
  index: ['server', 'client'],
};

/** The rooms of `src/verify`, each of which may import from those before it. */
const rooms = [
  ...['peer', 'judge', 'run', 'explain', 'report', 'html'],
  ...['server', 'connector', 'client', 'proxy', 'self'],
];

/** What lies beside the rooms: the package's entries, which put them together. */
const entries = ['index', 'vitest'];

/** The packages that each folder may import values from; types are free but where `pure` says otherwise. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  models: ['xstate'],
  option: ['valibot'],
  arbitraries: ['fast-check'],
  frames: ['ws'],
  server: ['valibot'],
  client: ['proxy-from-env', 'valibot'],
  verify: [
    ...['@peculiar/x509', 'fast-check', 'fast-xml-builder', 'puppeteer-core', 'reflect-metadata'],
    ...['valibot', 'xstate'],
  ],
  cli: ['commander', 'jiti', 'marked', 'valibot'],
  draw: ['@viz-js/viz', 'valibot', 'xstate'],
  page: ['@viz-js/viz', 'virtual:report.css'],
};

/** Folders that run in a browser: nothing of Node is known there, not even as a type. */
const pure = [
  ...[
    'models',
    'quote',
    'wire',
    'knowledge',
    'option',
    'paste',
    'negotiation',
    'auth',
    'facts',
    'diagnosis',
    'arbitraries',
    'draw',
  ],
  'page',
];

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly isType: boolean;
}

const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)';/gm;
const call = /\bimport\(\s*'([^']+)'\s*\)/g;

function readImports(file: string, text: string): readonly Import[] {
  const code = withoutComments(text);
  const statements = [...code.matchAll(statement)].map(([, type, specifier = '']) => ({
    ...{ file, specifier },
    isType: type !== undefined,
  }));
  const calls = [...code.matchAll(call)].map(([, specifier = '']) => ({ file, specifier, isType: false }));
  return [...statements, ...calls];
}

/** Where what only a browser runs has its place. */
const page = 'src/explore/page/';

/** `src/wire/head.ts` is in `wire`, `models/clauses.ts` in `models`, `src/clock.ts` is `clock` by itself. */
function folderOf(file: string): string {
  if (file.startsWith(page)) return 'page';
  const [first = '', second = ''] = file.split('/');
  return first === 'models' ? first : second.replace(/\.ts$/, '');
}

function targetOf({ file, specifier }: Import): string {
  return posix.join(posix.dirname(file), specifier);
}

/**
 * Everything that is wrong with how source files import each other, in words.
 *
 * @param sources their texts by their paths from the root
 */
export function findWrongArrows(sources: ReadonlyMap<string, string>): readonly string[] {
  const imports = [...sources].flatMap(([file, text]) => readImports(file, text));
  const own = imports.filter((arrow) => arrow.specifier.startsWith('.') && !isStyle(arrow));
  const foreign = imports.filter(({ specifier }) => !specifier.startsWith('.'));
  const files = new Map<string, string[]>([...sources.keys()].map((file) => [file, []]));
  const folders = new Map<string, string[]>();
  for (const arrow of own) {
    files.get(arrow.file)?.push(targetOf(arrow));
    const [from, to] = [folderOf(arrow.file), folderOf(targetOf(arrow))];
    if (from !== to) folders.set(from, [...(folders.get(from) ?? []), to]);
  }
  return [
    ...own.flatMap((arrow) => judgeOwn(arrow, sources)),
    ...own.flatMap(judgeRoom),
    ...[...sources.keys()].flatMap(findStray),
    ...foreign.flatMap(judgeForeign),
    ...[...sources].flatMap(([file, text]) => findNode(file, text)),
    ...findCircle(files),
    ...findCircle(folders),
  ];
}

/** A sheet of styles, which the build of the page takes beside what is imported. */
function isStyle({ file, specifier }: Import): boolean {
  return file.startsWith(page) && specifier.endsWith('.css');
}

function judgeOwn(arrow: Import, sources: ReadonlyMap<string, string>): readonly string[] {
  const target = targetOf(arrow);
  const [from, to] = [folderOf(arrow.file), folderOf(target)];
  const isAllowed = from === to || mayImport[from]?.includes(to);
  return [
    ...(isAllowed ? [] : [`${arrow.file}: ${from} may not import ${to} (${arrow.specifier})`]),
    ...(arrow.specifier.endsWith('.ts') ? [] : [`${arrow.file}: ${arrow.specifier} does not end in .ts`]),
    ...(sources.has(target) ? [] : [`${arrow.file}: there is no ${target}`]),
  ];
}

/** The room of a file of `src/verify`, or the entry that it is; null for files elsewhere. */
function roomOf(file: string): string | null {
  const [, room] = /^src\/verify\/([^/]+)/.exec(file) ?? [];
  return room === undefined ? null : room.replace(/\.ts$/, '');
}

function judgeRoom(arrow: Import): readonly string[] {
  const [from, to] = [roomOf(arrow.file), roomOf(targetOf(arrow))];
  if (from === null || to === null || from === to) return [];
  const isLeft =
    rooms.indexOf(to) >= 0 && (entries.includes(from) || rooms.indexOf(to) < rooms.indexOf(from));
  const isEntry = from === 'vitest' && to === 'index';
  return isLeft || isEntry
    ? []
    : [`${arrow.file}: the room ${from} may not import ${to} (${arrow.specifier})`];
}

/** A file of `src/verify` that lies in no room, or one that has too many neighbours. */
function findStray(file: string): readonly string[] {
  const room = roomOf(file);
  if (room === null || rooms.includes(room) || entries.includes(room)) return [];
  return [`${file}: ${room} is no room of src/verify`];
}

function judgeForeign({ file, specifier, isType }: Import): readonly string[] {
  const folder = folderOf(file);
  const wrong = [`${file}: ${folder} may not import ${specifier}`];
  if (specifier.startsWith('node:')) return pure.includes(folder) ? wrong : [];
  if (specifier === '@xstate/graph') return file === 'models/graph.ts' ? [] : wrong;
  if (specifier === 'vitest') return file === 'src/verify/vitest.ts' ? [] : wrong;
  if (mayUse[folder]?.includes(specifier)) return [];
  return isType && !pure.includes(folder) ? [] : wrong;
}

/** Takes what Node has where there is Node, and does the same without it. */
const detecting: ReadonlyMap<string, string> = new Map([['src/wire/octet.ts', 'Buffer']]);

function findNode(file: string, text: string): readonly string[] {
  const names = [...withoutComments(text).matchAll(/\bBuffer\b|\bprocess(?=\.\w|\[)/g)];
  if (!pure.includes(folderOf(file))) return [];
  return names.flatMap(([name]) => (detecting.get(file) === name ? [] : [`${file}: mentions ${name}`]));
}

/** The first circle that is found, as a chain of arrows. */
function findCircle(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): readonly string[] => {
    if (path.includes(node)) return [`a circle: ${[...path.slice(path.indexOf(node)), node].join(' → ')}`];
    if (done.has(node)) return [];
    for (const next of arrows.get(node) ?? []) {
      const found = walk(next, [...path, node]);
      if (found.length > 0) return found;
    }
    done.add(node);
    return [];
  };
  for (const node of arrows.keys()) {
    const found = walk(node, []);
    if (found.length > 0) return found;
  }
  return [];
}
