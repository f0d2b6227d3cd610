import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findAddresses, tryAddress } from '../../src/doctor/address.ts';
import { consult } from '../../src/doctor/doctor.ts';
import { Link } from '../../src/doctor/link.ts';
import { startProxy } from '../client/proxy.ts';
import { accept, reply, scriptAnswers } from './scripted.ts';

const open = () =>
  scriptAnswers((asked) =>
    asked.isUpgrade ? accept(asked) : void asked.socket.end(reply('426 Upgrade Required')),
  );

describe('connections', () => {
  test('are counted, whatever becomes of them', async () => {
    const server = await open();
    const link = new Link(server.url, { connections: 2 });
    expect(link.hasMore).toBe(true);
    const first = await link.open(['127.0.0.1'], 1_000);
    const second = await link.open(['127.0.0.2'], 1_000);
    expect([first.ok, second.ok]).toEqual([true, false]);
    expect({ made: link.made, hasMore: link.hasMore }).toEqual({ made: 2, hasMore: false });
    link.count(3);
    expect(link.made).toBe(5);
    if (first.ok) first.connection.destroy();
  });

  test('that are refused', async () => {
    const { port } = await open();
    const linked = await new Link(`ws://a.example:${port}/`, {}).open(['127.0.0.2'], 1_000);
    expect(linked).toMatchObject({ ok: false, phase: 'tcp', isLate: false });
  });

  test('whose TLS is not answered in time', async () => {
    const server = await scriptAnswers(() => {});
    const linked = await new Link(`wss://127.0.0.1:${server.port}/`, {}).open(['127.0.0.1'], 100);
    expect(linked).toMatchObject({ ok: false, phase: 'tls', isLate: true });
    await expect.poll(() => server.open.size).toBe(0);
  });

  test.each([
    [{ proxy: 'nonsense' }, /proxy/],
    [{ headers: [['A', 'b\nc']] as const }, /cannot be sent/],
    [{ origin: 'a\r\nb: c' }, /cannot be sent/],
  ])('with what is of no use: %j', (options, said) => {
    expect(() => new Link('ws://a.example/', options)).toThrow(said);
  });
});

describe('a proxy', () => {
  test('forms the tunnel', async () => {
    const [server, proxy] = [await open(), await startProxy()];
    const { diagnoses, steps } = await consult(server.url, { proxy: `http://127.0.0.1:${proxy.port}` });
    expect(diagnoses.map(({ id }) => id)).toEqual(['healthy']);
    expect(steps.map(({ name }) => name).slice(0, 2)).toEqual(['proxy', 'upgrade']);
    expect(proxy.heads[0]).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/);
  });

  test.each([
    ['wants credentials', '407 Who', 'proxy/credentials'],
    ['does not want to', '403 No', 'proxy/refused'],
    ['does not reach it', '502 Bad Gateway', 'proxy/target-unreachable'],
  ])('%s', async (_what, status, id) => {
    const proxy = await scriptAnswers(({ socket }) => void socket.end(reply(status)));
    const { diagnoses } = await consult('ws://a.example/', { proxy: `http://127.0.0.1:${proxy.port}` });
    expect(diagnoses[0]?.id).toBe(id);
  });

  test('says nothing', async () => {
    const proxy = await scriptAnswers(() => {});
    const options = { proxy: `http://127.0.0.1:${proxy.port}`, timeout: 100 };
    const { diagnoses } = await consult('ws://a.example/', options);
    expect(diagnoses[0]?.id).toBe('proxy/unreachable');
  });

  test('is not there', async () => {
    const { port } = await open();
    const { diagnoses } = await consult('ws://a.example/', { proxy: `http://127.0.0.2:${port}` });
    expect(diagnoses[0]?.id).toBe('proxy/unreachable');
  });

  test('of the environment that is for others alone leaves names and addresses to be told', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await open();
    const { steps } = await consult(server.url.replace('127.0.0.1', 'localhost'), {
      proxyFromEnvironment: true,
    });
    expect(steps.map(({ name }) => name).slice(0, 2)).toEqual(['dns', 'tcp']);
  });
});

describe('addresses', () => {
  test.each(['127.0.0.1', '::1'])('%s is its own', async (host) => {
    expect(await findAddresses(host)).toEqual({ ok: true, addresses: [host] });
  });

  test('a name that cannot be one', async () => {
    expect(await findAddresses('a..invalid')).toMatchObject({ ok: false });
  });

  test('what becomes of a connection', async () => {
    const { port } = await open();
    expect(await tryAddress('127.0.0.1', port, 1_000)).toEqual({
      ...{ address: '127.0.0.1', family: 4, outcome: 'open' },
    });
    expect(await tryAddress('127.0.0.2', port, 1_000)).toMatchObject({ outcome: 'refused' });
  });
});
