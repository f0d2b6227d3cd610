import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readListening, start } from '../cli/run.ts';
import { describeWith, describeWithPackages } from '../system.ts';
import { codeOf, makeFolder, runShell } from './page.ts';

const page = 'docs/how-to/verify-a-client.md';

const [js = ''] = codeOf(page, 'js');
const [driver = '', command = '', testee = ''] = codeOf(page, 'python');
const [go = ''] = codeOf(page, 'go');
const [rust = ''] = codeOf(page, 'rust');
const [ofJs = '', ofDriver = '', ofGo = '', ofRust = '', ofCommand = '', ofBrowser = '', ...others] = codeOf(
  page,
  'sh',
);
const [listening = '', replaying = ''] = others;
const outputs = codeOf(page, 'text');

/** The Python of Debian, which has Debian's modules. */
const ofDebian = (lines: string) =>
  lines.replaceAll('-- python3 ', '-- /usr/bin/python3 ').replaceAll('rustc ', '/usr/bin/rustc ');

/** Where Debian has the modules of Go. */
const settings = 'export GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$PWD/cache"';

/** Runs lines of the page beside a file of the page, with few cases. */
async function runBeside(name: string, code: string, lines: string, output = '') {
  const folder = makeFolder();
  writeFileSync(join(folder, name), code);
  const few = ofDebian(lines).replaceAll('--seed 1', '--seed 1 --runs 1');
  const { code: status, out, err } = await runShell(folder, `${settings}\n${few}`);
  expect(err).toBe('');
  expect(output).toMatch(/^(?:MUST|SHOULD) .*\n {2}(?:Accepts|Rejects) .*\n$/);
  expect(out).toContain(output);
  expect(status).toBe(/^MUST/m.test(out) ? 1 : 0);
}

/** A program of a language that is interpreted starts some hundred times. */
const long = 300_000;

test('the driver in JavaScript finds what the page says', async () => {
  await runBeside('driver.mjs', js, ofJs, outputs[0]);
});

test('a finding is played again as the page says', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'driver.mjs'), js);
  const [verifying = '', again = ''] = replaying.split('\n');
  await runShell(folder, verifying.replace('--seed 1', '--seed 1 --runs 1'));
  const { code, out, err } = await runShell(folder, again);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^still fails {2}MUST rfc7692\/5\/answered-twice /m);
  expect(out).toMatch(
    /^ {2}replay {4}ws101 replay report\.json --clause rfc7692\/5\/answered-twice --driver /m,
  );
});

describeWithPackages(['python3-websockets'], 'Python', () => {
  test('the driver finds what the page says', async () => {
    await runBeside('driver.py', driver, ofDriver, outputs[1]);
  });

  test(
    'the command finds what the page says',
    async () => {
      await runBeside('client.py', command, ofCommand, outputs[4]);
    },
    long,
  );

  test('the program for the Autobahn test suite is taken as it is, to its end', async () => {
    const args = listening.replace('9001', '0').trim().split(' ').slice(2);
    const waiting = start(...args, '--runs', '1');
    const { url } = readListening(await waiting.until('\n'));
    const folder = makeFolder();
    writeFileSync(join(folder, 'testee.py'), testee);
    const { code } = await runShell(folder, `SERVER=${url} /usr/bin/python3 -I testee.py`);
    expect(code).toBe(0);
    const { code: status, out, err } = await waiting.ended;
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('rfc9110/15.2/interim-replies');
    expect(out).toMatch(/^listening on ws:/);
  });
});

describeWithPackages(['golang-go', 'golang-github-gorilla-websocket-dev'], 'Go', () => {
  test('the driver finds what the page says', async () => {
    await runBeside('driver.go', go, ofGo, outputs[2]);
  });
});

describeWithPackages(['rustc'], 'Rust', () => {
  test('the driver finds what the page says', async () => {
    await runBeside('driver.rs', rust, ofRust, outputs[3]);
  });
});

describeWith('chromium', 'Chromium', () => {
  test('the browser is found to do what the page says', async () => {
    await runBeside('none', '', ofBrowser, outputs[5]);
  });
});
