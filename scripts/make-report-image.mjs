// Makes docs/images/report.png again: `ws101 verify server` against a server of `ws`, its report as a page, and what
// Debian's Chromium shows of that.
//
// npm run build && node scripts/make-report-image.mjs [file]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { WebSocketServer } from 'ws';

const root = fileURLToPath(new URL('..', import.meta.url));
const image = process.argv[2] ?? join(root, 'docs/images/report.png');
const folder = mkdtempSync(join(tmpdir(), 'ws101-image-'));
const report = join(folder, 'report.html');

const server = new WebSocketServer({ port: 9001, host: '127.0.0.1' });
server.on('connection', (webSocket) => {
  webSocket.on('error', () => {});
  webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
});
await once(server, 'listening');

const main = join(root, 'dist/src/cli/main.js');
const options = ['--versions', '13,8', '--seed', '20261121', '--quiet', '--html', report];
const child = spawn(process.execPath, [main, 'verify', 'server', 'ws://127.0.0.1:9001/', ...options], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [code] = await once(child, 'close');
for (const client of server.clients) client.terminate();
server.close();
if (code > 1) throw new Error(`there is no report: exit code ${code}`);

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
await page.goto(pathToFileURL(report).href);
mkdirSync(dirname(image), { recursive: true });
const finding = await page.locator('article.finding').first().boundingBox();
const height = Math.ceil((finding?.y ?? 0) + (finding?.height ?? 0)) + 10;
await page.screenshot({ path: image, clip: { x: 0, y: 0, width: 1280, height } });
await browser.close();
rmSync(folder, { recursive: true });
console.log(`wrote ${image}`);
