import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialStates, viewMessage } from '../../src/explore/message-view.ts';
import { runs } from '../property.ts';
import { anyState } from './any-state.ts';

test('the examples of RFC 6455 §1.2 are accepted', async () => {
  expect(await viewMessage(initialStates.request, new Date(0))).toMatchObject({ outcome: 'accepted' });
  expect(await viewMessage(initialStates.reply, new Date(0))).toMatchObject({ outcome: 'accepted' });
});

test('something comes of whatever is typed and set', async () => {
  const anyEdit = fc.tuple(anyState, fc.nat(300), fc.nat(20)).map(([state, at, cut]) => {
    const { text } = initialStates[state.mode];
    return { ...state, text: text.slice(0, at) + state.text + text.slice(at + cut) };
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyState, anyEdit), async (state) => {
      await expect(viewMessage(state, new Date(0))).resolves.toBeDefined();
    }),
    { seed: 1, numRuns: runs(400, 2_000) },
  );
});
