import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkedPages } from '../docs/link.ts';
import { root } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'ws101-package-'));
const consumer = join(folder, 'consumer');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function run(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a file of the consumer's with Node and gives what it prints as JSON. */
function runScript(text: string): unknown {
  writeFileSync(join(consumer, 'script.mjs'), text);
  return JSON.parse(run(consumer, process.execPath, 'script.mjs'));
}

function compile(name: string, text: string, ...options: readonly string[]): string {
  writeFileSync(join(consumer, name), text);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--target', 'es2022'];
  return run(consumer, process.execPath, compiler, '--noEmit', ...strict, ...modules, ...options, name);
}

let packed: readonly string[] = [];

beforeAll(() => {
  mkdirSync(consumer);
  writeFileSync(
    join(consumer, 'package.json'),
    '{ "name": "consumer", "private": true, "type": "module" }\n',
  );
  run(root, npm, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run(consumer, npm, 'install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball));
  packed = readdirSync(join(consumer, 'node_modules/ws101'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$|LICENSE$/.test(path));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  test('has what belongs to a package', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['package.json', 'LICENSE', 'README.md', 'dist/src/cli/main.js']),
    );
  });

  test('has nothing but that, the docs and what was built', () => {
    const others = packed.filter(
      (path) =>
        !/^dist\/(?:models|src)\/.+\.(?:js|d\.ts)$/.test(path) &&
        !/^docs\/.+\.(?:md|svg|png|json)$/.test(path),
    );
    expect(others.sort()).toEqual([
      ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
      ...['index.html', 'license.md', 'page.css'].map((name) => `dist/src/explore/page/${name}`),
      ...['package.json', 'src/doctor/doctor.schema.json', 'src/verify/report/report.schema.json'],
    ]);
  });

  test('has every page and picture that the README and the docs link to, but for tests', () => {
    const pages = new LinkedPages(join(consumer, 'node_modules/ws101'));
    const links = pages.links.filter(
      ({ page, link }) =>
        !(
          /^docs\/generated\/(?:clause-matrix|clauses\/\w+)\.md$/.test(page) &&
          /^(?:\.\.\/)+test\/clauses\//.test(link)
        ),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !pages.leadsSomewhere(link))).toEqual([]);
  });

  test('has no reference to a source map', () => {
    const referring = packed.filter((path) =>
      readFileSync(join(consumer, 'node_modules/ws101', path), 'utf8').includes('sourceMappingURL='),
    );
    expect(referring).toEqual([]);
  });
});

describe('installed elsewhere', () => {
  test.each([
    ['ws101', ['HandshakeError', 'attach', 'connect', 'listen', 'startHandshake', 'toWebSocket']],
    ['ws101/server', ['attach', 'bearer', 'listen', 'refuse', 'toWebSocket']],
    ['ws101/client', ['HandshakeError', 'connect', 'startHandshake', 'toWebSocket']],
    [
      'ws101/models',
      [
        'clauses',
        'clientRows',
        'connection',
        'decideRequest',
        'derivePaths',
        'firstMessageRows',
        'hopRows',
        'serverRows',
        'serverSession',
        'tlsRows',
        'tunnelRows',
      ],
    ],
    ['ws101/knowledge', ['conclude', 'confidences', 'contrarySigns', 'failureRows']],
    [
      'ws101/wire',
      ['HeadReader', 'buildReply', 'buildRequest', 'computeAccept', 'parseReply', 'parseRequest'],
    ],
    ['ws101/arbitraries', ['replyDeviations', 'requestDeviations', 'requestMessage', 'transforms']],
    ['ws101/draw', ['readDiagram', 'tableToMarkdown', 'toDot', 'toMermaid', 'toScxml', 'toSvg']],
    ['ws101/verify', ['NoVerdict', 'verifyServer']],
    ['ws101/report.schema.json', ['default']],
    ['ws101/doctor.schema.json', ['default']],
    ['ws101/package.json', ['default']],
  ])('%s exports its main names', (entry, names) => {
    const attributes = entry.endsWith('.json') ? " with { type: 'json' }" : '';
    const exported = runScript(
      `import * as entry from '${entry}'${attributes};\nconsole.log(JSON.stringify(Object.keys(entry)));\n`,
    );
    expect(exported).toEqual(expect.arrayContaining(names));
  });

  test('what is not exported cannot be imported', () => {
    const code = runScript(
      "console.log(JSON.stringify(await import('ws101/dist/src/cli/main.js').catch(({ code }) => code)));\n",
    );
    expect(code).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  test('ws101/vitest is there, and asks for vitest, which is not installed along', () => {
    const message = runScript(
      "console.log(JSON.stringify(await import('ws101/vitest').catch(({ message }) => message)));\n",
    );
    expect(message).toContain("Cannot find package 'vitest'");
  });

  test('a server and a client of the package speak with each other', () => {
    const heard = runScript(
      [
        "import { connect, listen, toWebSocket } from 'ws101';",
        "import { once } from 'node:events';",
        'const server = await listen({ onConnection: (c) => toWebSocket(c).send("hello") });',
        'const webSocket = toWebSocket(await connect(server.url));',
        'const [data] = await once(webSocket, "message");',
        'console.log(JSON.stringify(data.toString()));',
        'webSocket.terminate();',
        'await server.close();',
      ].join('\n'),
    );
    expect(heard).toBe('hello');
  });

  test('the command is there', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run(consumer, 'npx', '--no-install', 'ws101', '--version')).toBe(`${version}\n`);
  });
});

describe('the types', () => {
  test('of server, client and wire hold without skipLibCheck', () => {
    const text = [
      "import { connect, HandshakeError, listen, type Outcome, toWebSocket } from 'ws101';",
      "import { type HandshakeOptions, startHandshake } from 'ws101/client';",
      "import { type ListenOptions, listen as serve } from 'ws101/server';",
      "import { computeAccept, type ReplyHead } from 'ws101/wire';",
      'const onOutcome = ({ type, status }: Outcome) => console.log(type, status);',
      'const options: ListenOptions = { onConnection: (c) => toWebSocket(c).close(), onOutcome };',
      'const client: HandshakeOptions = { subprotocols: ["chat"], deadline: 1, tls: { ca: "" }, proxy: "" };',
      'const { url } = await listen(options);',
      'const reply: ReplyHead = (await connect(url, client)).reply;',
      'startHandshake(url).on("error", (error: HandshakeError) => console.log(error.clause));',
      'const accept: string = computeAccept("", (text: string) => text);',
      'export { accept, reply, serve };',
    ].join('\n');
    expect(compile('consumer.ts', text, '--types', 'node')).toBe('');
  });

  test('of models and arbitraries hold', () => {
    const text = [
      "import { type ClauseId, clauses, serverRows } from 'ws101/models';",
      "import { requestMessage } from 'ws101/arbitraries';",
      "const id: ClauseId = 'rfc6455/4.2.2/accept-value';",
      'const guard: string = serverRows[0].guard;',
      'export { clauses, guard, id, requestMessage };',
    ].join('\n');
    expect(compile('models.ts', text, '--types', 'node', '--skipLibCheck')).toBe('');
  });

  test('a wrong use does not compile', () => {
    expect(() => compile('wrong.ts', "import { connect } from 'ws101';\nawait connect(1);\n")).toThrow();
  });

  test('of server, client and wire come without those of XState and valibot', () => {
    const entries = ['index', 'server/index', 'client/index', 'wire/index'];
    const reached = reachTypes(entries.map((entry) => `dist/src/${entry}.d.ts`));
    expect(reached.size).toBeGreaterThan(20);
    expect(
      [...reached].filter(([, text]) => /['"](?:@?xstate|valibot)/.test(text)).map(([path]) => path),
    ).toEqual([]);
  });
});

/** The declaration files that can be reached from some, with their texts. */
function reachTypes(entries: readonly string[]): ReadonlyMap<string, string> {
  const reached = new Map<string, string>();
  for (const waiting = [...entries]; waiting.length > 0; ) {
    const path = waiting.pop() ?? '';
    if (reached.has(path)) continue;
    const text = readFileSync(join(consumer, 'node_modules/ws101', path), 'utf8');
    reached.set(path, text);
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
      waiting.push(posix.join(posix.dirname(path), specifier.replace(/\.(?:js|ts)$/, '.d.ts')));
    }
  }
  return reached;
}

test('in the checkout itself, npx finds the command once it is built', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(run(root, 'npx', '--no-install', 'ws101', '--version')).toBe(`${version}\n`);
});
