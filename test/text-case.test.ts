import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTextCases, readTexts } from './text-case.ts';

const parse = (content: string) =>
  parseTextCases(content, ['status', 'signs']).map(({ title, lists, text }) => [title, [...lists], text]);

test('a case has a title, lists and a text', () => {
  expect(parse('# About\n# this\n\n### a, b\n# signs: c, d\n# status: 404\ne\n\n### f\ng: h\n')).toEqual([
    [
      'a, b',
      [
        ['signs', ['c', 'd']],
        ['status', ['404']],
      ],
      'e',
    ],
    ['f', [], 'g: h'],
  ]);
});

test.each([
  ['nothing behind its last line', 'a'],
  ['a line end', 'a\n'],
  ['two line ends', 'a\n\n'],
  ['CR LF', 'a\r\nb\r\n'],
  ['an empty line', 'a\n\nb\n'],
  ['white space', ' a\n b: '],
])('a text keeps %s', (_what, text) => {
  const content = `# About\n\n### first\n${text}\n\n### last\n${text}\n`;
  expect(parse(content)).toEqual([
    ['first', [], text],
    ['last', [], text],
  ]);
});

test.each([
  ['a file without a comment', '### a\nb\n'],
  ['an unknown list', '# About\n\n### a\n# sings: b\nc\n'],
  ['a list that is none', '# About\n\n### a\n# b\nc\n'],
  ['a list that stands twice', '# About\n\n### a\n# signs: b\n# signs: c\nd\n'],
  ['a title without a text', '# About\n\n### a\n# signs: b\n'],
  ['a text without a title', '# About\n\n### \na\n'],
])('%s is an error', (_what, content) => {
  expect(() => parse(content)).toThrow(SyntaxError);
});

test('the line ends of a reply are in the file as they came, CR LF and LF', () => {
  const content = readFileSync(new URL('diagnosis/data/real-reply.txt', import.meta.url), 'utf8');
  expect(content).toContain('<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n');
  expect(content).toContain('No server is available to handle this request.\n</body></html>\n');
});

test('a text is read by its title, and one that is not there is told', () => {
  const textOf = readTexts(new URL('./rule/data/summary.txt', import.meta.url));
  expect(textOf('of a file')).toMatch(/^its own tests: /);
  expect(() => textOf('of no file')).toThrow(/summary\.txt has the title "of no file"$/);
});
