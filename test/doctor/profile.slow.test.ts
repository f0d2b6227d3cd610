import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeProfile } from '../../src/doctor/profile.ts';
import { certificates } from '../certificate.ts';
import { describeWith } from '../system.ts';
import { captureOpenings, maskFields } from './capture.ts';

describeWith('chromium', 'the profile of Chromium', (executablePath) => {
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    const args = ['--no-sandbox', '--host-resolver-rules=MAP * 127.0.0.1', '--lang=en-US'];
    browser = await chromium.launch({ executablePath, args });
    context = await browser.newContext({ ignoreHTTPSErrors: true });
  });

  afterAll(() => browser.close());

  test.each([
    ['on this machine', false, '127.0.0.1', []],
    ['elsewhere in the clear', false, 'shop.example', ['chat']],
    ['elsewhere over TLS', true, 'shop.example', ['chat', 'superchat']],
  ] as const)('is what it sends %s', async (_title, secure, host, subprotocols) => {
    const capture = await captureOpenings(secure ? { pair: certificates.trusted } : {});
    const page = await context.newPage();
    onTestFinished(async () => {
      await page.close();
      capture.end();
    });
    const authority = `${host}:${capture.port}`;
    const origin = `${secure ? 'https' : 'http'}://${authority}`;
    await page.goto(`${origin}/`);
    const names = JSON.stringify(subprotocols);
    await page.evaluate(`void new WebSocket('${secure ? 'wss' : 'ws'}://${authority}/chat', ${names})`);
    const headers = [['Cookie', 'sid=abc']] as const;
    const profile = writeProfile('chromium', { secure, authority, origin, key: '', subprotocols, headers });
    expect(maskFields(profile)).toEqual(maskFields(await capture.openings.take()));
  });
});
