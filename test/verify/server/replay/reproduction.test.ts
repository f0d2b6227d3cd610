import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bind } from '../../../../src/bind.ts';
import {
  type ScriptConnection,
  writeReproduction,
} from '../../../../src/verify/server/replay/reproduction.ts';

const run = promisify(execFile);
const octets = (text: string) => Buffer.from(text, 'latin1');
const part = (text: string) => ({ octets: octets(text), spans: [] });

/** Runs the script against a server that says the same on every connection; what came to it, and what was printed. */
async function play(connections: readonly ScriptConnection[], env: Readonly<Record<string, string>> = {}) {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    const place = received.push(Buffer.alloc(0)) - 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received[place] = Buffer.concat([received[place] ?? Buffer.alloc(0), chunk]);
      // What is sent at once may come in pieces.
      const isWhole = received[place]?.includes('end') ?? false;
      if (isWhole || received[place]?.equals(octets('first '))) socket.write('HTTP/1.1 400 No\r\n\r\n');
      if (isWhole) socket.end();
    });
  });
  onTestFinished(() => void server.close());
  const { port } = await bind(server);
  const script = writeReproduction(
    { host: '127.0.0.1', port, secure: false },
    connections,
    Object.keys(env).length > 0,
  );
  const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, ...env } });
  return { received: received.map((each) => each.toString('latin1')), stdout, script };
}

describe('a script that shows a finding without ws101', () => {
  test('sends every octet as it was, and prints what comes back', async () => {
    const all = Array.from({ length: 256 }, (_, at) => String.fromCharCode(at)).join('');
    const odd = `%s \\n '"$HOME\` ${all} end`;
    const { received, stdout } = await play([[part(odd)]]);
    expect(received).toEqual([odd]);
    expect(stdout).toBe('HTTP/1.1 400 No^M\n^M\n');
  });

  test('sends what begins as an option does', async () => {
    const { received } = await play([[part('first '), part('-WebSocket-Key: x end')]]);
    expect(received).toEqual(['first -WebSocket-Key: x end']);
  });

  test('sends parts one after another on one connection', async () => {
    const { received, stdout } = await play([[part('first '), part('then end')]]);
    expect(received).toEqual(['first then end']);
    expect(stdout).toBe('HTTP/1.1 400 No^M\n^M\nHTTP/1.1 400 No^M\n^M\n');
  });

  test('sends what goes before on a connection of its own', async () => {
    expect((await play([[part('before end')], [part('behind end')]])).received).toEqual([
      'before end',
      'behind end',
    ]);
  });

  test('takes each secret from a variable of its own, which is named after its place', async () => {
    const lines = [
      'GET /?token=********&to=*** HTTP/1.1',
      'X-Api-Key: *****',
      'Cookie: a=***; b=***',
      'Cookie: c=****',
      '2FA: ***',
      'end',
    ];
    const env = {
      URL_SECRET: `s'3c"r%et$x`,
      URL_SECRET_2: 'second',
      X_API_KEY_SECRET: 'key',
      COOKIE_SECRET: 'one',
      COOKIE_SECRET_2: 'two',
      COOKIE_SECRET_3: 'three',
      _2FA_SECRET: 'code',
    };
    const { received, script } = await play([[part(lines.join('\n'))]], env);
    expect(received[0]?.split('\n')).toEqual([
      `GET /?token=s'3c"r%et$x&to=second HTTP/1.1`,
      'X-Api-Key: key',
      'Cookie: a=one; b=two',
      'Cookie: c=three',
      '2FA: code',
      'end',
    ]);
    for (const value of Object.values(env)) expect(script).not.toContain(value);
  });

  test('makes of the credential what is nearly right', async () => {
    const spellings = ['whole', 'swapped', 'withoutLast', 'withoutFirst', 'reversed'] as const;
    const spans = spellings.map(
      (spelling, at) => ({ of: 'credential', spelling, start: 2 * at, end: 2 * at + 1 }) as const,
    );
    const { received } = await play([[{ octets: octets('* * * * * end'), spans }]], { TOKEN: `aB$'c` });
    expect(received).toEqual([`aB$'c Ab$'C aB$' B$'c c'$Ba end`]);
  });

  test('says which credential is missing', async () => {
    const spans = [{ of: 'credential', spelling: 'whole', start: 22, end: 26 }] as const;
    const sent = { octets: octets('Authorization: Bearer ****\r\nX-$(id): ****'), spans };
    const script = writeReproduction({ host: 'a.test', port: 1, secure: false }, [[sent]], true);
    const { TOKEN: _, ...env } = process.env;
    const missing = (given: Readonly<Record<string, string>>) =>
      expect(run('bash', ['-c', script], { env: { ...env, ...given } })).rejects;
    await missing({}).toThrow(
      'TOKEN: is what the request has in place of the dots: Authorization: Bearer ...',
    );
    await missing({ TOKEN: 'a' }).toThrow(
      'REQUEST_SECRET: is what the request has in place of the dots: X-__id_: ...',
    );
  });

  test('leaves stars alone where nothing is secret', () => {
    const script = writeReproduction({ host: 'a.test', port: 1, secure: false }, [[part('****')]], false);
    expect(script).toContain("printf '****'");
  });

  test('takes a host for a word, whatever is in it', async () => {
    const host = "a'$(id)'`id`;&b";
    for (const [secure, word] of [
      [false, /(?<=<>).*/],
      [true, /(?<=-servername ).*(?= 2>)/],
    ] as const) {
      const [quoted] = word.exec(writeReproduction({ host, port: 1, secure }, [[]], false)) ?? [];
      const { stdout } = await run('bash', ['-c', `printf %s ${quoted}`]);
      expect(stdout).toBe(secure ? host : `/dev/tcp/${host}/1`);
    }
  });

  test('goes through openssl over TLS', () => {
    const script = writeReproduction(
      { host: 'a.test', port: 443, secure: true },
      [[part('a'), part('b')]],
      false,
    );
    expect(script).toBe(
      "{ printf 'a'; sleep 1; printf 'b'; sleep 3; } |\n" +
        "  openssl s_client -quiet -connect 'a.test:443' -servername 'a.test' 2>/dev/null | cat -v",
    );
  });
});
