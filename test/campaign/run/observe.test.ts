import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { bind } from '../../../src/bind.ts';
import { verifyServer } from '../../../src/verify/index.ts';
import type { CampaignRecipe } from '../campaign-recipe.ts';
import { describeFinding } from '../finding.ts';
import type { Result } from '../result.ts';
import { isCurrent } from './campaign.ts';
import { observe } from './observe.ts';
import { Progress } from './progress.ts';
import { slugOf } from './store.ts';
import { readSurroundings } from './surroundings.ts';

const surroundings = { date: '2026-11-24T00:00:00.000Z', machine: 'one', node: '20', ws101: '0' };
const settings = { literalSeed: 9, seeds: [1, 2], runs: 1 };
const clause = 'rfc6455/4.3/version-grammar';

/** A server of ws, which takes 013 for a version; `isStrict` says of a launch, from 1, that a server before it does not. */
function makeRecipe(isStrict: (launch: number) => boolean, folders: string[] = []): CampaignRecipe {
  let launches = 0;
  return {
    role: 'server',
    name: 'sample',
    family: 'sample',
    variant: '',
    language: 'JavaScript',
    layers: {},
    start: 'node sample.mjs 9001',
    verify: 'ws101 verify server',
    debian: [],
    npm: ['ws'],
    readVersion: () => '1.2.3',
    async launch(folder) {
      folders.push(folder);
      launches += 1;
      const strict = isStrict(launches);
      const verifyClient = ({ req }: { readonly req: IncomingMessage }) =>
        !strict || req.headers['sec-websocket-version'] === '13';
      const server = createServer((_request, reply) => reply.writeHead(404).end());
      const { port } = await bind(server);
      const webSockets = new WebSocketServer({ server, verifyClient });
      webSockets.on('connection', (socket) => socket.on('error', () => {}));
      const url = `ws://127.0.0.1:${port}/`;
      return {
        ports: [port],
        verify: (options) => verifyServer(url, { ...options, versions: [13, 8], only: [clause] }),
        describe: (finding) => describeFinding(finding, url),
        replay: async () => (strict ? 'fixed' : 'still fails'),
        async stop() {
          for (const each of webSockets.clients) each.terminate();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  };
}

const folders: string[] = [];
const told: string[] = [];
const recipe = makeRecipe(() => false, folders);
let result: Result;
beforeAll(async () => {
  result = await observe(recipe, settings, surroundings, (what) => told.push(what));
});

test('an implementation is started anew for each run, in a folder that is gone behind it', () => {
  expect(folders).toHaveLength(3);
  expect(new Set(folders).size).toBe(1);
  expect(existsSync(folders[0] ?? '')).toBe(false);
  expect(told.some((what) => what.startsWith('seed 2,'))).toBe(true);
  expect(result).toMatchObject({
    ...{ ...surroundings, role: 'server', version: '1.2.3', from: ['npm:ws'], seeds: [1, 2], runs: 1 },
    verdicts: { [clause]: 'fail' },
    findings: [{ clause, sent: 'Sec-WebSocket-Version: 013', seeds: [1, 2], literal: true, replayed: false }],
  });
});

test('the same software gives the same result', async () => {
  const again = makeRecipe(() => false);
  expect(await observe(again, settings, surroundings, () => {})).toEqual(result);
});

test('what not all runs show is kept where it is seen again alone', async () => {
  const recipe = makeRecipe((launch) => launch === 2);
  const { findings, verdicts } = await observe(recipe, settings, surroundings, () => {});
  expect(findings).toMatchObject([{ clause, seeds: [2], literal: true, replayed: true }]);
  expect(verdicts).toEqual({ [clause]: 'fail' });
});

test('what not all runs show is left out where it is not seen again, and its clause is told untested', async () => {
  const recipe = makeRecipe((launch) => launch !== 2);
  const { findings, verdicts } = await observe(recipe, settings, surroundings, () => {});
  expect(findings).toEqual([]);
  expect(verdicts).toEqual({ [clause]: 'untested' });
});

test('a result is one of now by software, code, commands, seeds and variants', () => {
  const { machine: _machine, ...now } = surroundings;
  expect(isCurrent(result, recipe, settings, now)).toBe(true);
  expect(isCurrent(null, recipe, settings, now)).toBe(false);
  expect(isCurrent(result, { ...recipe, readVersion: () => '1.2.4' }, settings, now)).toBe(false);
  expect(isCurrent(result, { ...recipe, verify: 'ws101 verify server --insecure' }, settings, now)).toBe(
    false,
  );
  expect(isCurrent(result, recipe, { ...settings, seeds: [1] }, now)).toBe(false);
  expect(isCurrent(result, recipe, settings, { ...now, ws101: '1' })).toBe(false);
});

test('what it was observed with is told, and is the same for the same sources', () => {
  const { ws101, machine, node } = readSurroundings();
  expect(ws101).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  expect(readSurroundings().ws101).toBe(ws101);
  expect(machine).toMatch(/^\d+ cores?, ./);
  expect(node).toBe(process.versions.node);
});

test('progress tells how long the rest takes, once that can be told', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = new Progress(
    3,
    (text) => lines.push(text),
    () => now,
  );
  progress.begin('a');
  now = 60_000;
  progress.tell('seed 1, 1 of 2', 0.5);
  now = 120_000;
  progress.end('observed');
  progress.begin('b');
  now = 130_000;
  progress.end('left out');
  expect(lines).toEqual([
    '[1/3] a: starting',
    '[1/3] a: seed 1, 1 of 2, about 5 min left',
    '[1/3] a: observed (2 min)',
    '[2/3] b: starting, about 4 min left',
    '[2/3] b: left out (10 s)',
  ]);
});

test.each([
  ['gorilla/websocket', 'gorilla-websocket'],
  ['@hapi/nes', 'hapi-nes'],
  ['Qt 5', 'qt-5'],
  ['WebSocket++', 'websocketpp'],
])('the file of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
