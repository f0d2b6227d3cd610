import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo } from '../../src/zoo/zoo.ts';
import { findFaint } from '../peers/faint.ts';
import { describeWith, describeWithPackages } from '../system.ts';
import { quickClock } from '../zoo/quick-clock.ts';

const out = mkdtempSync(join(tmpdir(), 'ws101-site-'));
/** Where the screenshots of the last run are to be looked at. */
const shots = join(tmpdir(), 'ws101-site-shots');

const types: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' },
};

/** A server of files, as any that the site may lie on. */
const server = createServer(({ url = '' }, reply) => {
  const path = decodeURI(url.replace(/\?.*/, '')).replace(/\/$/, '/index.html');
  const file = join(out, path);
  if (!existsSync(file) || !statSync(file).isFile()) reply.writeHead(404).end();
  else reply.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
});

let url = '';

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  // From nothing: the packages of the site are installed again.
  rmSync('site/node_modules', { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build:site', '--', '--out', out], {
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/\d+ pages, and all of their \d+ links lead somewhere/);
  url = `http://127.0.0.1:${(await bind(server)).port}/`;
}, 300_000);

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(out, { recursive: true, force: true });
});

test('every link leads somewhere, followed from the start page on', async () => {
  const paths = new Set(['/']);
  const problems: string[] = [];
  const ids = new Map<string, ReadonlySet<string>>();
  const anchors: (readonly [from: string, to: string, anchor: string])[] = [];
  for (const path of paths) {
    const reply = await fetch(new URL(path, url));
    if (reply.status !== 200) problems.push(`${path}: ${reply.status}`);
    if (!reply.headers.get('content-type')?.startsWith('text/html')) {
      await reply.body?.cancel();
      continue;
    }
    const text = (await reply.text()).replaceAll(/(<script\b[^>]*>).*?(?=<\/script>)/gs, '$1');
    ids.set(path, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)));
    for (const [, link = ''] of text.matchAll(/<[a-z][^<>]* (?:href|src)="([^"]*)"/g)) {
      const target = new URL(link.replaceAll('&amp;', '&'), new URL(path, url));
      if (target.origin !== new URL(url).origin) continue;
      paths.add(target.pathname);
      if (target.hash !== '') anchors.push([path, target.pathname, decodeURIComponent(target.hash.slice(1))]);
    }
  }
  for (const [from, to, anchor] of anchors) {
    if (ids.has(to) && !ids.get(to)?.has(anchor)) problems.push(`${from}: ${to}#${anchor}`);
  }
  expect(problems).toEqual([]);
  expect(ids.size).toBeGreaterThan(100);
  const made = [
    '/matrix/index.html',
    '/docs/generated/matrix/index.html',
    '/docs/generated/matrix/server/ws.html',
  ];
  expect([...ids.keys()]).toEqual(expect.arrayContaining(made));
});

const looked = ['', 'docs/verify.html', 'docs/architecture.html', 'docs/generated/clause-matrix.html'].concat(
  ['docs/how-to/check-in-ci.html', 'zoo/index.html', 'explorer/index.html', 'matrix/index.html'],
);
const nameOf = (path: string) => path.replaceAll(/\W/g, '-') || 'start';

describeWith('chromium', 'Chromium and the site', (executablePath) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  async function open(path: string, width = 1280, colorScheme: 'light' | 'dark' = 'light') {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${url}${path}`);
    return { page, complaints };
  }

  const stateOf = (page: Page) => page.locator('#state').textContent();

  test('the start page steps the connection by its events', async () => {
    const { page, complaints } = await open('');
    expect(await stateOf(page)).toBe('connecting');
    await page.getByRole('button', { name: 'INTERIM_RECEIVED' }).click();
    expect(await stateOf(page)).toBe('connecting');
    await page.getByRole('button', { name: 'REPLY_DISPROVED' }).click();
    expect(await stateOf(page)).toBe('closed');
    expect(await page.locator('#event-clause code').textContent()).toBe('rfc6455/4.1/accept-value');
    expect(await page.getByRole('button', { name: 'ESTABLISHED' }).isDisabled()).toBe(true);
    await page.locator('#machine [id="connection.connecting-REPLY__DISPROVED-0"].path').waitFor();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByRole('button', { name: 'ESTABLISHED' }).click();
    expect(await stateOf(page)).toBe('open');
    expect(complaints).toEqual([]);
  });

  test('the start page says which row decides on a request, and hands it to the explorer', async () => {
    const { page, complaints } = await open('');
    await page.locator('.decides', { hasText: 'version is not 13' }).waitFor();
    const option = await page.locator('#fault option', { hasText: 'host is absent' }).first().textContent();
    await page.getByLabel('The request has').selectOption({ label: option ?? '' });
    await page.locator('#verdict', { hasText: '400 Bad Request: host is absent.' }).waitFor();
    expect(await page.locator('tr.decides').innerText()).toMatch(/host is absent/);
    await page.getByRole('link', { name: 'Change this request in the explorer' }).click();
    await page.locator('.sentence', { hasText: 'host is absent' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the search finds a section, and leads there', async () => {
    const { page, complaints } = await open('docs/how-to/zoo.html');
    await page.keyboard.press('/');
    await page.keyboard.type('what it never does');
    await page.getByRole('link', { name: /^What it never does/ }).click();
    await page.waitForURL('**/docs/doctor.html#what-it-never-does');
    expect(complaints).toEqual([]);
  });

  test('Mermaid draws what is Mermaid', async () => {
    const { page, complaints } = await open('docs/architecture.html', 1280, 'dark');
    await page.locator('pre.drawn svg').nth(1).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the matrix narrows what it shows, and each cell leads to its octets by an address of its own', async () => {
    const { page, complaints } = await open('matrix/index.html');
    const rows = page.locator('#matrix tbody tr');
    const all = await rows.count();
    await page.getByLabel('Search clauses').fill('upgrade-websocket');
    await expect.poll(() => rows.count()).toBe(1);
    expect(all).toBeGreaterThan(20);
    await page.getByLabel('Search set-ups').fill('Boost');
    const cell = page.locator('#matrix td a');
    await expect.poll(() => cell.count()).toBe(1);
    expect(await cell.getAttribute('title')).toMatch(/^Boost\.Beast.*: broken/);
    await cell.click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { name: 'What was sent, ' }).first().waitFor();
    expect(await panel.innerText()).toMatch(/Upgrade: websocket;[\s\S]*HTTP\/1\.1 101/);
    const address = page.url();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Search clauses').fill('key-present');
    await expect.poll(() => cell.getAttribute('title')).toMatch(/^Boost\.Beast.*: kept/);
    await cell.click();
    await panel.getByRole('heading', { name: 'An exchange that shows it' }).waitFor();
    expect(await panel.innerText()).toMatch(/What was sent, [\s\S]*HTTP\/1\.1 400/);
    expect(await panel.innerText()).not.toMatch(/^Sec-WebSocket-Key:/m);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Proxies' }).click();
    await page.getByLabel('Search set-ups').fill('');
    await page.getByLabel('Search clauses').fill('');
    await expect.poll(() => page.locator('#matrix thead').innerText()).toMatch(/nginx/i);
    // Whoever is sent the address sees the same.
    const { page: other } = await open(address.slice(url.length));
    expect(await other.getByRole('dialog').innerText()).toMatch(/Upgrade: websocket;/);
    expect(complaints).toEqual([]);
  });

  test('nothing lies over the matrix on a narrow screen', async () => {
    const { page } = await open('matrix/index.html', 400);
    const isCovered = `(() => {
      const name = document.querySelector('#matrix tbody .slug');
      name.scrollIntoView();
      const { left, top } = name.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + 2) !== name;
    })()`;
    expect(await page.evaluate(isCovered)).toBe(false);
  });

  test('the zoo plays against one that is started elsewhere, and plays nothing without', async () => {
    const { page } = await open('zoo/index.html');
    await page.getByLabel('The zoo is at').fill('ws://127.0.0.1:1');
    await page.getByRole('button', { name: 'Play all cases' }).click();
    await page.getByText('No zoo answers at ws://127.0.0.1:1').waitFor();
    expect(await page.locator('.result.same, .result.other').count()).toBe(0);
    const zoo = await openZoo({ clock: quickClock, limits: { connectionsPerAddress: 256 } });
    onTestFinished(() => zoo.close());
    await page.getByLabel('The zoo is at').fill(`${zoo.url}/`);
    await page.locator('[id="plain"] .play').click();
    await page.locator('[id="plain"] .result', { hasText: 'opened' }).waitFor();
    await page.getByText(`1 of ${zooCases.length} played`).waitFor();
  });

  test.each(looked.flatMap((path) => [400, 1280].map((width) => [path, width] as const)))(
    '/%s fits into %i pixels and can be read, light and dark',
    async (path, width) => {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, complaints } = await open(path, width, scheme);
        await page.screenshot({ path: join(shots, `chromium-${nameOf(path)}-${width}-${scheme}.png`) });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await page.evaluate(findFaint)).toEqual([]);
        expect(complaints).toEqual([]);
      }
    },
  );
});

describeWithPackages(['firefox-esr'], 'Firefox and the site', () => {
  test('pages fit, and the start page is alive', async () => {
    const browser = await puppeteer.launch({
      ...{ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true },
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    for (const width of [400, 1280]) {
      await page.setViewport({ width, height: 900 });
      for (const path of looked) {
        await page.goto(`${url}${path}`);
        await page.screenshot({ path: join(shots, `firefox-${nameOf(path)}-${width}.png`) });
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        expect([path, Number(wide) <= width]).toEqual([path, true]);
      }
    }
    await page.goto(url);
    await page.locator('::-p-text(ESTABLISHED)').click();
    await page.waitForFunction('document.getElementById("state").textContent === "open"');
    await page.goto(`${url}matrix/index.html#text=upgrade-websocket&name=Boost`);
    await page.locator('#matrix td a').click();
    await page.waitForFunction('/Upgrade: websocket;/.test(document.querySelector("dialog").textContent)');
    expect(complaints).toEqual([]);
  });
});
