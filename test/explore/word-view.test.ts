import { describe, expect, test } from 'vitest';
import { initialStates, listCases } from '../../src/explore/message-view.ts';
import { viewWords } from '../../src/explore/word-view.ts';

describe('the words of an error', () => {
  test('are whose they are, what they mean, what may be the cause, and what to run next', () => {
    const view = viewWords(
      "WebSocket connection to 'wss://a.example/chat' failed: Error during WebSocket handshake: Unexpected response code: 502",
    );
    expect(view).toMatchObject({
      told: [
        'Message from Chromium or a Chromium-based browser: "Error during WebSocket handshake: Unexpected response code: 502".',
        expect.stringMatching(/^The status of the reply/),
      ],
      next: 'ws101 doctor wss://a.example/chat --as chromium',
    });
    expect(view?.causes[0]).toMatchObject({ id: 'hop/backend-down', confidence: 'possible' });
  });

  test.each(['', 'anything else', 'Host: a\nUpgrade: websocket\n'])('are none in %j', (text) => {
    expect(viewWords(text)).toBeNull();
  });

  test.each(['request', 'reply'] as const)('are none in any %s to pick from', (mode) => {
    const state = initialStates[mode];
    const texts = [state.text, ...listCases(state).map(({ text }) => text)];
    expect(texts.filter((text) => viewWords(text) !== null)).toEqual([]);
  });
});
