import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { spawnCli } from '../cli/spawn.ts';
import { serve } from '../server/serve.ts';
import { describeWith } from '../system.ts';
import { findFaint } from './faint.ts';
import { type PageOptions, useChromium, type Watched } from './watched-page.ts';

/** Where the screenshots of the last run are to be looked at. */
const shots = join(tmpdir(), 'ws101-explore');

describeWith('chromium', 'Chromium and the page of ws101 explore', (executablePath) => {
  const openPage = useChromium(executablePath);
  let url = '';

  beforeAll(async () => {
    mkdirSync(shots, { recursive: true });
    url = (await spawnCli('explore', '--listen', '127.0.0.1:0').until('\n')).slice(
      'listening on '.length,
      -1,
    );
  });

  async function open(address = url, options?: PageOptions): Promise<Watched> {
    const watched = await openPage(options);
    const { page } = watched;
    // Where the page breaks, its own error says more than what it never drew.
    const broken = new Promise<never>((_resolve, reject) => page.once('pageerror', reject));
    const drawn = page.goto(address).then(() => page.locator('#diagram svg').waitFor());
    await Promise.race([drawn, broken]);
    return watched;
  }

  const sentenceOf = (page: Page) => page.locator('.sentence').textContent();

  /** Waits for what comes of an edit; it comes with the next turn of the page's event loop. */
  async function untilVerdict(page: Page, text: string): Promise<void> {
    await page.locator('.sentence', { hasText: text }).waitFor();
  }

  async function edit(page: Page, from: string, to: string): Promise<void> {
    const before = await page.getByLabel('Request', { exact: true }).inputValue();
    await page.getByLabel('Request', { exact: true }).fill(before.replace(from, to));
  }

  async function loseFocus(page: Page): Promise<void> {
    await page.evaluate('document.activeElement.blur()');
  }

  test('shows the example of RFC 6455, accepted, with nothing to complain of', async () => {
    const { page, requests, complaints } = await open();
    expect(await sentenceOf(page)).toBe('✓ 101 Switching Protocols: the connection opens.');
    expect(await page.locator('tr.decides').innerText()).toMatch(/▶ decides\s+otherwise\s+accept: 101/);
    expect(await page.locator('#path').textContent()).toBe(
      'reading → HEAD_READ → deciding → ACCEPTED → open',
    );
    const files = ['', 'page.css', 'page.js', 'viz.js'].map((name) => `${url}${name}`);
    expect(requests.filter((each) => !each.startsWith('data:')).sort()).toEqual(files);
    expect(complaints).toEqual([]);
  });

  test('lights the way in the diagram', async () => {
    const { page } = await open();
    expect(await page.locator('#diagram .state.path').count()).toBe(3);
    await edit(page, 'GET', 'PUT');
    await page.locator('#diagram [id="serverSession.deciding-REFUSED-0"].path').waitFor();
  });

  test('says at once what comes of an edit: verdict, clause, rows, facts, octets', async () => {
    const { page } = await open();
    await edit(page, 'Version: 13', 'Version: 8');
    await untilVerdict(page, '✗ 426 Upgrade Required: version is not 13.');
    expect(await page.locator('#verdict a').getAttribute('href')).toBe(
      'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2',
    );
    expect(await page.locator('#facts div', { hasText: 'version' }).allInnerTexts()).toContain(
      'version\nother',
    );
    expect(await page.locator('#sent mark').allTextContents()).toEqual(['Sec-WebSocket-Version: 8']);
    expect(await page.locator('#answer').innerText()).toMatch(/^HTTP\/1\.1 426 Upgrade Required\\r\\n\n/);
  });

  test.each([
    ['an acceptance', 'GET', 'GET'],
    ['a refusal', 'Upgrade: websocket', 'Upgrade: h2c'],
    ['a refusal of HEAD', 'GET', 'HEAD'],
    ['an acceptance behind a 100', 'Host:', 'Expect: 100-continue\nHost:'],
  ])('writes %s as the server does', async (_what, from, to) => {
    const { page } = await open();
    const { ask } = await serve({
      ...{ paths: ['/chat'], subprotocols: ['chat'], origins: ['http://example.com'] },
      onConnection: ({ socket }) => socket.end(),
    });
    await edit(page, from, to);
    const lines = await page.getByLabel('Request', { exact: true }).inputValue();
    const reply = (await ask(lines.replaceAll('\n', '\r\n'))).replace(/Date: .*\r/, 'Date: \r');
    const shown = await page.locator('#answer').textContent();
    expect(shown?.replace(/Date: .*?\\r/, 'Date: \\r')).toBe(
      `${reply.replace(/[\r\n]/g, (end) => (end === '\r' ? '\\r' : '\\n\n')).replace(/\n?$/, '\n')}`,
    );
  });

  test('a case is picked by the keyboard alone, and the list says what it does', async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to what comes of it');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('README.md');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const picker = page.getByRole('combobox', { name: 'Case' });
    expect(await page.evaluate('document.activeElement.id')).toBe('case');
    expect(await picker.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.type('host absent');
    expect(await picker.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('#cases [role=option]').allTextContents()).toEqual([
      'without Host',
      expect.stringContaining('Sec-WebSocket-Key1: '),
    ]);
    await page.keyboard.press('ArrowDown');
    expect(await picker.getAttribute('aria-activedescendant')).toBe('case-1');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('#cases [aria-selected=true]').textContent()).toBe('without Host');
    await page.keyboard.press('Enter');
    await untilVerdict(page, '✗ 400 Bad Request: host is absent.');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    expect(await page.getByLabel('Request', { exact: true }).inputValue()).not.toContain('Host');
  });

  test('Escape closes the list, and what is not found is said', async () => {
    const { page } = await open();
    await page.getByRole('combobox', { name: 'Case' }).fill('no such thing');
    expect(await page.getByRole('listbox').innerText()).toBe('no case is like that');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
  });

  test('a link restores everything in another page', async () => {
    const { page } = await open();
    await edit(page, 'chat, superchat', 'x\\x01ä');
    await page.getByLabel(/^A request for no WebSocket/).selectOption('badRequest');
    await untilVerdict(page, '✗ 400 Bad Request: field lines are malformed.');
    const { page: other } = await open(page.url());
    expect(await sentenceOf(other)).toBe(await sentenceOf(page));
    expect(await other.getByLabel('Request', { exact: true }).inputValue()).toContain('x\\x01ä');
    expect(await other.getByLabel(/^A request for no WebSocket/).inputValue()).toBe('badRequest');
  });

  test('typing leaves the history as it is; picking a case can be undone', async () => {
    const { page } = await open();
    const length = await page.evaluate('history.length');
    await page.getByLabel('Request', { exact: true }).press('Control+Home');
    await page.keyboard.type('abc');
    expect(await page.evaluate('history.length')).toBe(length);
    await page.getByRole('combobox', { name: 'Case' }).fill('without Host');
    await page.keyboard.press('Enter');
    await untilVerdict(page, 'host is absent');
    await page.goBack();
    await untilVerdict(page, 'method is not GET');
  });

  test('going back to where the link said nothing shows the example', async () => {
    const { page } = await open();
    await page.getByRole('combobox', { name: 'Case' }).fill('without Host');
    await page.keyboard.press('Enter');
    await untilVerdict(page, 'host is absent');
    await page.goBack();
    await untilVerdict(page, '101 Switching Protocols');
    expect(await page.getByLabel('Request', { exact: true }).inputValue()).toContain(
      'Host: server.example.com',
    );
  });

  test('a link that says nothing shows the example', async () => {
    const { page, complaints } = await open(`${url}#request=%%%`);
    expect(await sentenceOf(page)).toContain('101');
    expect(complaints).toEqual([]);
  });

  test('a head without an end is told, and given one', async () => {
    const { page } = await open();
    await page.getByLabel('Request', { exact: true }).fill('GET /chat HTTP/1.1\nHost: a');
    await untilVerdict(page, '400 Bad Request: head is cut.');
    await page.getByRole('button', { name: 'Add the empty line' }).click();
    await untilVerdict(page, '426 Upgrade Required: upgrade is absent.');
    expect(await page.getByLabel('Request', { exact: true }).inputValue()).toBe(
      'GET /chat HTTP/1.1\nHost: a\n\n',
    );
    expect(await page.getByRole('button', { name: 'Add the empty line' }).isVisible()).toBe(false);
  });

  test('settings that make no sense are told, and nothing else is shown', async () => {
    const { page } = await open();
    await page.getByLabel('Origins').fill('no origin');
    await page.getByText('These settings make no sense').waitFor();
    expect(await page.locator('#results').isVisible()).toBe(false);
    await page.getByLabel('Origins').fill('');
    await untilVerdict(page, '101');
    expect(await page.locator('#results').isVisible()).toBe(true);
  });

  test('a reply is seen by the client, and the request is kept meanwhile', async () => {
    const { page, complaints } = await open();
    await edit(page, 'GET', 'PUT');
    await page.getByLabel('A reply, as the client sees it').check();
    await untilVerdict(page, '✓ Established: the connection is open.');
    await page.getByLabel('Sec-WebSocket-Key').fill('AQIDBAUGBwgJCgsMDQ4PEA==');
    await untilVerdict(page, '✗ Closed: Sec-WebSocket-Accept is "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="');
    await page.locator('#diagram [id="connection.connecting-REPLY__DISPROVED-0"].path').waitFor();
    await page.getByLabel('A request, as the server sees it').check();
    await untilVerdict(page, '✗ 405 Method Not Allowed');
    expect(complaints).toEqual([]);
  });

  test('what curl -v says can be pasted: the request is shown, and the reply kept with its key', async () => {
    const { page } = await open();
    const request = ['GET /chat HTTP/1.1', 'Host: a', 'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==', ''];
    const reply = ['HTTP/1.1 403 Forbidden', 'Server: x', ''];
    const trace = [...request.map((line) => `> ${line}`), ...reply.map((line) => `< ${line}`), ''].join('\n');
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(trace)});
      document.getElementById('text').dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    }`);
    await untilVerdict(page, '426 Upgrade Required: upgrade is absent.');
    expect(await page.getByLabel('Request', { exact: true }).inputValue()).toBe(`${request.join('\n')}\n`);
    expect(await page.locator('#copied').textContent()).toMatch(/^Read as the output of curl -v\. /);
    await page.getByLabel('A reply, as the client sees it').check();
    await untilVerdict(page, 'the server answered 403 Forbidden, where 101 was expected.');
    expect(await page.getByLabel('Sec-WebSocket-Key').inputValue()).toBe('AQIDBAUGBwgJCgsMDQ4PEA==');
  });

  const har = JSON.stringify({
    log: {
      entries: [
        {
          request: {
            ...{ method: 'GET', url: 'wss://a.example/chat' },
            headers: [
              { name: 'Upgrade', value: 'websocket' },
              { name: 'Sec-WebSocket-Key', value: 'AQIDBAUGBwgJCgsMDQ4PEA==' },
            ],
          },
          response: {
            ...{ status: 502, statusText: 'Bad Gateway', httpVersion: 'HTTP/1.1' },
            headers: [{ name: 'Server', value: 'nginx/1.24.0' }],
          },
        },
      ],
    },
  });

  /** Drops a file onto the page, as who drags one does. */
  async function drop(page: Page, name: string, content: string): Promise<void> {
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      const tell = (type) => document.getElementById('text').dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
      );
      window.isTaken = [tell('dragover'), tell('drop')].map((goesOn) => !goesOn);
    }`);
    expect(await page.evaluate('isTaken')).toEqual([true, true]);
  }

  test('a HAR can be dropped onto it: what may be the cause is told, and nothing is sent', async () => {
    const { page, requests, complaints } = await open();
    const before = [...requests];
    await drop(page, 'a.har', har);
    await untilVerdict(page, 'the server answered 502 Bad Gateway, where 101 was expected.');
    expect(await page.locator('#copied').textContent()).toMatch(/^Read as an HTTP archive\. /);
    expect(await page.getByLabel('Sec-WebSocket-Key').inputValue()).toBe('AQIDBAUGBwgJCgsMDQ4PEA==');
    const first = page.locator('#causes details').first();
    expect(await first.locator('summary').innerText()).toMatch(
      /^The proxy cannot reach the server behind it \(/,
    );
    expect(await first.locator('.lines').innerText()).toContain('connecting to upstream');
    expect(await page.evaluate('document.body.classList.contains("dropping")')).toBe(false);
    expect(requests).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('a file can be chosen by the keyboard, and again when it has changed', async () => {
    const { page, requests } = await open();
    const before = [...requests];
    const input = page.getByLabel('Read a file');
    for (const status of ['403 Forbidden', '404 Not Found']) {
      const choosing = page.waitForEvent('filechooser');
      await input.press('Space');
      const chooser = await choosing;
      const log = `> GET /chat HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 ${status}\n< Content-Length: 0\n<\n`;
      await chooser.setFiles({ name: 'curl.log', mimeType: 'text/plain', buffer: Buffer.from(log) });
      await untilVerdict(page, `the server answered ${status}, where 101 was expected.`);
    }
    expect(requests).toEqual(before);
  });

  test('a file without a message says so, and changes nothing', async () => {
    const { page } = await open();
    await drop(page, 'a.json', '{"a":1}');
    await page.locator('#copied', { hasText: 'The file has nothing to judge: this is JSON' }).waitFor();
    expect(await sentenceOf(page)).toBe('✓ 101 Switching Protocols: the connection opens.');
    expect(await page.locator('#why').isVisible()).toBe(false);
  });

  test('the words of an error get their meaning, whatever stood there before', async () => {
    const { page } = await open();
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Error: Unexpected server response: 502');
      document.getElementById('text').dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    }`);
    await untilVerdict(page, 'Message from ');
    expect(await page.locator('#verdict').innerText()).toMatch(/What to run next: ws101 doctor <url>/);
    expect(await page.locator('#causes details').count()).toBeGreaterThan(0);
    expect(await page.locator('#results').isVisible()).toBe(false);
    await page.getByLabel('A request, as the server sees it').check();
    await untilVerdict(page, '101');
    expect(await page.locator('#results').isVisible()).toBe(true);
    expect(await page.locator('#why').isVisible()).toBe(false);
  });

  test('only the rows that hold are shown where that is wanted', async () => {
    const { page } = await open();
    await edit(page, 'GET', 'PUT');
    await untilVerdict(page, '405');
    expect(await page.locator('#table tbody tr').count()).toBe(58);
    await page.getByLabel('Only the rows that hold').check();
    expect(await page.locator('#table tbody tr').count()).toBe(1);
  });

  describe.each([
    [1280, 'light'],
    [1280, 'dark'],
    [400, 'light'],
    [400, 'dark'],
  ] as const)('at %i pixels in %s colours', (width, colorScheme) => {
    const faulty =
      'GET /chat HTTP/1.1\nHost: server.example.com\nUpgrade: websocket\nSec-WebSocket-Version: 8\n\n';

    test('nothing is wider than the screen, and texts have the contrast that WCAG asks for', async () => {
      const { page } = await open(url, { width, colorScheme });
      await page.getByLabel('Request', { exact: true }).fill(faulty);
      await untilVerdict(page, '426');
      await page.evaluate('document.querySelector("#settings").open = true');
      await page.getByRole('combobox', { name: 'Case' }).fill('key');
      await page.screenshot({ path: join(shots, `${width}-${colorScheme}-cases.png`) });
      expect(await page.evaluate(findFaint)).toEqual([]);
      await page.keyboard.press('Escape');
      await loseFocus(page);
      await page.screenshot({ path: join(shots, `${width}-${colorScheme}.png`), fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });

    test('the same holds for what may be the cause', async () => {
      const { page } = await open(url, { width, colorScheme });
      await drop(page, 'a.har', har);
      await page.locator('#causes details').first().waitFor();
      await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
      expect(await page.evaluate(findFaint)).toEqual([]);
      await page.screenshot({ path: join(shots, `${width}-${colorScheme}-causes.png`), fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });
  });

  test('is reached by Tab at 400 pixels: every control, link, and whatever scrolls, each seen to be focused', async () => {
    const { page } = await open(url, { width: 400 });
    await page.evaluate(`window.reached = new Set(); window.unseen = [];
      document.addEventListener('focusin', ({ target }) => {
        reached.add(target);
        if (getComputedStyle(target).outlineStyle === 'none') unseen.push(target.outerHTML);
      })`);
    const reachable = 'a, button, input:not([type=radio]), select, textarea, summary, pre, .scroll';
    await page.evaluate('document.querySelector("#settings").open = true');
    const all = await page.locator(reachable).count();
    for (let pressed = 0; pressed < all + 2; pressed += 1) await page.keyboard.press('Tab');
    const missed = `[...document.querySelectorAll('${reachable}')]
      .filter((each) => each.checkVisibility() && !reached.has(each)).map((each) => each.outerHTML)`;
    expect(await page.evaluate(missed)).toEqual([]);
    expect(await page.evaluate('unseen')).toEqual([]);
  });

  test('every control has a label', async () => {
    const { page } = await open();
    const nameless = `[...document.querySelectorAll('input, select, textarea')]
      .filter((each) => each.labels.length === 0).map((each) => each.outerHTML)`;
    expect(await page.evaluate(nameless)).toEqual([]);
  });

  test('opened as a file it does the same', async () => {
    const folder = join(shots, 'page');
    expect(await spawnCli('explore', '--out', folder).ended).toMatchObject({ code: 0 });
    const { page, complaints } = await open(pathToFileURL(join(folder, 'index.html')).href);
    expect(await page.locator('#diagram .state.path').count()).toBe(3);
    await edit(page, 'GET', 'PUT');
    await untilVerdict(page, '✗ 405 Method Not Allowed: method is not GET.');
    expect(complaints).toEqual([]);
  });
});
