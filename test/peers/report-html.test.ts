import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/verify/html/html.ts';
import { renderJunit } from '../../src/verify/report/format/junit.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { describeWith } from '../system.ts';
import { hostileReport, sampleReport } from '../verify/report/report-sample.ts';
import { findFaint } from './faint.ts';
import { useChromium, type Watched } from './watched-page.ts';

describeWith('chromium', 'Chromium and a report', (executablePath) => {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-report-'));
  const openPage = useChromium(executablePath);

  afterAll(() => rmSync(folder, { recursive: true }));

  async function open(
    report: Report,
    width: number,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Watched & { readonly dialogs: readonly string[] }> {
    const watched = await openPage({ width, colorScheme });
    const { page } = watched;
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    const file = join(folder, 'report.html');
    writeFileSync(file, renderHtml(report));
    await page.goto(pathToFileURL(file).href);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    return { ...watched, dialogs };
  }

  /** How many of all colours are seen in a screenshot: one, where it is blank. */
  async function countColours(page: Page): Promise<unknown> {
    const png = (await page.screenshot()).toString('base64');
    const { page: blank } = await openPage();
    return blank.evaluate(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size;
    })()`);
  }

  async function pressTab(page: Page, times: number): Promise<void> {
    for (let pressed = 0; pressed < times; pressed += 1) await page.keyboard.press('Tab');
  }

  describe.each([
    ['a report', sampleReport()],
    ['a report whose peer means harm', hostileReport],
    ['a report without findings', sampleReport({ findings: [], notes: [], policy: {} })],
  ])('%s', (_what, report) => {
    test.each([
      [1280, 'light'],
      [400, 'light'],
      [400, 'dark'],
    ] as const)('at %i pixels in %s colours is seen, and no wider than the screen', async (width, scheme) => {
      const { page } = await open(report, width, scheme);
      expect(await countColours(page)).toBeGreaterThan(20);
      const widths = await page.evaluate(
        '[document.body.scrollWidth - document.body.clientWidth, document.documentElement.scrollWidth]',
      );
      expect(widths).toEqual([0, width]);
    });

    test('asks the network for nothing, complains of nothing, and opens no dialog', async () => {
      const { page, requests, complaints, dialogs } = await open(report, 1280);
      await page.waitForLoadState('networkidle');
      expect(requests).toEqual([page.url()]);
      expect(complaints).toEqual([]);
      expect(dialogs).toEqual([]);
    });

    test('has no script but its own, no image and no handler', async () => {
      const { page } = await open(report, 1280);
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('img, iframe, object, form, [onerror], [onload]').count()).toBe(0);
    });

    test('is reached by Tab: links, summaries, and whatever scrolls', async () => {
      const { page } = await open(report, 400);
      const reachable = 'a, summary, pre, .scroll, select, input';
      const all = await page.locator(reachable).count();
      await page.evaluate(`window.reached = new Set();
        document.addEventListener('focusin', ({ target }) => window.reached.add(target))`);
      await pressTab(page, all + 1);
      const missed = await page.evaluate(
        `[...document.querySelectorAll('${reachable}')].filter((each) => !window.reached.has(each)).length`,
      );
      expect(missed).toBe(0);
    });

    test('has landmarks, one main heading, and tables with a caption and scopes', async () => {
      const { page } = await open(report, 1280);
      expect(await page.getByRole('banner').count()).toBe(1);
      expect(await page.getByRole('navigation').count()).toBe(1);
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.getByRole('contentinfo').count()).toBe(1);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.locator('table:not(:has(> caption:first-child))').count()).toBe(0);
      expect(await page.locator('th:not([scope])').count()).toBe(0);
    });

    test('its links lead to what is there', async () => {
      const { page } = await open(report, 1280);
      const lost = await page.evaluate(
        `[...document.links].filter(({ protocol, hash }) => protocol === 'file:' && !document.getElementById(hash.slice(1))).length`,
      );
      expect(lost).toBe(0);
    });

    test('as JUnit is well-formed for a strict parser', async () => {
      const { page } = await open(report, 1280);
      const root = await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(renderJunit(report))}, 'application/xml').documentElement.outerHTML.slice(0, 40)`,
      );
      expect(root).toMatch(/^<testsuites name="ws101"/);
    });
  });

  describe('the filter of the clauses', () => {
    const rows = 'tr[data-verdict]';

    /** The ids of the clauses that are seen, and what the filter says of their number. */
    async function read(page: Page): Promise<unknown> {
      return page.evaluate(`[
        [...document.querySelectorAll('${rows}')].filter((each) => each.checkVisibility())
          .map(({ id }) => id.replace(/^.*\\//, '')),
        document.getElementById('filter-count').textContent,
      ]`);
    }

    test('leaves the verdict that is chosen, and the words that are typed', async () => {
      const { page } = await open(sampleReport(), 1280);
      await page.selectOption('#filter-verdict', 'untested');
      expect(await read(page)).toEqual([
        ['host-present', 'request-timeout'],
        '1 of 4 clauses, 1 of 1 choices',
      ]);
      await page.selectOption('#filter-verdict', '');
      await page.fill('#filter-text', 'KEY  §4.2.1');
      expect(await read(page)).toEqual([['key-16-octets', 'key-present'], '2 of 4 clauses, 0 of 1 choices']);
    });

    test('opens what has some, and closes it again', async () => {
      const { page } = await open(sampleReport(), 400);
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = false');
      await page.fill('#filter-text', 'octets');
      expect(await read(page)).toEqual([['key-16-octets'], '1 of 4 clauses, 0 of 1 choices']);
      await page.fill('#filter-text', '');
      expect(await read(page)).toEqual([[], '']);
    });

    test('is not there without scripts, and everything else is', async () => {
      const { page } = await openPage({ javaScriptEnabled: false });
      const file = join(folder, 'plain.html');
      writeFileSync(file, renderHtml(sampleReport()));
      await page.goto(pathToFileURL(file).href);
      expect(await page.locator('.filter').isVisible()).toBe(false);
      for (const summary of await page.locator('#clauses summary').all()) await summary.click();
      expect(await page.locator(rows).count()).toBe(5);
      for (const row of await page.locator(rows).all()) expect(await row.isVisible()).toBe(true);
    });
  });

  test('a column of words is nowhere narrower than a word on a narrow screen', async () => {
    const { page } = await open(sampleReport(), 400);
    const narrow = await page.evaluate(`[...document.querySelectorAll('th, td:not(:empty), caption')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > 0)
      .filter((each) => each.textContent.length > 12 && each.getBoundingClientRect().width < 100)
      .map(({ textContent }) => textContent)`);
    expect(narrow).toEqual([]);
  });

  test('what is focused is seen to be', async () => {
    const { page } = await open(sampleReport(), 1280);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
  });

  test.each(['light', 'dark'] as const)(
    'text has the contrast that WCAG asks for in %s colours',
    async (scheme) => {
      const { page } = await open(sampleReport(), 1280, scheme);
      expect(await page.evaluate(findFaint)).toEqual([]);
    },
  );
});
