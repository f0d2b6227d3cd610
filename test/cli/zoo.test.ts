import { expect, test } from 'vitest';
import { certificates } from '../certificate.ts';
import { file, run, start } from './run.ts';

test('it says where it listens, answers, and stops when it is told to', async () => {
  const zoo = start('zoo', '--listen', '127.0.0.1:0');
  const [, url = ''] = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(await zoo.until('\n')) ?? [];
  expect((await fetch(`${url}/cases.json`)).status).toBe(200);
  zoo.stop();
  expect(await zoo.ended).toMatchObject({ code: 0, err: '' });
});

test('with a certificate and its key it is https', async () => {
  const { cert, key } = certificates.trusted;
  const files = ['--tls-cert', file('zoo-cert.pem', cert), '--tls-key', file('zoo-key.pem', key)];
  const zoo = start('zoo', '--listen', '127.0.0.1:0', ...files);
  expect(await zoo.until('\n')).toMatch(/^listening on https:\/\/127\.0\.0\.1:\d+\n$/);
  zoo.stop();
  expect((await zoo.ended).code).toBe(0);
});

test.each([
  [['--tls-cert', 'a.pem'], 'give both --tls-cert and --tls-key'],
  [['--tls-cert', 'a.pem', '--tls-key', 'b.pem'], 'a.pem: there is no such file'],
  [['--listen', '127.0.0.1'], 'host:port or only a port was expected'],
  [['--listen', '192.0.2.1:1'], 'cannot listen on 192.0.2.1:1: '],
])('%j is bad usage', async (options, message) => {
  const { code, err } = await run('zoo', ...options);
  expect(err).toContain(message);
  expect(code).toBe(2);
});
