import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, script } from './scripted-server.ts';
import { start } from './start.ts';

/** A clock, and a lookup that takes five milliseconds on it. */
function timed() {
  const clock = new HandClock();
  const lookup = async () => {
    clock.advance(5);
    return ['127.0.0.1'];
  };
  return { clock, lookup };
}

describe('the timeline has the end of each phase in milliseconds from the start', () => {
  test('of a connection that opens', async () => {
    const server = await script();
    const { clock, lookup } = timed();
    const { connection } = start(server.url, { clock, lookup });
    const peer = await server.peers.take();
    await peer.request();
    clock.advance(7);
    await peer.reply(acceptance);
    expect((await connection).timeline).toEqual({
      dns: 5,
      tcp: 5,
      proxy: null,
      tls: null,
      upgrade: 12,
      open: 12,
    });
  });

  test('the wait for a turn lies before tcp', async () => {
    const server = await script();
    const { clock, lookup } = timed();
    const first = start(server.url);
    const peer = await server.peers.take();
    const { connection } = start(server.url, { clock, lookup });
    await exchangeElsewhere();
    clock.advance(20);
    await peer.reply(acceptance);
    await first.connection;
    const next = await server.peers.take();
    await next.reply(acceptance);
    expect((await connection).timeline).toEqual({
      dns: 5,
      tcp: 25,
      proxy: null,
      tls: null,
      upgrade: 25,
      open: 25,
    });
  });

  test('a refusal ends the upgrade with its head, not with its content', async () => {
    const server = await script();
    const { clock, lookup } = timed();
    const { failure } = start(server.url, { clock, lookup });
    const peer = await server.peers.take();
    await peer.reply('HTTP/1.1 100 Continue\r\n\r\n');
    await exchangeElsewhere();
    clock.advance(7);
    await peer.reply('HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\nno ');
    await exchangeElsewhere();
    clock.advance(50);
    await peer.send('admission'.slice(0, 6));
    expect((await failure).timeline).toEqual({
      dns: 5,
      tcp: 5,
      proxy: null,
      tls: null,
      upgrade: 12,
      open: null,
    });
  });

  test.each([
    ['no head', ''],
    ['the head of an interim reply alone', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['half a head', 'HTTP/1.1 101 Yes\r\n'],
    ['what is no head', 'SMTP'],
  ])('%s does not end the upgrade', async (_, reply) => {
    const server = await script();
    const { clock, lookup } = timed();
    const { failure } = start(server.url, { clock, lookup });
    const peer = await server.peers.take();
    await peer.reply(reply);
    peer.end();
    expect((await failure).timeline).toEqual({
      dns: 5,
      tcp: 5,
      proxy: null,
      tls: null,
      upgrade: null,
      open: null,
    });
  });

  test('on the clock of the system the numbers never go back', async () => {
    const server = await script();
    const { connection } = start(server.url, { clock: systemClock });
    const peer = await server.peers.take();
    await peer.reply(acceptance);
    const { dns, tcp, upgrade, open } = (await connection).timeline;
    const numbers = [0, dns, tcp, upgrade, open].map(Number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers).not.toContain(Number.NaN);
  });
});
