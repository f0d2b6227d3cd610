import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { bind } from '../../src/bind.ts';
import {
  bearer,
  knownSubprotocols,
  type ListenOptions,
  listen,
  toWebSocket,
} from '../../src/server/index.ts';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo } from '../../src/zoo/zoo.ts';
import { serve } from '../cli/run.ts';
import { startWs } from '../cli/ws-target.ts';
import { createClient } from '../mutants/client.ts';
import { clientDeviations } from '../mutants/client-deviation.ts';
import { holdClient } from '../mutants/client-hold.ts';
import { partFor } from '../mutants/part.ts';
import { describeWithPackages } from '../system.ts';
import { quickClock } from '../zoo/quick-clock.ts';
import { blocksOf, codeOf, makeFolder, runShell, runUntil } from './page.ts';

const pageOf = (name: string) => join('docs/how-to', name);

describe('the blocks', () => {
  test('are in languages of which something is run, drawn or compiled', () => {
    const known =
      'sh ts js python go rust dockerfile json yaml groovy nginx haproxy apache caddyfile mermaid text'.split(
        ' ',
      );
    const languages = readdirSync('docs/how-to')
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => blocksOf(pageOf(name)).map(({ language }) => language));
    expect(languages.filter((language) => !known.includes(language))).toEqual([]);
  });

  /** Each is run below, in verify-a-client.slow.test.ts, in zoo.test.ts, in scale-out.test.ts, or in test/peers/reverse-proxy.test.ts and verify-proxy.test.ts; each `ts` is compiled in example.test.ts besides. */
  test.each([
    ['authentication.md', ['ts', 'ts', 'ts', 'ts', 'ts', 'sh']],
    ['diagram.md', ['ts', 'sh', 'mermaid', 'sh', 'sh', 'mermaid', 'text', 'sh', 'ts']],
    // Run in test/cli/completion.slow.test.ts.
    ['completion.md', ['sh', 'sh', 'sh']],
    ['check-in-ci.md', ['sh', 'yaml', 'yaml', 'yaml', 'yaml', 'groovy', 'sh', 'json', 'ts', 'sh', 'sh']],
    ['property-test.md', ['ts']],
    ['reverse-proxy.md', ['nginx', 'haproxy', 'apache', 'caddyfile', 'sh', 'sh', 'sh']],
    ['scale-out.md', ['sh', 'ts', 'sh', 'haproxy']],
    ['subprotocol.md', ['ts', 'ts', 'ts', 'ts', 'sh']],
    [
      'verify-a-client.md',
      [
        ...['js', 'sh', 'text', 'python', 'sh', 'text', 'go', 'sh', 'text', 'rust', 'sh', 'text'],
        ...['python', 'sh', 'text', 'sh', 'text', 'python', 'sh', 'sh'],
      ],
    ],
    // The container is not: its page says so.
    ['zoo.md', ['sh', 'js', 'js', 'python', 'python', 'sh']],
  ])('of %s are those that are run', (name, languages) => {
    expect(blocksOf(pageOf(name)).map(({ language }) => language)).toEqual(languages);
  });
});

/** A step of a workflow that uses an action. */
interface Step {
  readonly uses: string;
  readonly with: object;
}

/** The names in the first column of the table of a page whose heading they stand under. */
function readTableNames(page: string, heading: string): readonly string[] {
  const [, rows = ''] = readFileSync(page, 'utf8').split(`\n| ${heading} | is |\n| --- | --- |\n`);
  const [table = ''] = rows.split('\n\n');
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

/** A server for the lines of a page; the page has its address in the place of 127.0.0.1:8080. */
async function listenFor(page: string, options: Omit<ListenOptions, 'onConnection'>) {
  const server = await listen({ ...options, onConnection: (connection) => toWebSocket(connection) });
  onTestFinished(() => server.close());
  const [lines = ''] = codeOf(page, 'sh');
  return lines
    .replaceAll('ws://127.0.0.1:8080', server.url)
    .replaceAll('verify server', 'verify server --runs 1')
    .trim()
    .split('\n');
}

describeWithPackages(['python3'], 'zoo.md', () => {
  /** What runs a recipe, and a client that another program plays for it. */
  const recipes = {
    js: [
      ...['mjs', process.execPath],
      'export const open = async (...args) => (await fetch(process.env.CLIENT, { method: "POST", body: JSON.stringify(args) })).text();',
    ],
    python: [
      ...['py', '/usr/bin/python3'],
      'import json, os, urllib.request\nopen_websocket = lambda *args: urllib.request.urlopen(os.environ["CLIENT"], json.dumps(args).encode()).read().decode()',
    ],
  } as const;

  /** The clauses of the cases that go otherwise by a recipe, played with the client of the page or with the one at a URL. */
  async function play(language: keyof typeof recipes, url = ''): Promise<readonly string[]> {
    const zoo = await openZoo({ clock: quickClock });
    onTestFinished(() => zoo.close());
    const folder = makeFolder();
    const [ending, program, remote] = recipes[language];
    const [client = '', code = ''] = codeOf(pageOf('zoo.md'), language);
    writeFileSync(join(folder, `client.${ending}`), url === '' ? client : remote);
    writeFileSync(join(folder, `zoo.${ending}`), code);
    const ended = await runShell(folder, `ZOO=${zoo.url} CLIENT=${url} "${program}" zoo.${ending}`);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(new RegExp(`(?:^|\n)played ${zooCases.length} cases\n$`));
    const otherwise = zooCases.filter(({ title }) => `\n${ended.out}`.includes(`\n${title}: `));
    return [...new Set(otherwise.map(({ clause }) => clause))].sort();
  }

  test('the test in Python tells where the client of the page differs', async () => {
    expect(await play('python')).toContain('rfc6455/4.1/reply-upgrade-present');
  });

  test.each([
    'compares the accept value without regard to letter case',
    'looks at no Upgrade',
    'takes any subprotocol',
  ])('each test says of a client that %s what verify client says', async (title) => {
    const deviation = clientDeviations.find((each) => each.title === title);
    if (!deviation) throw new Error(title);
    const { behaviour, clause, also = [], needs = [] } = deviation;
    const report = await holdClient(behaviour, partFor(title, [clause, ...also, ...needs]));
    if (typeof report === 'string') throw new Error(report);
    const found = report.findings.flatMap((each) => [each.clause, ...(each.also ?? [])]).sort();
    const client = createClient(behaviour);
    const bridge = createServer(async (request, response) => {
      const [url, subprotocols] = JSON.parse(await text(request));
      const over = new AbortController();
      const { opened, error } = await client.connect({ url, subprotocols }, over.signal);
      over.abort();
      response.end(opened ? 'open' : error === 'the connection was closed' ? 'lost' : 'fail');
    });
    onTestFinished(() => void bridge.close());
    const url = `http://127.0.0.1:${(await bind(bridge)).port}/`;
    expect([await play('js', url), await play('python', url)]).toEqual([found, found]);
  });
});

describe('authentication.md', () => {
  const page = pageOf('authentication.md');
  const [query = '', cookie = '', field = '', message = '', subprotocol = ''] = codeOf(page, 'ts');

  test('a ticket in the query is good once, and is not printed', async () => {
    expect(await runUntil(3, query)).toEqual(['101 /chat?ticket=***', '401 /chat?ticket=***', 'again 401']);
  });

  test('a cookie is taken from an origin that is allowed, and a 403 is the answer to another', async () => {
    expect(await runUntil(2, cookie)).toEqual(['open for ada', '403']);
  });

  test('a bearer token and an API key are taken, another is a 401, and browsers cannot send one', async () => {
    expect(await runUntil(4, field)).toEqual(['open /a', 'open /b', '401', 'input']);
  });

  test('a token in the first message is taken, another is closed with 1008', async () => {
    expect([...(await runUntil(2, message))].sort()).toEqual(['1008', 'hello']);
  });

  test('a token among the subprotocols is taken and not chosen; without it there is a 401', async () => {
    expect(await runUntil(2, subprotocol)).toEqual(['open, chat', '401']);
  });

  test('the check shows a 401, and a verdict without a finding', async () => {
    const options = { authentication: bearer('b-7a11'), origins: ['https://example.com'] };
    const [refused = '', verified = ''] = await listenFor(page, options);
    const folder = makeFolder();
    const first = await runShell(folder, refused);
    expect([first.code, first.out]).toEqual([1, expect.stringContaining('HTTP/1.1 401 Unauthorized')]);
    expect(await runShell(folder, verified)).toMatchObject({ code: 0 });
  });
});

describe('subprotocol.md', () => {
  const page = pageOf('subprotocol.md');
  const [chosen = '', refused = '', none = '', selected = ''] = codeOf(page, 'ts');

  test('the order of the client counts', async () => {
    expect(await runUntil(2, chosen)).toEqual(['server chat.v1', 'client chat.v1']);
    const preferring = chosen.replace("'chat.v1'],", "'chat.v1'], preference: 'server',");
    expect(await runUntil(2, preferring)).toEqual(['server chat.v2', 'client chat.v2']);
  });

  test('a mismatch is refused where the server says so, and no offer is none', async () => {
    expect(await runUntil(3, refused)).toEqual(['subprotocolIsMismatched', '400', 'otherwise']);
  });

  test('without one in common the connection opens, but not in a browser', async () => {
    expect(await runUntil(2, none)).toEqual(['null', 'subprotocolIsNotChosen']);
  });

  test('a function chooses', async () => {
    expect(await runUntil(1, selected)).toEqual(['mqtt']);
  });

  test('the table of known names has all of them', () => {
    const rows = readFileSync(page, 'utf8').matchAll(/^\| `([\w.-]+)` \| [^`]/gm);
    const names = [...rows].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(knownSubprotocols.map(({ name }) => name)));
  });

  test('the check opens, fails as a browser does, and finds nothing', async () => {
    const [opens = '', fails = '', verified = ''] = await listenFor(page, { subprotocols: ['chat.v2'] });
    const folder = makeFolder();
    expect(await runShell(folder, opens)).toMatchObject({
      code: 0,
      out: expect.stringContaining('subprotocol chat.v2'),
    });
    expect(await runShell(folder, fails)).toMatchObject({ code: 1 });
    expect(await runShell(folder, verified)).toMatchObject({ code: 0 });
  });
});

describe('check-in-ci.md', () => {
  const page = pageOf('check-in-ci.md');
  const [shortest = '', baseline = '', replay = ''] = codeOf(page, 'sh');
  const [workflow = '', ...others] = codeOf(page, 'yaml');
  const [jenkins = ''] = codeOf(page, 'groovy');
  const [profile = ''] = codeOf(page, 'json');
  const [suite = ''] = codeOf(page, 'ts');

  /** Lines that verify what listens on a port, in a hurry. */
  const aim = (lines: string, url: string) =>
    lines.replaceAll('9001', new URL(url).port).replaceAll('verify server', 'verify server --runs 1');

  test('the shortest thing fails for a server with findings', async () => {
    const ended = await runShell(makeFolder(), aim(shortest, await startWs()));
    expect([ended.code, ended.out]).toEqual([1, expect.stringContaining('rfc9112/3.2/host-present')]);
  });

  test('with a baseline and waivers the workflow passes, and keeps its reports', async () => {
    const folder = makeFolder();
    const url = await startWs();
    writeFileSync(join(folder, 'ws101.json'), profile);
    const [first = '', second = ''] = aim(baseline, url).trim().split('\n');
    expect(await runShell(folder, first)).toMatchObject({ code: 1 });
    expect(await runShell(folder, second)).toMatchObject({ code: 0 });

    const [, job = ''] = /- run: \|\n((?: {10}.*\n)+)/.exec(workflow) ?? [];
    const ended = await runShell(folder, aim(job, url));
    expect(ended.code).toBe(0);
    expect(ended.out).not.toMatch(/^(?:MUST|SHOULD|waived) /m);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['report.html', 'report.xml', 'findings']));

    const again = await runShell(folder, aim(replay, url));
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('still fails')]);
  });

  test('steps give the action what it takes', () => {
    const { inputs }: { readonly inputs: object } = parse(readFileSync('action.yml', 'utf8'));
    const steps = others.slice(0, 2).flatMap((text): readonly Step[] => parse(text));
    expect(steps.map(({ uses }) => uses)).toEqual(Array(3).fill('./vendor/ws101'));
    const given = steps.flatMap((step) => Object.keys(step.with));
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
    expect(new Set(Object.keys(inputs))).toEqual(new Set(readTableNames(page, 'input')));
  });

  test.each([
    [
      'GitLab',
      (): string =>
        parse(others[2] ?? '')
          .handshake.script.slice(1)
          .join('\n'),
    ],
    ['Jenkins', (): string => /"""#!\/bin\/bash\n(.*?)"""/s.exec(jenkins)?.[1] ?? ''],
  ])('the lines for %s fail for a server with findings, and leave the reports', async (_, read) => {
    const folder = makeFolder();
    const ended = await runShell(folder, aim(read(), await startWs()));
    expect([ended.code, ended.out]).toEqual([1, expect.stringContaining('rfc9112/3.2/host-present')]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['report.html', 'report.xml']));
  });

  test('with vitest an obligation that is kept passes, and a waived one is skipped', () => {
    expect(runSuite(suite.replace('only:', 'runs: 1, only:'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Tests +2 passed \| 1 skipped/),
    });
  });
});

describe('property-test.md', () => {
  const [suite = ''] = codeOf(pageOf('property-test.md'), 'ts');

  test('its handler has the properties', () => {
    expect(runSuite(suite)).toMatchObject({ code: 0, out: expect.stringMatching(/Tests +3 passed/) });
  });

  test('a library that speaks another version is found', () => {
    const { code, out } = runSuite(
      suite
        .replace('{ keyIsAbsent,', '{ versionIsNot13, keyIsAbsent,')
        .replace('[keyIs', '[versionIsNot13, keyIs'),
    );
    expect([code, out]).toEqual([1, expect.stringMatching(/Tests +1 failed \| 2 passed/)]);
    expect(out).toContain('"name":"Sec-WebSocket-Version","colon":": ","value":"8"');
  });

  test('a handler that forgets the query is found', () => {
    const { code, out } = runSuite(suite.replace("pathname !== '/chat'", "request.url !== '/chat'"));
    expect([code, out]).toEqual([1, expect.stringMatching(/Tests +2 failed \| 1 passed/)]);
    expect(out).toContain('"target":"/chat?a=1"');
  });

  test('a handler that looks at the beginning of an origin is found', () => {
    const { code, out } = runSuite(
      suite.replace(
        "request.headers.origin !== 'https://example.com'",
        "!request.headers.origin?.startsWith('https://example.com')",
      ),
    );
    expect([code, out]).toEqual([1, expect.stringMatching(/Tests +1 failed \| 2 passed/)]);
    expect(out).toContain('https://example.com.foreign.test');
  });
});

describe('diagram.md', () => {
  const page = pageOf('diagram.md');
  const [machine = '', fromCode = ''] = codeOf(page, 'ts');
  const [drawn = '', committed = '', followed = '', covered = ''] = codeOf(page, 'sh');
  const [diagram, way] = codeOf(page, 'mermaid');
  const [lost] = codeOf(page, 'text');

  function makeMachineFolder(): string {
    const folder = makeFolder();
    writeFileSync(join(folder, 'reconnect.machine.ts'), machine);
    return folder;
  }

  test('a machine is drawn as Mermaid, and as SVG to a folder', async () => {
    const folder = makeMachineFolder();
    const [mermaid = '', svg = ''] = drawn.trim().split('\n');
    expect(await runShell(folder, mermaid)).toEqual({ code: 0, out: diagram, err: '' });
    expect(await runShell(folder, svg)).toEqual({ code: 0, out: 'wrote docs/reconnect.svg\n', err: '' });
  });

  test.each(['mermaid', 'svg', 'dot', 'markdown', 'scxml', 'json'])('%s is a format', async (format) => {
    expect(readFileSync(page, 'utf8')).toContain(`\n| \`${format}\` | `);
    const [line = ''] = drawn.split('\n');
    const ended = await runShell(makeMachineFolder(), `${line} --format ${format}`);
    expect(ended).toEqual({ code: 0, out: expect.stringContaining('waiting'), err: '' });
  });

  test('a drawing that is committed is held to the machine', async () => {
    const folder = makeMachineFolder();
    const commit = 'git init -q . && npx ws101 diagram ./reconnect.machine.ts --out docs && git add docs';
    expect(await runShell(folder, commit)).toMatchObject({ code: 0 });
    expect(await runShell(folder, committed)).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'reconnect.machine.ts'), machine.replaceAll('STOPPED', 'ENDED'));
    expect(await runShell(folder, committed)).toMatchObject({ code: 1 });
  });

  test('a way through it is lit, and one that leads nowhere is an error', async () => {
    const folder = makeMachineFolder();
    expect(await runShell(folder, followed)).toEqual({ code: 0, out: way, err: '' });
    const astray = followed.replace('CLOSED,', 'FOO,');
    expect(await runShell(folder, astray)).toEqual({ code: 2, out: '', err: lost });
    const [inline = ''] = /`ws101 (diagram client --path [^`]+)`/.exec(readFileSync(page, 'utf8')) ?? [];
    const { code, out } = await runShell(folder, `npx ${inline.slice(1, -1)}`);
    expect([code, out]).toEqual([0, expect.stringContaining('▶')]);
  });

  test('a table is coloured by a report', async () => {
    const folder = makeFolder();
    const [verify = '', colour = ''] = covered.trim().split('\n');
    const aimed = verify.replace('ws://127.0.0.1:9001/', `${await startWs()} --runs 1`);
    expect(await runShell(folder, aimed)).toMatchObject({ code: 1 });
    const ended = await runShell(folder, colour);
    expect(ended).toEqual({ code: 0, out: 'wrote drawings/serverDecision.svg\n', err: '' });
    expect(readFileSync(join(folder, 'drawings/serverDecision.svg'), 'utf8')).toContain('✗ failed');
  });

  test('from code: a file, a way and a table', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'draw.mjs'), fromCode);
    const { code, out } = await runShell(folder, 'node draw.mjs');
    expect(code).toBe(0);
    expect(out).toContain('▶ 2 · ESTABLISHED');
    expect(out).toMatch(/^\| 10 \| host is absent \|.*✗ failed/m);
    expect(readFileSync(join(folder, 'connection.svg'), 'utf8')).toContain('<svg');
  });
});

describe('reverse-proxy.md', () => {
  const page = pageOf('reverse-proxy.md');
  test('the check: the server, and an opening', async () => {
    const [serving = '', opening = ''] = codeOf(page, 'sh');
    expect(serving).toBe('npx ws101 serve --listen 127.0.0.1:8080\n');
    const { url } = await serve();
    const ended = await runShell(makeFolder(), opening.replace('ws://127.0.0.1:80', url));
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('subprotocol chat') });
  });
});

/** Runs a file of tests in a folder of a user. */
function runSuite(code: string) {
  const folder = makeFolder();
  writeFileSync(join(folder, 'page.test.ts'), code);
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  return { code: status, out: stdout + stderr };
}
