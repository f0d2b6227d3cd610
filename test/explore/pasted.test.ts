import { describe, expect, test } from 'vitest';
import { initialStates } from '../../src/explore/message-view.ts';
import { readFile, readPasted } from '../../src/explore/pasted.ts';

const key = 'AQIDBAUGBwgJCgsMDQ4PEA==';
const request = `GET /\\ HTTP/1.1\nHost: a\nSec-WebSocket-Key: ${key}\nSec-WebSocket-Protocol: a, b\n\n`;
const reply = 'HTTP/1.1 403 Forbidden\nServer: x\n\n';
const marked = (sign: string, text: string) => text.replace(/[^\n]*\n/g, (line) => `${sign} ${line}`);

describe('what is pasted into the editor', () => {
  test('with both messages sets both, and what the client of the reply had sent', () => {
    const text = `${marked('>', request)}${marked('<', reply)}`;
    expect(readPasted(text, false, initialStates)).toEqual({
      mode: 'request',
      states: {
        request: { ...initialStates.request, text: request.replace('\\', '\\\\') },
        reply: {
          mode: 'reply',
          text: reply,
          settings: { ...initialStates.reply.settings, key, subprotocols: 'a, b', credential: 'none' },
        },
      },
      told: 'Read as the output of curl -v. Each LF is read as CR LF. The reply is kept beside the request.',
    });
  });

  test('with a reply alone shows that, and leaves the request', () => {
    expect(readPasted(marked('<', reply), false, initialStates)).toEqual({
      mode: 'reply',
      states: { request: initialStates.request, reply: { ...initialStates.reply, text: reply } },
      told: 'Read as the output of curl -v. The trace has no request ("> "). Each LF is read as CR LF.',
    });
  });

  test('with a request that cannot be read leaves what the client had sent', () => {
    const text = marked('>', request.replace('Host', 'Host ')) + marked('<', reply);
    expect(readPasted(text, false, initialStates)?.states.reply.settings).toEqual(
      initialStates.reply.settings,
    );
  });

  test.each([`${request}${reply}`, 'Host: a\nUpgrade: websocket\n'])(
    'in place of all that is there is read, in the midst of it is not: %j',
    (text) => {
      expect(readPasted(text, true, initialStates)).toMatchObject({ mode: 'request' });
      expect(readPasted(text, false, initialStates)).toBeNull();
    },
  );

  test.each([request, reply, 'Upgrade', '{"a":1}'])('is left as it is: %j', (text) => {
    expect(readPasted(text, true, initialStates)).toBeNull();
  });
});

const octetsOf = (text: string) => new TextEncoder().encode(text);

describe('what is read from a file', () => {
  test('with both messages shows the reply, which says why, and what the client had sent', () => {
    const asked = request.replace('Host: a', 'Host: a\nOrigin: https://b.example\nCookie: sid=1');
    expect(readFile(octetsOf(`${asked}${reply}`), initialStates)).toMatchObject({
      mode: 'reply',
      states: {
        request: { text: asked.replace('\\', '\\\\') },
        reply: { text: reply, settings: { key, origin: 'https://b.example', credential: 'sent' } },
      },
      told: expect.stringMatching(/The request is kept beside the reply\.$/),
    });
  });

  test('is a message by itself as well', () => {
    expect(readFile(octetsOf(request), initialStates)).toMatchObject({ mode: 'request' });
    expect(readFile(Buffer.from(reply, 'utf16le'), initialStates)).toMatchObject({ mode: 'reply' });
  });

  test('may be an HTTP archive', () => {
    const entry = {
      request: {
        method: 'GET',
        url: 'wss://a.example/',
        headers: [{ name: 'Sec-WebSocket-Key', value: key }],
      },
      response: { status: 502, statusText: 'Bad Gateway', httpVersion: 'HTTP/1.1', headers: [] },
    };
    expect(readFile(octetsOf(JSON.stringify({ log: { entries: [entry] } })), initialStates)).toMatchObject({
      mode: 'reply',
      states: { reply: { text: expect.stringMatching(/^HTTP\/1\.1 502 Bad Gateway\n/) } },
      told: expect.stringMatching(/^Read as an HTTP archive\. /),
    });
  });

  test('may be the words of an error, which are kept as they are', () => {
    const text = 'Error: Unexpected server response: 502\n';
    const read = { mode: 'reply', states: { reply: { text } }, told: '' };
    expect(readFile(octetsOf(text), initialStates)).toMatchObject(read);
    expect(readPasted(text, false, initialStates)).toMatchObject(read);
  });

  test('has a problem where it has neither', () => {
    expect(readFile(octetsOf('{"a":1}'), initialStates)).toEqual({
      problem: expect.stringContaining('not an HTTP archive'),
    });
  });
});
