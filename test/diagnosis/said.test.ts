import { describe, expect, test } from 'vitest';
import { readSaid, type SaidReply } from '../../src/diagnosis/said.ts';
import { hostileTexts, readWritten, writtenReplies } from './read-written.ts';
import { everyStatus, nearlySaid, saidWithStatuses } from './said-status.ts';

function say(status: number, body: string, reason = ''): SaidReply {
  return { ...{ status, reason, body }, fields: [] };
}

describe('what is said', () => {
  test.each(writtenReplies)('$title: $status', (written) => {
    expect([...readSaid(readWritten(written)).keys()]).toEqual(written.says);
  });
});

describe('the statuses with which it is said', () => {
  test.each(saidWithStatuses)('$sign by $text', ({ sign, statuses, text }) => {
    expect(everyStatus.filter((status) => readSaid(say(status, text)).has(sign))).toEqual(statuses);
  });

  test('a field that asks for the upgrade, of a reply with 426', () => {
    const asks = everyStatus.filter((status) => {
      const said = readSaid({ ...say(status, ''), fields: [{ name: 'Upgrade', value: 'websocket' }] });
      return said.has('saysUpgradeIsMissing');
    });
    expect(asks).toEqual([426]);
  });

  test.each([
    ['CF-Mitigated', 'challenge'],
    ['X-Amzn-Waf-Action', 'captcha'],
    ['X-Amzn-Waf-Action', 'challenge'],
  ])('a field that tells of a challenge, of any reply: %s: %s', (name, value) => {
    const tells = everyStatus.filter((status) =>
      readSaid({ ...say(status, ''), fields: [{ name, value }] }).has('saysChallenge'),
    );
    expect(tells).toEqual(everyStatus);
  });
});

describe('what is near to it', () => {
  test.each(nearlySaid)('$status $text', ({ status, text, signs }) => {
    expect([...readSaid(say(status, text)).keys()]).toEqual(signs);
  });
});

describe('what shows it', () => {
  test('the words of the content', () => {
    const said = readSaid(say(426, 'Upgrade Required'));
    expect(said.get('saysUpgradeIsMissing')).toBe('the content says "Upgrade Required"');
  });

  test('the words of the reason phrase', () => {
    const said = readSaid(say(400, '', 'HTTP Sec-WebSocket-Key header missing'));
    expect(said.get('saysKey')).toBe('the reason phrase says "Sec-WebSocket-Key header missing"');
  });

  test('a field, by its name as it was sent', () => {
    const reply = { ...say(403, ''), fields: [{ name: 'CF-Mitigated', value: 'challenge' }] };
    expect(readSaid(reply).get('saysChallenge')).toBe('CF-Mitigated says "challenge"');
  });

  test('without the line end behind it', () => {
    const said = readSaid(say(404, '404 page not found\n'));
    expect(said.get('saysNoRoute')).toBe('the content says "404 page not found"');
  });

  test('without the marks around it', () => {
    const said = readSaid(say(502, '<center><h1>502 Bad Gateway</h1></center>'));
    expect(said.get('saysBackendIsDown')).toBe('the content says "502 Bad Gateway"');
  });

  test('no more than 120 characters, on one line, and none that controls a terminal', () => {
    const said = readSaid(say(404, `Route GET:/\x1b${'a'.repeat(98)}`));
    expect(said.get('saysNoHandler')).toBe(`the content says "Route GET:/\\x1b${'a'.repeat(98)}"`);
    const long = readSaid(
      say(400, `Failed to upgrade to WebSocket (\r${'😀'.repeat(60)}${'a'.repeat(60)} HTTP_UPGRADE: )`),
    );
    expect([...(long.get('saysUpgradeIsMissing') ?? '')].length).toBe(139);
    expect(long.get('saysUpgradeIsMissing')).toMatch(/^the content says "[^\r\n]*…"$/);
  });
});

describe('what is not said', () => {
  test.each<[string, SaidReply]>([
    ['something else', say(400, 'Bad Request')],
    ['nothing', say(400, '')],
    ['the words with another status', say(200, 'No server is available to handle this request.')],
    ['a status that is not of the words', say(404, 'Client sent an HTTP request to an HTTPS server.')],
    ['words on an origin server', say(403, 'The origin server is not allowed to disclose that one exists.')],
    ['an upgrade of another kind', say(400, 'An upgrade of your plan is needed.')],
    ['Transport unknown within other words', say(400, 'The Transport unknown to us')],
    ['a page that is not found, on an index page of another status', say(404, '<html><div id="root">')],
    ['an index page that is none', say(200, '{"html":"<div id=\\"root\\">"}')],
  ])('by %s', (_, reply) => {
    expect([...readSaid(reply)]).toEqual([]);
  });

  test('that there is no route, where something else is said', () => {
    const reply = {
      ...say(404, '404 page not found\n'),
      fields: [{ name: 'cf-mitigated', value: 'challenge' }],
    };
    expect([...readSaid(reply).keys()]).toEqual(['saysChallenge']);
  });
});

test('64 KiB of anything come to an end, which they would not in quadratic time', () => {
  const statuses = [200, 400, 403, 404, 426, 502, 505];
  const ended = hostileTexts.flatMap((text) =>
    statuses.map((status) => readSaid(say(status, text, text)).size),
  );
  expect(ended.length).toBe(hostileTexts.length * statuses.length);
}, 60_000);
