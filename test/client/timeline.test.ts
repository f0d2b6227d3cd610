import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance } from './scripted-server.ts';
import { answer, ask, start } from './start.ts';

/** A clock, and a lookup that takes five milliseconds on it. */
function timed() {
  const clock = new HandClock();
  const lookup = async () => {
    clock.advance(5);
    return ['127.0.0.1'];
  };
  return { clock, lookup };
}

/** What comes before the upgrade, where nobody waits for a turn. */
const dialled = { dns: 5, tcp: 5, proxy: null, tls: null };

describe('the timeline has the end of each phase in milliseconds from the start', () => {
  test('of a connection that opens', async () => {
    const { clock, lookup } = timed();
    const { connection, peer } = await ask({ clock, lookup });
    await peer.request();
    clock.advance(7);
    await peer.reply(acceptance);
    expect((await connection).timeline).toEqual({ ...dialled, upgrade: 12, open: 12 });
  });

  test('the wait for a turn lies before tcp', async () => {
    const { clock, lookup } = timed();
    const { server, peer, ...first } = await ask();
    const { connection } = start(server.url, { clock, lookup });
    await exchangeElsewhere();
    clock.advance(20);
    await peer.reply(acceptance);
    await first.connection;
    const next = await server.peers.take();
    await next.reply(acceptance);
    expect((await connection).timeline).toEqual({ ...dialled, tcp: 25, upgrade: 25, open: 25 });
  });

  test('a refusal ends the upgrade with its head, not with its content', async () => {
    const { clock, lookup } = timed();
    const { failure, peer } = await answer('HTTP/1.1 100 Continue\r\n\r\n', { clock, lookup });
    await exchangeElsewhere();
    clock.advance(7);
    await peer.reply('HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\nno ');
    await exchangeElsewhere();
    clock.advance(50);
    await peer.send('admission'.slice(0, 6));
    expect((await failure).timeline).toEqual({ ...dialled, upgrade: 12, open: null });
  });

  test.each([
    ['no head', ''],
    ['the head of an interim reply alone', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['half a head', 'HTTP/1.1 101 Yes\r\n'],
    ['what is no head', 'SMTP'],
  ])('%s does not end the upgrade', async (_, reply) => {
    const { clock, lookup } = timed();
    const { failure, peer } = await answer(reply, { clock, lookup });
    peer.end();
    expect((await failure).timeline).toEqual({ ...dialled, upgrade: null, open: null });
  });

  test('on the clock of the system the numbers never go back', async () => {
    const { connection } = await answer(acceptance, { clock: systemClock });
    const { dns, tcp, upgrade, open } = (await connection).timeline;
    const numbers = [0, dns, tcp, upgrade, open].map(Number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers).not.toContain(Number.NaN);
  });
});
