import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { RawPeer } from '../raw-peer.ts';
import { orderPatience, playOrders } from '../server/any-order.ts';
import { folder } from './run.ts';
import { Spawned, spawnCli } from './spawn.ts';

async function explore(...args: readonly string[]): Promise<{ running: Spawned; port: number; out: string }> {
  const running = spawnCli('explore', '--listen', '127.0.0.1:0', ...args);
  const out = await running.until('\n');
  return { running, out, port: Number(/:(\d+)\/\n$/.exec(out)?.[1]) };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a path as it is: `fetch` would take dots out of it. */
async function ask(port: number, path: string, method = 'GET'): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, path, method, agent: false }).end();
  const [response] = await once(asking, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

describe('ws101 explore', () => {
  let port = 0;
  let out = '';
  beforeAll(async () => {
    ({ port, out } = await explore());
  });

  test('serves the page with its content types, and says where', async () => {
    expect(out).toBe(`listening on http://127.0.0.1:${port}/\n`);
    const page = await ask(port, '/');
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(page.body.length),
        'x-content-type-options': 'nosniff',
      },
    });
    expect(page.body.toString()).toContain('<title>ws101 explore</title>');
    expect(await ask(port, '/index.html?a=b')).toMatchObject({ status: 200, body: page.body });
  });

  test.each([
    ['/page.js', 'text/javascript; charset=utf-8'],
    ['/page.css', 'text/css; charset=utf-8'],
    ['/viz.js', 'text/javascript; charset=utf-8'],
    ['/license.md', 'text/markdown; charset=utf-8'],
  ])('serves %s as %s', async (path, type) => {
    expect(await ask(port, path)).toMatchObject({ status: 200, headers: { 'content-type': type } });
  });

  test.each([
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..\\..\\package.json',
    '//etc/passwd',
    '/./index.html',
    '/page.js/',
    '/page.js%00',
    '/docs/../package.json',
    '/docs/',
    '/package.json',
    '/__proto__',
    '*',
    'http://127.0.0.1/../package.json',
  ])('has nothing else: %s is 404', async (path) => {
    const { status, body } = await ask(port, path);
    expect({ status, body: body.toString() }).toEqual({ status: 404, body: 'not found\n' });
  });

  test('draws with the script of the package that the command line draws with', async () => {
    const { port } = await explore();
    const script = readFileSync('node_modules/@viz-js/viz/dist/viz-global.js');
    const { body } = await ask(port, '/viz.js');
    expect(body.equals(script)).toBe(true);
  });

  test('writes into a folder what it would serve', async () => {
    const out = join(folder, 'new/page');
    expect(await spawnCli('explore', '--out', out).ended).toEqual({ code: 0, out: '', err: '' });
    const names = ['index.html', 'license.md', 'page.css', 'page.js', 'viz.js'];
    expect(readdirSync(out).sort()).toEqual(names);
    const { port } = await explore();
    for (const name of names) {
      const { body } = await ask(port, `/${name}`);
      // The documentation is served, and not written.
      const served = body.toString().replace(/<p><a href="README\.md">.*?<\/p>\n/, '');
      expect(served === readFileSync(join(out, name), 'utf8')).toBe(true);
    }
  });

  test('serves the documentation, to which its page links', async () => {
    expect((await ask(port, '/')).body.toString()).toContain('<a href="README.md">');
    const readme = await ask(port, '/README.md');
    expect(readme).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(readme.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-\S+';/);
    expect(readme.body.toString()).toContain('<h2 id="try-it">Try it</h2>');
    const drawing = await ask(port, '/docs/generated/lifecycle.svg');
    expect(drawing).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
    expect(drawing.body.equals(readFileSync('docs/generated/lifecycle.svg'))).toBe(true);
  });

  test('every link of the documentation leads to what is served, or to elsewhere', async () => {
    const seen = new Map<string, string>();
    const missing: string[] = [];
    const paths = new Set(['/README.md']);
    for (const path of paths) {
      const { status, headers, body } = await ask(port, path);
      if (status !== 200) missing.push(path);
      if (headers['content-type'] !== 'text/html; charset=utf-8') continue;
      const page = body.toString();
      seen.set(path, page);
      for (const [, link = ''] of page.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(link)) continue;
        paths.add(new URL(link, `http://127.0.0.1${path}`).pathname);
      }
    }
    expect(missing).toEqual([]);
    expect(seen.size).toBeGreaterThan(60);
    const broken = [...seen].flatMap(([path, page]) =>
      [...page.matchAll(/ href="([^":]*)#([^"]+)"/g)]
        .map(([, to = '', anchor = '']) => [new URL(to, `http://127.0.0.1${path}`).pathname, anchor] as const)
        .filter(([to, anchor]) => !seen.get(to)?.includes(` id="${anchor}"`))
        .map(([to, anchor]) => `${path}: ${to}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  test('a link to a file that is not served is text: the package has no tests', async () => {
    const { body } = await ask(port, '/docs/generated/clause-matrix.md');
    const cells = body.toString().match(/<td>whatwg<\/td>/g) ?? [];
    expect(cells.length).toBeGreaterThan(0);
    expect(body.toString().includes('href="../../test/')).toBe(false);
  });

  test('where nothing can be written it says so', async () => {
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    const { code, err } = await spawnCli('explore', '--out', join(taken, 'page')).ended;
    expect(code).toBe(2);
    expect(err).toMatch(/^ws101: .*page cannot be written: a part of its path is not a folder/);
  });

  test('what is written is not served: --out with --listen is bad usage', async () => {
    const { code, err } = await spawnCli('explore', '--out', folder, '--listen', '127.0.0.1:0').ended;
    expect(code).toBe(2);
    expect(err).toContain('--out <folder>');
  });

  test(
    'goes on whatever comes in whichever order',
    async () => {
      await playOrders(() => RawPeer.connect(port), '/', 5);
      expect((await ask(port, '/')).status).toBe(200);
    },
    orderPatience,
  );

  test('answers 500 where a file cannot be read, and goes on; more than 64 connections are closed', async () => {
    const root = join(folder, 'unread');
    for (const name of ['dist', 'README.md', 'package.json'])
      cpSync(name, join(root, name), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const main = join(root, 'dist/src/cli/main.js');
    const child = spawn(process.execPath, [main, 'explore', '--listen', '127.0.0.1:0']);
    onTestFinished(() => void child.kill());
    const port = Number(/:(\d+)\/\n$/.exec(String(await once(child.stdout, 'data')))?.[1]);
    rmSync(join(root, 'README.md'));
    const told = once(child.stderr, 'data');
    expect((await ask(port, '/README.md')).status).toBe(500);
    expect(String(await told)).toMatch(/^\/README\.md: ENOENT/);
    const peers = await Promise.all(Array.from({ length: 65 }, () => RawPeer.connect(port)));
    await Promise.any(peers.map(({ closed }) => closed));
    for (const peer of peers) peer.reset();
    // A place is free once the server has heard of it.
    const answers = () => ask(port, '/').then(({ status }) => status, String);
    await expect.poll(answers).toBe(200);
  });

  test('answers HEAD without content, and other methods with 405', async () => {
    expect(await ask(port, '/page.css', 'HEAD')).toMatchObject({ status: 200, body: Buffer.from('') });
    expect(await ask(port, '/', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('is stopped by %s, whoever is still asking', async (signal) => {
    const { running, ...own } = await explore();
    const peer = await RawPeer.connect(own.port);
    await peer.send('GET / HTTP/1.1\r\nHost');
    // What came later is answered: what came before has been read.
    await ask(own.port, '/');
    running.child.kill(signal);
    expect(await running.ended).toEqual({ code: 0, out: own.out, err: '' });
  });

  test.runIf(process.platform === 'linux')('opens the page where that is asked for', async () => {
    const heard = createServer();
    onTestFinished(() => void heard.close());
    const { port } = await bind(heard);
    const opener = join(folder, 'xdg-open');
    const script = `require('node:http').get('http://127.0.0.1:${port}/?' + process.argv[2]);`;
    writeFileSync(opener, `#!${process.execPath}\n${script}\n`, { mode: 0o755 });
    const opening = once(heard, 'request');
    const args = ['explore', '--listen', '127.0.0.1:0', '--open', 'browser'];
    const running = new Spawned(args, '', { PATH: folder });
    const out = await running.until('\n');
    const [{ url }, response] = await opening;
    response.end();
    expect(`listening on ${url.slice(2)}\n`).toBe(out);
  });

  test('a port that is taken is bad usage', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const { port } = await bind(other);
    const { code, err } = await spawnCli('explore', '--listen', `127.0.0.1:${port}`).ended;
    expect(code).toBe(2);
    expect(err).toMatch(/^ws101: cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
  });

  test('without the built page it says how to build it', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    cpSync(join(root, 'dist'), join(bare, 'dist'), {
      recursive: true,
      filter: (path) => path !== join(root, 'dist/src/explore/page'),
    });
    cpSync(join(root, 'package.json'), join(bare, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(bare, 'node_modules'));
    const child = spawn(process.execPath, [join(bare, 'dist/src/cli/main.js'), 'explore']);
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'ws101: the page is not built yet: in a checkout, npm run build:page builds it\n',
    });
  });
});
