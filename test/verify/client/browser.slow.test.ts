import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canonicalReply, offerOf, writeReplyMessage } from '../../../src/arbitraries/index.ts';
import { sha1 } from '../../../src/sha1.ts';
import { answerRightly } from '../../../src/verify/client/calibration.ts';
import { playReply } from '../../../src/verify/client/reply/exchange.ts';
import { startBrowser } from '../../../src/verify/connector/browser/browser.ts';
import { placeOn } from '../../../src/verify/connector/place.ts';
import { startScriptedServer } from '../../../src/verify/peer/scripted/scripted-server.ts';
import { fieldValues, type RequestHead } from '../../../src/wire/index.ts';
import { Spawned } from '../../cli/spawn.ts';
import { describeWithPackages } from '../../system.ts';

/** The right reply but for its status. */
function answerWrongly(_: unknown, request: RequestHead) {
  const message = { ...canonicalReply(offerOf(request, sha1)), statusLine: 'HTTP/1.1 404 Not Found' };
  return { pieces: [writeReplyMessage(message)], isLast: true };
}

const browsers = [
  { which: 'chromium', debian: 'chromium', name: /^Chrome [\d.]+$/, says: /Unexpected response code: 404$/ },
  {
    which: 'firefox',
    debian: 'firefox-esr',
    name: /^Firefox [\d.]+$/,
    says: /close event with the code 1006$/,
  },
];

for (const { which, debian, name, says } of browsers) {
  describeWithPackages([debian], which, () => {
    test('it connects as it is asked, from an origin of its own, and says what came of it', async () => {
      const browser = await startBrowser(which, { subprotocols: ['chat', 'superchat'], atOnce: 1 });
      onTestFinished(() => browser.close());
      expect(browser.name).toMatch(name);
      const server = await startScriptedServer();
      onTestFinished(() => server.close());
      const options = {
        ...{
          connector: browser,
          place: placeOn(server),
          resource: '/a?b=c',
          subprotocols: browser.subprotocols,
        },
        ...{ timeout: 10_000, signs: { exit: false } },
      };
      const right = await playReply(answerRightly, answerRightly, options);
      expect(right).toMatchObject({
        ...{ outcome: 'opened', hasPonged: true, connections: 1, early: 0 },
        word: { opened: true },
      });
      expect(right.word.subprotocol ?? 'chat').toBe('chat'); // Firefox may not have told before the end
      const sent = (field: string) => fieldValues(right.request?.fields ?? [], field);
      expect(sent('origin')).toEqual([browser.origin]);
      expect(sent('sec-websocket-protocol').join().replaceAll(' ', '')).toBe('chat,superchat');
      // More failures than those behind which a browser begins to wait.
      for (let nth = 0; nth < 6; nth += 1) {
        const wrong = await playReply(answerWrongly, answerRightly, options);
        expect(wrong).toMatchObject({ outcome: 'failed', connections: 1, word: { opened: false } });
        expect(wrong.word.error).toMatch(says);
      }
    });

    test('a signal in the middle leaves a partial report, and no folder of a profile', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ws101-test-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const [json, left] = [join(folder, 'report.json'), join(folder, 'left')];
      mkdirSync(left);
      const args = ['verify', 'client', '--browser', which, '--seed', '1', '--json', json];
      const { child, ended } = new Spawned(args, '', { TMPDIR: left });
      await vi.waitUntil(() => readdirSync(left).length > 0, 20_000);
      child.kill('SIGINT');
      const { code } = await ended;
      expect({ code, left: readdirSync(left) }).toEqual({ code: 3, left: [] });
      expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ partial: true, findings: [] });
    });
  });
}
