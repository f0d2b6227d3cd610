import { expect, test } from 'vitest';
import { startWs } from '../cli/ws-target.ts';
import { codeOf, makeFolder, runShell } from './page.ts';

const page = 'docs/verify.md';
const [, limited = ''] = codeOf(page, 'sh');
const [printed = ''] = codeOf(page, 'text');

/** A report without what differs from run to run: how long it took. */
function withoutTime(text: string): string {
  return text.replace(/ in \d+\.\d s,/, ' in n s,');
}

test('a run that is limited to one clause prints what the page has', async () => {
  const url = await startWs();
  const { port } = new URL(url);
  const { code, out } = await runShell(makeFolder(), limited.replaceAll('9001', port));
  expect([withoutTime(out.replaceAll(port, '9001')), code]).toEqual([withoutTime(printed), 1]);
});
