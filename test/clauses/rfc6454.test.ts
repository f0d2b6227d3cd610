import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { badInput, hear, inputError, reply } from './peer.ts';

describe(clause('rfc6454/7.3/one-origin'), () => {
  test.each([
    ['none', {}, null],
    ['the one of the option', { origin: 'http://a.example' }, ['Origin: http://a.example']],
    ['the one among the fields', { headers: [['Origin', 'null']] }, ['Origin: null']],
  ] as const)('sent: %s', async (_, options, lines) => {
    expect((await hear(reply(), options)).sent.match(/^origin:.*$/gim)).toEqual(lines);
  });

  test.each([
    ['one as option and one among the fields', { origin: 'http://a', headers: [['origin', 'http://b']] }],
    [
      'two among the fields',
      {
        headers: [
          ['Origin', 'http://a'],
          ['Origin', 'http://b'],
        ],
      },
    ],
  ] as const)('refused: %s', (_, options) => {
    expect(inputError('ws://a/', options)).toMatchObject(badInput('rfc6454/7.3/one-origin'));
  });
});
