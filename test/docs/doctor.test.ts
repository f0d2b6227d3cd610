import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder, run } from '../cli/run.ts';
import { runReference, runServer, runWs } from '../doctor/run-server.ts';
import { findFaults } from '../doctor/schema.ts';
import type { Running } from '../doctor/set-up.ts';
import { commands, languages, outputs, withoutChance } from './doctor-page.ts';
import { makeFolder, runShell } from './page.ts';
import { runTyped } from './typed.ts';

const [, directly = '', pasting = '', inCi = '', expecting = '', fromCron = ''] = commands;
const [, isolated = '', , pasted = ''] = outputs;

async function listening(starting: Promise<Running>): Promise<string> {
  const { url, end } = await starting;
  onTestFinished(end);
  return new URL(url).host;
}

/** An application that knows nothing of WebSocket. */
const startPlain = () => runServer(createServer((_request, reply) => reply.writeHead(404).end()));

const startListed = () => runReference({ origins: ['https://app.example'] });

const at = (command: string, host: string) => command.replaceAll('127.0.0.1:8080', host);

test('the blocks of the page are those that are run here, and what nginx makes of the first', () => {
  expect(languages).toEqual('sh text text text sh sh text sh sh sh'.split(' '));
  expect(commands[0]).toBe('npx ws101 doctor ws://127.0.0.1:8080/chat\n');
});

test('a change isolates the cause, as the page has it', async () => {
  const { out, code } = await run('doctor', `ws://${await listening(startListed())}/`, '--as', 'chromium');
  expect([withoutChance(out), code]).toEqual([withoutChance(isolated), 1]);
});

test('what opens nearer to the application is examined as well', async () => {
  const [outside, inside] = [await listening(startPlain()), await listening(runWs())];
  const command = at(directly, outside).replace('127.0.0.1:9001', inside);
  const { out, code } = await runTyped(command);
  expect(out).toContain(`127.0.0.1 port ${inside.replace(/.*:/, '')}: open`);
  expect(out).toContain(
    `first differs between these two URLs: ws://${outside}/chat (404 Not Found) and ws://${inside}/chat (101`,
  );
  expect(code).toBe(1);
});

test('the words of an error are read as the page has it', async () => {
  const { out, code } = await runTyped(pasting);
  expect([out, code]).toEqual([pasted, 1]);
});

test('in CI a report is written', async () => {
  const { code } = await runTyped(at(inCi, await listening(runWs())));
  expect(code).toBe(0);
  expect(findFaults(JSON.parse(readFileSync(join(folder, 'doctor.json'), 'utf8')))).toEqual([]);
});

test('a refusal that is expected is none, and the same without it is one', async () => {
  const command = at(expecting, await listening(startListed()));
  expect(await runTyped(command)).toEqual({ code: 0, out: '', err: '' });
  const { code } = await runTyped(command.replace('--expect-status 403', ''));
  expect(code).toBe(1);
});

test('cron has something to mail where something is wrong, and else nothing', async () => {
  const wrong = await runShell(makeFolder(), at(fromCron, await listening(startPlain())));
  expect([wrong.code, wrong.out.slice(0, 3)]).toEqual([0, '## ']);
  const [alone = ''] = fromCron.split(' || ');
  const right = await runTyped(at(alone, await listening(runWs())));
  expect(right).toEqual({ code: 0, out: '', err: '' });
});
