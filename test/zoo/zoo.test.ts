import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo, type Zoo } from '../../src/zoo/zoo.ts';
import { differences, opensWith, playCases } from './outcome.ts';
import { quickClock } from './quick-clock.ts';

let zoo: Zoo;
let ws = '';

beforeAll(async () => {
  zoo = await openZoo({ clock: quickClock, limits: { requestsPerMinute: 1_000_000 } });
  ws = zoo.url.replace('http', 'ws');
});
afterAll(() => zoo.close());

describe('our own client does with every case what is expected of a right one', () => {
  test.each([
    ['rfc6455', false],
    ['rfc6455', true],
    ['whatwg', true],
  ] as const)('by the rules of %s, permessage-deflate offered: %s', async (rules, permessageDeflate) => {
    const outcomes = await playCases(zooCases, ({ path, subprotocols }) =>
      opensWith(`${ws}${path}`, {
        ...{ rules, subprotocols },
        ...(rules === 'whatwg' ? {} : { permessageDeflate }),
      }),
    );
    expect(outcomes.size).toBe(zooCases.length);
    expect(differences(zooCases, rules, outcomes)).toEqual([]);
  });
});
