import { describe, expect, test } from 'vitest';
import { patientClock } from '../../src/clock.ts';
import { consult } from '../../src/doctor/doctor.ts';
import { accept, reply, scriptAnswers } from './scripted.ts';

const goingAway = Buffer.of(0x88, 2, 0x03, 0xe9);

describe('nothing is left open, and nothing waits for ever', () => {
  test('a server that closes in order while others are tried beside the connection', async () => {
    const server = await scriptAnswers((asked, at) => {
      if (!asked.isUpgrade) return void asked.socket.end(reply('426 Upgrade Required'));
      accept(asked);
      if (at > 0) server.asked[0]?.socket.end(goingAway);
    });
    const { diagnoses } = await consult(server.url);
    expect(diagnoses.map(({ id }) => id)).toEqual(['healthy']);
    await expect.poll(() => server.open.size).toBe(0);
  });

  test('a second opening whose 101 is wrong is hung up, while idle', async () => {
    const server = await scriptAnswers((asked, at) => {
      if (!asked.isUpgrade) return void asked.socket.end(reply('426 Upgrade Required'));
      if (at > 4) asked.socket.write(asked.accepted().replace('Accept: ', 'Accept: x'));
      else accept(asked);
      if (at === 4) server.asked[0]?.socket.end(goingAway);
    });
    const { observation } = await consult(server.url, { idle: 5 });
    expect(observation.idle).toMatchObject({ close: { code: 1001 } });
    await expect.poll(() => server.open.size).toBe(0);
  });

  test('the time that a connection was idle begins with the last that was heard of it', async () => {
    const server = await scriptAnswers((asked) => {
      if (!asked.isUpgrade) return void asked.socket.end(reply('426 Upgrade Required'));
      accept(asked);
      const wait = () => patientClock.after(300, () => void asked.socket.end());
      let cancel = wait();
      asked.socket.on('data', () => {
        cancel();
        cancel = wait();
      });
    });
    const { observation, diagnoses } = await consult(server.url, { idle: 5 });
    expect(observation.idle).toMatchObject({ close: null, isKeptByPings: true });
    expect(Number(observation.idle?.endedAfter)).toBeGreaterThan(290);
    expect(diagnoses[0]).toMatchObject({ id: 'hop/idle-timeout', confidence: 'likely' });
  });
});
