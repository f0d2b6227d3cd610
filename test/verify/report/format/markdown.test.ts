import { describe, expect, test } from 'vitest';
import { renderFindingMarkdown, renderMarkdown } from '../../../../src/verify/report/format/markdown.ts';
import type { Finding } from '../../../../src/verify/report/report.ts';
import { behindAnother, sampleReport, shortKey } from '../report-sample.ts';

const whole: Finding = {
  ...shortKey,
  title: 'Answers 101 to `Sec-WebSocket-Key: A3gG`',
  rule: 'A server refuses a key that does not decode to 16 octets.',
  url: 'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1',
  ...{ again: { seen: 6, of: 6 }, also: ['rfc6455/4.3/key-grammar'], reproduction: "printf 'GET'\ncat" },
};

describe('one finding by itself', () => {
  const text = renderFindingMarkdown(whole, 'ws://a/', '1.2.3');

  test.each([
    ['what the target did', '# Answers 101 to `Sec-WebSocket-Key: A3gG`\n'],
    [
      'the rule',
      '**Rule:** A server refuses a key that does not decode to 16 octets. (MUST, [RFC 6455 §4.2.1](https:',
    ],
    ['what would be right', '**Expected:** an error status'],
    ['what was seen', '**Observed:** 101 Switching Protocols'],
    ['how sure it is', '**Certainty:** seen in 6 of 6 tries; right by the letter'],
    ['the cause', '**Hint:** the key may be hashed'],
    ['what else is broken', '**The same defect breaks:** `rfc6455/4.3/key-grammar`'],
    ['the request', 'GET / HTTP/1.1\\r\\n\nHost: a\\r\\nSec'.slice(0, 18)],
    ['marks', '\n^^^^^^^^^^^^^^^^^^^^^^^\n'],
    ['the reply', 'HTTP/1.1 101 Switching Protocols\\r\\n\n'],
    ['the way to see it', "```bash\nprintf 'GET'\ncat\n```"],
    ['the replay', '`ws101 verify server ws://a/ --only rfc6455/4.2.1/key-16-octets`'],
    ['where it was seen', 'Seen on `ws://a/` by ws101 1.2.3.'],
  ])('has %s', (_, part) => {
    expect(text).toContain(part);
  });

  test('leaves out what is not known', () => {
    const { hint: _, tags: _tags, ...least } = shortKey;
    const bare = renderFindingMarkdown({ ...least, tags: [], response: '' }, 'ws://a/', '1.2.3');
    expect(bare).not.toMatch(/Hint|Certainty|Tags|without ws101|undefined/);
    expect(bare).toContain('No octet came back.');
  });

  test('has the request behind which alone it is seen', () => {
    const after = renderFindingMarkdown(behindAnother, 'ws://a/', '1.2.3');
    expect(after).toContain('Before it, on another connection:\n\n```text\nGET  HTTP/1.1\\r\\n');
    expect(after).toContain('**Certainty:** seen every time that the second request is sent after the first');
  });
});

test('a report has all of its findings, the heaviest first, and what is not seen every time', () => {
  const flaky = [{ ...shortKey, seen: 1, of: 6, case: 3 }];
  const text = renderMarkdown(sampleReport({ flaky, partial: true, ended: 'gone', unplayed: 1 }));
  expect(text.match(/^## .*/gm)).toEqual([
    '## A server refuses a key that does not decode to 16 octets.',
    '## A server takes a list.',
    '## Not seen every time, and not counted',
    '## Notes',
  ]);
  expect(text).toContain('101 Switching Protocols, in 1 of 6 tries');
  expect(text).toContain('Partial: the run ended early: gone.\n\n1 case was not played.\n');
});

test('a fence is longer than any run of backticks in it', () => {
  const reproduction = "printf '````'";
  expect(renderFindingMarkdown({ ...shortKey, reproduction }, 'ws://a/', '1')).toContain(
    "`````bash\nprintf '````'\n`````",
  );
});
