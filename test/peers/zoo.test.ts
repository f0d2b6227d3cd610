import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo, type Zoo } from '../../src/zoo/zoo.ts';
import { describeWith } from '../system.ts';
import { quickClock } from '../zoo/quick-clock.ts';
import { findFaint } from './faint.ts';
import { type PageOptions, useChromium } from './watched-page.ts';

/** Where the screenshots of the last run are to be looked at. */
const shots = join(tmpdir(), 'ws101-zoo');

describeWith('chromium', 'Chromium and the page of ws101 zoo', (executablePath) => {
  const openPage = useChromium(executablePath);
  let zoo: Zoo;

  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    zoo = await openZoo({ clock: quickClock });
  });

  afterAll(() => zoo.close());

  async function open(options?: PageOptions, script = '') {
    const watched = await openPage(options);
    await watched.page.addInitScript(script);
    await watched.page.goto(`${zoo.url}/`);
    return watched;
  }

  const visible = (page: Page) => page.locator('.case:visible').count();

  test('all cases are played, one after the other, and what differs is shown', async () => {
    const { page, requests, complaints } = await open();
    await page.getByRole('button', { name: 'Play all cases' }).click();
    await page.getByText(`${zooCases.length} of ${zooCases.length} played: `).waitFor();
    expect(await page.locator('.result.same').count()).toBeGreaterThan(100);
    const differing = await page.locator('.result.other').count();
    expect(await page.locator('#progress').textContent()).toContain(`${differing} otherwise.`);
    expect(await page.locator('#difference-list li').count()).toBe(differing);
    expect(await page.locator('[id="plain"] .result').textContent()).toBe('✓ opened');
    expect(await page.locator('[id="upgrade-is-absent"] .result').textContent()).toBe('✓ failed');
    await page.getByLabel('Show').selectOption('differs');
    expect(await visible(page)).toBe(differing);
    expect(requests.filter((each) => !/^data:|\/case\//.test(each))).toEqual([`${zoo.url}/`]);
    // Chromium tells of each connection that it fails.
    expect(complaints.filter((each) => !each.startsWith('WebSocket connection to'))).toEqual([]);
  });

  test('it can be stopped', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Play all cases' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/^\d+ of \d+ played: /).waitFor();
    expect(await page.getByRole('button', { name: 'Play all cases' }).isEnabled()).toBe(true);
  });

  test('one case is played by the keyboard alone', async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the cases');
    await page.getByRole('button', { name: 'Play 101 without Upgrade' }).focus();
    await page.keyboard.press('Enter');
    const result = page.locator('[id="upgrade-is-absent"] .result');
    await result.filter({ hasText: 'failed' }).waitFor();
    expect(await page.locator('#progress').textContent()).toMatch(
      /^1 of \d+ played: 1 as a right browser does/,
    );
  });

  /** Stands in for a browser that opens whatever it is told to. */
  const credulous = `window.WebSocket = class {
    constructor() { queueMicrotask(() => this.onopen()); }
    close() {}
  }`;

  test('where a browser does otherwise is marked, and told in words', async () => {
    const { page } = await open({}, credulous);
    await page.getByRole('button', { name: 'Play 101 without Upgrade' }).click();
    await page.locator('[id="upgrade-is-absent"].differs').waitFor();
    expect(await page.locator('[id="upgrade-is-absent"] .result').textContent()).toBe('✗ opened here');
    expect(await page.locator('#difference-list').innerText()).toBe(
      '101 without Upgrade: opened, where a right browser fails',
    );
    expect(await page.locator('#progress').textContent()).toMatch(/: 0 as a right browser does, 1 otherwise/);
  });

  test('the play stops where a control case goes otherwise', async () => {
    const { page } = await open({}, credulous);
    await page.getByRole('button', { name: 'Play all cases' }).click();
    await page.getByText(/^Stopped: "403 with a sentence" does not go as in every browser/).waitFor();
    expect(await page.getByRole('button', { name: 'Play all cases' }).isEnabled()).toBe(true);
  });

  test('words and kinds filter', async () => {
    const { page } = await open();
    await page.getByLabel('with the words').fill('without upgrade');
    expect(await page.locator('.case:visible h4').allTextContents()).toEqual(['101 without Upgrade']);
    expect(await page.locator('#count').textContent()).toBe(`1 of ${zooCases.length}`);
    await page.getByLabel('Show').selectOption('open');
    expect(await visible(page)).toBe(0);
    await page.getByLabel('with the words').fill('');
    expect(await visible(page)).toBe(zooCases.filter(({ expect: { whatwg } }) => whatwg === 'open').length);
  });

  test('the URL that is shown is the one to connect to', async () => {
    const { page } = await open();
    expect(await page.locator('[id="plain"] .address').textContent()).toBe(
      `${zoo.url.replace('http', 'ws')}/case/plain`,
    );
  });

  test.each([
    [400, 'light'],
    [400, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('%i pixels, %s: nothing sticks out, and all of it can be read', async (width, colorScheme) => {
    const { page } = await open({ width, colorScheme });
    await page.getByRole('button', { name: 'Play 101 without Upgrade' }).click();
    await page.locator('[id="upgrade-is-absent"] .result', { hasText: 'failed' }).waitFor();
    await page.locator('[id="upgrade-is-absent"] summary').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.evaluate(findFaint)).toEqual([]);
    await page.screenshot({ path: join(shots, `top-${width}-${colorScheme}.png`) });
    await page.locator('[id="upgrade-is-absent"]').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `case-${width}-${colorScheme}.png`) });
  });
});
