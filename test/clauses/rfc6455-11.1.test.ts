import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { badInput, hear, inputError, reply } from './peer.ts';

const lookup = async () => ['127.0.0.1'];

describe(clause('rfc6455/11.1.1/host-to-ascii'), () => {
  test.each([
    ['ws://bücher.example:{port}/', 'xn--bcher-kva.example'],
    ['ws://BÜCHER.example:{port}/', 'xn--bcher-kva.example'],
    ['ws://例え.テスト:{port}/', 'xn--r8jz45g.xn--zckzah'],
    ['ws://ascii.example:{port}/', 'ascii.example'],
  ])('%s is Host %s', async (url, host) => {
    const { sent } = await hear(reply(), { url, lookup });
    expect(sent).toContain(`\r\nHost: ${host}:{port}\r\n`);
  });

  test('the name that is looked up is the converted one', async () => {
    const names: string[] = [];
    const record = async (name: string) => {
      names.push(name);
      return ['127.0.0.1'];
    };
    await hear(reply(), { url: 'ws://bücher.example:{port}/', lookup: record });
    expect(names).toEqual(['xn--bcher-kva.example']);
  });

  test.each(['ws://xn--/', 'ws://a\u0000b/', 'ws://\ud800/'])('refused: %j, which is no such name', (url) => {
    expect(inputError(url)).toMatchObject(badInput('rfc6455/3/valid-components'));
  });
});

describe(clause('rfc6455/11.1.1/percent-encoded'), () => {
  test.each([
    ['ws://127.0.0.1:{port}/ä', '/%C3%A4'],
    ['ws://127.0.0.1:{port}/你?好=😀', '/%E4%BD%A0?%E5%A5%BD=%F0%9F%98%80'],
    ['ws://127.0.0.1:{port}/%C3%A4', '/%C3%A4'],
  ])('%s is asked for %s', async (url, target) => {
    const { sent } = await hear(reply(), { url });
    expect(sent.split('\r\n')[0]).toBe(`GET ${target} HTTP/1.1`);
  });
});
