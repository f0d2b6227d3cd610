import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, run } from './run.ts';
import { spawnCli } from './spawn.ts';

const xstate = new URL(import.meta.resolve('xstate')).href;

/** A file of somebody's with machines in it. */
function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `import { createMachine } from '${xstate}';\n${text}`);
  return file;
}

let made = 0;

/** A folder of its own among the system's temporary files, in none of which above is any package. */
function makeTemporary(): string {
  made += 1;
  const own = join(folder, `outside-${made}`);
  mkdirSync(own);
  return own;
}

const door = `createMachine({ id: 'door', initial: 'closed', states: { closed: { on: { OPEN: 'open' } }, open: {} } })`;
const one = write(
  'one.machine.ts',
  `interface Unused { a: string }\nexport const door = ${door};\nexport const unit: string = 'ms';\n`,
);
const several = write(
  'several.mjs',
  `export const door = ${door};\nexport const gate = createMachine({ id: 'gate' });\nexport const wall = {};\n`,
);
const byDefault = write('default.js', `export default ${door};\n`);
const none = write('none.ts', 'export const wall: string = "wall";\n');
const old = write(
  'old.ts',
  'export const machine = { id: "old", states: {}, initial: "a", transition: createMachine };\n',
);
const broken = write('broken.ts', 'export const = 1;\n');
const throwing = write('throwing.ts', 'throw new Error("no database");\n');
const busy = write('busy.ts', `setInterval(() => {}, 1000);\nexport const door = ${door};\n`);
const hash = write('a#b.ts', `export const door = ${door};\n`);

const drawn = '---\ntitle: "door"\n---\nstateDiagram-v2\n  direction LR\n';

describe('one machine goes to standard output', () => {
  test.concurrent.each([
    ['connection', /^---\ntitle: "connection"\n---\nstateDiagram-v2\n/],
    ['serverDecision', /^---\ntitle: "serverDecision"\n---\nflowchart TD\n/],
    ['firstMessage', /^---\ntitle: "firstMessageDecision"\n---\nflowchart TD\n/],
  ])('%s, as Mermaid', async (name, text) => {
    expect(await run('diagram', name)).toEqual({ code: 0, err: '', out: expect.stringMatching(text) });
  });

  test.concurrent.each([
    ['connection', 'dot', /^digraph "connection" \{\n/],
    [
      'connection',
      'svg',
      /^<svg [^>]*>\n <title id="connection-title">|^<svg [\s\S]*<title id="connection-title">/,
    ],
    ['connection', 'scxml', /^<\?xml version="1.0" encoding="UTF-8"\?>\n<scxml /],
    ['connection', 'json', /^\{\n {2}"id": "connection",\n/],
    ['connection', 'markdown', /^\| from \| event \| to \| description \|\n/],
    ['tlsDecision', 'dot', / PORT="rule12"/],
    ['tlsDecision', 'svg', /<title id="tlsDecision-title">Rule table tlsDecision<\/title>/],
    [
      'tlsDecision',
      'scxml',
      /<transition event="FACTS_READ" cond="plainHttpIsSpoken \(facts: \{handshake: plainHttp\}\)" target="tlsDecision.failed"/,
    ],
    ['tlsDecision', 'json', /"guard": "plainHttpIsSpoken",/],
    ['tlsDecision', 'markdown', /^\| # \| if \| then \| clause \|\n/],
  ])('%s as %s', async (name, format, text) => {
    const { code, out, err } = await run('diagram', name, '--format', format);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(text);
  });
});

describe('a machine of somebody else', () => {
  test.concurrent.each([
    ['in TypeScript, the only one of its file', one],
    ['by the name of its export', `${several}#door`],
    ['exported by default', byDefault],
    ['the same by its name', `${byDefault}#default`],
    ['in a file with a # in its name', hash],
    ['and one of several there', `${hash}#door`],
  ])('is drawn: %s', async (_what, machine) => {
    expect(await run('diagram', machine)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(`^${drawn}`),
    });
  });

  describe('outside of any project', () => {
    const text = `import { createMachine } from 'xstate';
import { fromCallback } from 'xstate/actors';
import { getShortestPaths } from '@xstate/graph';
export const door = ${door};
door.paths = getShortestPaths.name + fromCallback.name;\n`;

    test.concurrent.each(['ts', 'mts', 'js', 'mjs'])('is drawn with our XState: .%s', async (ending) => {
      const file = join(makeTemporary(), `door.${ending}`);
      writeFileSync(file, ending.endsWith('ts') ? `${text}export const unit: string = 'ms';\n` : text);
      expect(await run('diagram', file)).toEqual({
        code: 0,
        err: '',
        out: expect.stringMatching(`^${drawn}`),
      });
    });

    test('is drawn where it is required, or stands beside one that imports it', async () => {
      const out = makeTemporary();
      writeFileSync(join(out, 'door.cjs'), `exports.door = require('xstate').${door};\n`);
      writeFileSync(join(out, 'all.ts'), `export * from './door.cjs';\n`);
      for (const name of ['door.cjs', 'all.ts'])
        expect(await run('diagram', join(out, name))).toMatchObject({ code: 0, err: '' });
    });

    test('is drawn with its own XState where it has one', async () => {
      const out = makeTemporary();
      const own = join(out, 'node_modules/xstate');
      mkdirSync(join(out, 'machine'));
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, 'package.json'), '{ "name": "xstate", "main": "./index.js" }');
      writeFileSync(join(own, 'index.js'), 'throw new Error("their own XState");\n');
      const file = join(out, 'machine/door.ts');
      writeFileSync(file, `import { createMachine } from 'xstate';\nexport const door = ${door};\n`);
      expect(await run('diagram', file)).toEqual({
        code: 2,
        out: '',
        err: `ws101: ${file} cannot be loaded: their own XState\n`,
      });
    });
  });

  test('is drawn, and the process ends: in a file that keeps a timer running', async () => {
    expect(await spawnCli('diagram', busy).ended).toMatchObject({ code: 0, err: '' });
  });

  test.concurrent.each([
    [join(folder, 'gone.ts'), `there is no file ${join(folder, 'gone.ts')}`],
    [folder, `there is no file ${folder}`],
    [`${one}#wall`, `${one} exports no wall; its machines are door`],
    [`${one}#unit`, `unit of ${one} is not a machine of XState 5; its machines are door`],
    [several, `${several} exports several machines; name one of them: ${several}#door, ${several}#gate`],
    [none, `${none} exports no machine of XState 5`],
    [`${old}#machine`, `machine of ${old} is not a machine of XState 5`],
    [broken, `${broken} cannot be loaded: `],
    [throwing, `${throwing} cannot be loaded: no database`],
    [
      'nobody',
      'no machine is called nobody; the machines of ws101 are connection, serverSession, serverDecision, clientDecision, firstMessageDecision, tunnelDecision, tlsDecision, intermediary; to draw a file, give its name with the ending',
    ],
  ])('or bad usage: %s', async (machine, sentence) => {
    const { code, out, err } = await run('diagram', machine);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ws101: ${sentence}`);
    expect(err).not.toContain('    at ');
  });
});

describe('to a folder', () => {
  test('go all of ours, the tables as Markdown too', async () => {
    const out = join(folder, 'all/of/them');
    expect(await run('diagram', '--out', out)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(out).sort()).toEqual([
      'clientDecision.md',
      'clientDecision.svg',
      'connection.svg',
      'firstMessageDecision.md',
      'firstMessageDecision.svg',
      'intermediary.md',
      'intermediary.svg',
      'serverDecision.md',
      'serverDecision.svg',
      'serverSession.svg',
      'tlsDecision.md',
      'tlsDecision.svg',
      'tunnelDecision.md',
      'tunnelDecision.svg',
    ]);
  });

  test.each([
    ['mermaid', 'door.mmd'],
    ['dot', 'door.dot'],
    ['svg', 'door.svg'],
    ['scxml', 'door.scxml'],
    ['json', 'door.json'],
    ['markdown', 'door.md'],
  ])('goes one as %s', async (format, name) => {
    const out = join(folder, 'one');
    const { code, out: told } = await run('diagram', one, '--format', format, '--out', out);
    expect({ code, told }).toEqual({ code: 0, told: `wrote ${join(out, name)}\n` });
    expect(readFileSync(join(out, name), 'utf8')).toContain('closed');
  });

  test('the same octets are written each time', async () => {
    const files = ['first', 'second'].map((name) => join(folder, name));
    for (const out of files) await run('diagram', 'connection', '--out', out);
    const [first, second] = files.map((out) => readFileSync(join(out, 'connection.svg'), 'utf8'));
    expect(first).toBe(second);
  });

  test('an id that is a path stays in the folder', async () => {
    const odd = write('odd.ts', `export const odd = createMachine({ id: '../../odd' });\n`);
    const out = join(folder, 'odd');
    await run('diagram', odd, '--out', out);
    expect(readdirSync(out)).toEqual(['__.._odd.svg']);
  });

  test('bad usage is a folder that cannot be made', async () => {
    const { code, err } = await run('diagram', 'connection', '--out', join(one, 'below'));
    expect(code).toBe(2);
    expect(err).toMatch(/^ws101: .* cannot be written: a part of its path is not a folder\n$/);
  });
});

describe('colours', () => {
  const report = join(folder, 'report.json');
  const clauses = [
    { id: 'rfc6455/4.1/status-101', verdict: 'pass' },
    { id: 'rfc6455/4.1/accept-value', verdict: 'fail' },
    { id: 'service/3/no-response', verdict: 'warn' },
    { id: 'rfc6455/4.1/established', verdict: 'untested' },
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(report, JSON.stringify({ tool: 'ws101', clauses, choices: [] }));

  test('of a lifecycle are those of the clauses that it cites', async () => {
    const { out } = await run('diagram', 'connection', '--coverage', report, '--format', 'markdown');
    expect(out).toContain('| connecting | REPLY\\_FAILED | failed | ✓ passed | rfc6455/4.1/status-101 |');
    expect(out).toContain(
      '| connecting | REPLY\\_DISPROVED | closed | ✗ failed | rfc6455/4.1/accept-value |',
    );
    expect(out).toContain('| connecting | TIMED\\_OUT | failed | ! warned | service/3/no-response |');
    expect(out).toContain('| connecting | ESTABLISHED | open | ? untested | rfc6455/4.1/established |');
    expect(out).toContain('| connecting | ABORTED | failed |  | rfc6455/7.1.7/no-close-frame |');
  });

  test('of a table are those of its rules', async () => {
    const { out } = await run('diagram', 'client', '--coverage', report, '--format', 'markdown');
    expect(out).toMatch(/\| 8 \| status is not 101 \|.*\| ✓ passed \|/);
    expect(out).toMatch(/\| 16 \| accept is wrong \|.*\| ✗ failed \|/);
  });

  test('are those of a path', async () => {
    const { out } = await run('diagram', 'connection', '--path', 'INTERIM_RECEIVED, ESTABLISHED');
    expect(out).toContain('"▶ 1 · INTERIM_RECEIVED"');
    expect(out).toContain('("▶ connecting")');
    expect(out).toContain('["▶ open<br/>');
    expect(out).not.toContain('▶ failed');
  });

  test.each([
    ['mermaid', '|"▶ 1, 3 · GO"|', '|"▶ 2 · BACK"|'],
    ['dot', '>▶ 1, 3 · GO<', '>▶ 2 · BACK<'],
    ['svg', '>▶ 1, 3 · GO<', '>▶ 2 · BACK<'],
    ['markdown', '| ▶ 1, 3 · path |', '| ▶ 2 · path |'],
  ])('of a path are numbered by its steps: %s', async (format, ...texts) => {
    const file = write(
      `steps-${format}.ts`,
      `export const steps = createMachine({ id: 'steps', initial: 'a', states: { a: { on: { GO: 'b' } }, b: { on: { BACK: 'a' } } } });\n`,
    );
    const { out } = await run('diagram', file, '--path', 'GO,BACK,GO', '--format', format);
    for (const text of texts) expect(out).toContain(text);
  });

  test('are those of a rule', async () => {
    const { out } = await run('diagram', 'server', '--path', 'keyIsAbsent', '--format', 'markdown');
    expect(out.match(/▶ path/g)).toHaveLength(1);
    expect(out).toMatch(/\| 38 \| key is absent \|.*▶ path/);
  });

  test.each([['27'], ['connectionLacksUpgrade']])(
    'are those of the row that explain names: %s',
    async (path) => {
      const { out } = await run('diagram', 'server', '--path', path, '--format', 'markdown');
      expect(out.match(/▶ path/g)).toHaveLength(1);
      expect(out).toMatch(/\| 27 \| connection lacks upgrade \| plainHttp: upgradeRequired \|.*▶ path/);
    },
  );

  test('of a row for a choice that the target does not make are those of what was not tested', async () => {
    const file = join(folder, 'choices.json');
    const clauses = [{ id: 'rfc6455/4.2.1/upgrade-present', verdict: 'pass' }];
    writeFileSync(file, JSON.stringify({ tool: 'ws101', clauses, choices: [], policy: { plainHttp: 426 } }));
    const { out } = await run('diagram', 'server', '--coverage', file, '--format', 'markdown');
    expect(out).toMatch(/\| 19 \| upgrade is absent \| plainHttp: application \|.*\? untested/);
    expect(out).toMatch(/\| 21 \| upgrade is absent \| plainHttp: upgradeRequired \|.*✓ passed/);
  });

  describe('of rows that share a clause', () => {
    const shared = 'rfc9110/5.4/fields-too-large';
    const coverServer = async (name: string, finding: object, statuses: object = {}) => {
      const file = join(folder, name);
      const clauses = [{ id: shared, verdict: 'fail' }];
      const findings = [{ clause: shared, level: 'MUST', ...finding }];
      writeFileSync(
        file,
        JSON.stringify({ tool: 'ws101', clauses, choices: [], findings, policy: { statuses } }),
      );
      const { out } = await run('diagram', 'server', '--coverage', file, '--format', 'markdown');
      return out.split('\n').flatMap((line) => {
        const [, guard, result] = /^\| \d+ \| (.*?) \|.*\| ([✓✗!?] \w+) \|/.exec(line) ?? [];
        return guard === undefined ? [] : [`${guard}: ${result}`];
      });
    };
    const guards = ['fieldsAreTooMany'];

    test('are their own: of one that failed, and of one that was kept', async () => {
      expect(
        await coverServer('row.json', { guards }, { headIsTooLarge: [431], fieldsAreTooMany: [101] }),
      ).toEqual(['head is too large: ✓ passed', 'fields are too many: ✗ failed']);
    });

    test('are their own: of one that failed, and of one that was not played', async () => {
      expect(await coverServer('row-alone.json', { guards }, { fieldsAreTooMany: [101] })).toEqual([
        'head is too large: ? untested',
        'fields are too many: ✗ failed',
      ]);
    });

    test('are that of the clause where the finding is of no row', async () => {
      expect(await coverServer('no-row.json', {}, { headIsTooLarge: [431] })).toEqual([
        'head is too large: ✗ failed',
        'fields are too many: ✗ failed',
      ]);
    });

    test('are those of the row that decides, where choices tell rows apart', async () => {
      const file = join(folder, 'method.json');
      const clauses = [{ id: 'rfc6455/4.2.1/method-get', verdict: 'fail' }];
      const findings = [{ clause: 'rfc6455/4.2.1/method-get', level: 'MUST', guards: ['methodIsNotGet'] }];
      const draw = async (plainHttp: number) => {
        const policy = { plainHttp, statuses: { methodIsNotGet: [101] } };
        writeFileSync(file, JSON.stringify({ tool: 'ws101', clauses, choices: [], findings, policy }));
        const { out } = await run('diagram', 'server', '--coverage', file, '--format', 'markdown');
        return out.match(/method is not GET .*[✗?] \w+/g)?.map((line) => line.replace(/\|.*\|/, '|'));
      };
      expect(await draw(200)).toEqual(['method is not GET | ✗ failed', 'method is not GET | ? untested']);
      expect(await draw(426)).toEqual(['method is not GET | ? untested', 'method is not GET | ✗ failed']);
    });

    test('are that of a narrower clause that the row did not keep', async () => {
      const finding = { clause: 'rfc6455/4.1/key-decodes', level: 'SHOULD', guards: ['keyIsMalformed'] };
      expect(await coverServer('narrow.json', finding)).toContain('key is malformed: ! warned');
    });
  });

  test.concurrent.each([
    [
      ['connection', '--path', 'NOPE'],
      'NOPE leads nowhere from connecting: the events there are CONNECT_FAILED, ',
    ],
    [
      ['tls', '--path', 'keyIsAbsent'],
      'no rule of tlsDecision has the number, clause or guard keyIsAbsent; the numbers are 1 to 12, and the guards are plainHttpIsSpoken, ',
    ],
    [['--path', 'ESTABLISHED', '--out', folder], '--path needs the name of one machine'],
    [
      ['tls', '--path', 'a', '--coverage', report],
      '--coverage and --path both set the colours: give only one of them',
    ],
    [
      ['tls', '--path', 'a', '--format', 'json'],
      'the format json has no colours: use --coverage and --path with another format',
    ],
    [['tls', '--coverage', one], `${one} is not valid JSON: `],
    [['tls', '--coverage', join(folder, 'gone.json')], `${join(folder, 'gone.json')}: there is no such file`],
  ])('bad usage: %s', async (args, sentence) => {
    const { code, out, err } = await run('diagram', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ws101: ${sentence}`);
  });

  test('bad usage is JSON that is no report', async () => {
    const file = join(folder, 'no-report.json');
    writeFileSync(file, '{ "tool": "other" }');
    const { code, err } = await run('diagram', 'tls', '--coverage', file);
    expect(code).toBe(2);
    expect(err).toContain(`ws101: ${file} is not a report of ws101 verify: tool: `);
  });
});

test('without a machine and a folder, the names of ours are listed', async () => {
  const { code, out } = await run('diagram');
  expect(code).toBe(0);
  expect(out).toContain("  connection            the client's connection\n");
  expect(out).toContain('  tlsDecision           ');
});

test('it has --help, and knows its formats', async () => {
  expect((await run('diagram', '--help')).out).toContain('Usage: ws101 diagram [options] [machine]\n');
  expect(await run('diagram', 'tls', '--format', 'png')).toEqual({
    code: 2,
    out: '',
    err: "error: option '--format <format>' argument 'png' is invalid. Allowed choices are mermaid, dot, svg, scxml, json, markdown.\n",
  });
});
