import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const [serverExample = '', clientExample = ''] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code,
);

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(typeof address === 'object' && address ? address.port : 0);
}

/** Runs an example as it stands, but for its port. */
function run(code: string, port: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code.replaceAll('8080', port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  return child;
}

test("the README's server and client talk to each other", async () => {
  const port = await freePort();
  const server = run(serverExample, port);
  try {
    expect(await once(server.stdout, 'data')).toEqual([`ws://127.0.0.1:${port}\n`]);
    const client = run(clientExample, port);
    const [[said], [code]] = await Promise.all([once(client.stdout, 'data'), once(client, 'exit')]);
    expect([said, code]).toEqual(['hello\n', 0]);
  } finally {
    server.kill();
  }
});
