import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startWs } from '../cli/ws-target.ts';
import { hostOnly, runAction, startReference } from './run-action.ts';

describe('a server', () => {
  test('without a finding: 0, a summary, and nothing to annotate', async () => {
    const target = await startReference();
    const { code, annotations, outputs, summary } = await runAction({ target, options: hostOnly });
    expect({ code, annotations, exit: outputs['exit-code'] }).toEqual({
      code: 0,
      annotations: [],
      exit: '0',
    });
    expect(summary).toContain(target);
    expect(readFileSync(join(outputs.folder ?? '', 'report.html'), 'utf8')).toContain('</html>');
    expect(JSON.parse(readFileSync(join(outputs.folder ?? '', 'report.json'), 'utf8'))).toMatchObject({
      ...{ mode: 'server', target, findings: [] },
    });
  });

  test('with a finding that the baseline has, too: 0, and with another one 1', async () => {
    const target = await startWs();
    const first = await runAction({ target, options: hostOnly, baseline: 'true' });
    expect({ code: first.code, count: first.annotations.length }).toEqual({ code: 1, count: 1 });
    const second = await runAction({ target, options: hostOnly, baseline: 'true' }, first.temp);
    expect({ code: second.code, annotations: second.annotations }).toEqual({ code: 0, annotations: [] });
    const mended = await runAction(
      { target: await startReference(), options: hostOnly, baseline: 'true' },
      first.temp,
    );
    expect({ code: mended.code, annotations: mended.annotations }).toEqual({
      code: 0,
      annotations: ['::notice title=rfc9112/3.2/host-present::passes now, and did not before'],
    });
    const again = await runAction({ target, options: hostOnly, baseline: 'true' }, first.temp);
    expect({ code: again.code, count: again.annotations.length }).toEqual({ code: 1, count: 1 });
  });

  test('of which nothing can be said: 3', async () => {
    const { code, outputs } = await runAction({ target: 'ws://127.0.0.1:1/', options: '--seed 1' });
    expect({ code, exit: outputs['exit-code'] }).toEqual({ code: 3, exit: '3' });
  });
});

test('a client, whose command is quoted as in a shell', async () => {
  const program = "new WebSocket(process.env.WS101_URL, ['chat']).on('error', () => process.exit(1))";
  const { code, annotations } = await runAction({
    ...{ verify: 'client', options: '--seed 1 --only rfc6455/4.1/accept-value' },
    command: `"${process.execPath}" -e "const { WebSocket } = require('ws'); ${program}"`,
  });
  expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
});

test('doctor, by its first diagnosis', async () => {
  const { code, annotations, summary } = await runAction({
    ...{ verify: 'doctor', target: 'ws://127.0.0.1:1/', options: '' },
  });
  expect({ code, count: annotations.length }).toEqual({ code: 1, count: 1 });
  expect(annotations[0]).toMatch(/^::error title=network\//);
  expect(summary).toContain('127.0.0.1');
});
