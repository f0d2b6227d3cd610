import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const [, command = ''] =
  /`node (.*scripts\/bench-verify\.mjs --cases) \d+`/.exec(readFileSync('docs/performance.md', 'utf8')) ?? [];

test('how memory grows is measured by the command of the page, which leaves nothing running', async () => {
  const child = spawn(process.execPath, [...command.split(' '), '1100'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^ +0 cases: rss \d+, heap \d+, external \d+ MiB\n/);
  expect(out).toMatch(/\n\d+ cases, findings: none\n$/);
});
