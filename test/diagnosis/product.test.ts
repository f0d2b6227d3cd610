import { describe, expect, test } from 'vitest';
import { type AnsweredReply, type ProductSeen, recogniseProducts } from '../../src/diagnosis/product.ts';
import { markedReplies } from './product-mark.ts';
import { hostileTexts, readWritten, writtenReplies } from './read-written.ts';

function describeSeen({ name, version, role, isOwnPage }: ProductSeen): string {
  return `${name}${version === null ? '' : `/${version}`} ${role}${isOwnPage ? ' own' : ''}`;
}

function replyOf(
  body: string,
  ...fields: readonly (readonly [name: string, value: string])[]
): AnsweredReply {
  return { status: 502, fields: fields.map(([name, value]) => ({ name, value })), body };
}

describe('who answered', () => {
  test.each(writtenReplies)('$title: $status', (written) => {
    expect(recogniseProducts(readWritten(written)).map(describeSeen)).toEqual(written.products);
  });

  test.each([
    ['says nothing', ''],
    ['has the words of a product without the field beside them', 'error code: 1020'],
    ['has the page of a product that is not named', 'not found'],
  ])('nobody shows in a reply that %s', (_, body) => {
    expect(recogniseProducts(replyOf(body))).toEqual([]);
  });
});

describe('one mark of a product', () => {
  test.each(markedReplies)('shows $seen by $mark, with $reply.status', ({ reply, seen }) => {
    expect(recogniseProducts(reply).map(describeSeen)).toEqual(seen);
  });

  test.each([
    ['has a field beside the words of a product', replyOf('Bad Gateway', ['Server', 'unknown'])],
    ['has no content', { status: 503, fields: [], body: '' }],
  ])('shows nobody where a reply %s', (_, reply) => {
    expect(recogniseProducts(reply)).toEqual([]);
  });
});

describe('by what it is recognised', () => {
  test('a field, as it was sent', () => {
    const [seen] = recogniseProducts(replyOf('{}', ['SERVER', 'nginx/1.24.0']));
    expect(seen?.evidence).toBe('SERVER: nginx/1.24.0');
  });

  test('its page', () => {
    expect(recogniseProducts(replyOf('<hr><center>nginx</center>'))[0]?.evidence).toBe(
      'the reply has the error page of nginx',
    );
  });

  test('of a field no more than 120 characters, and none that controls a terminal', () => {
    const [seen] = recogniseProducts(replyOf('', ['Server', `nginx\x1b[2J${'a'.repeat(500)}`]));
    expect(seen?.evidence).toBe(`Server: nginx\\x1b[2J${'a'.repeat(110)}…`);
  });

  test('of a field that is mostly white space, with a sign that there is more', () => {
    const [seen] = recogniseProducts(replyOf('', ['Server', `nginx${' '.repeat(600)}a`]));
    expect(seen?.evidence).toBe('Server: nginx…');
  });
});

describe('what has passed it on', () => {
  test('is a hop beside the page of an application, and comes behind it', () => {
    const reply = replyOf('<pre>Cannot GET /</pre>', ['Server', 'nginx'], ['X-Powered-By', 'Express']);
    expect(recogniseProducts(reply).map(describeSeen)).toEqual(['Express server own', 'nginx hop']);
  });

  test('is a hop beside data', () => {
    const reply = replyOf('a', ['Server', 'Caddy'], ['Content-Type', 'application/problem+json']);
    expect(recogniseProducts(reply).map(describeSeen)).toEqual(['Caddy hop']);
  });

  test('may be what serves the files where nothing shows which', () => {
    expect(recogniseProducts(replyOf('<html>', ['Server', 'nginx'])).map(describeSeen)).toEqual([
      'nginx either',
    ]);
  });

  test('comes behind the server that is named', () => {
    const reply = replyOf('a', ['Via', '1.1 varnish (Varnish/7.1)'], ['X-Powered-By', 'PHP/8.2.1']);
    expect(recogniseProducts(reply).map(describeSeen)).toEqual(['PHP/8.2.1 server', 'Varnish/7.1 hop']);
  });
});

test('64 KiB of anything come to an end, which they would not in quadratic time', () => {
  const ended = hostileTexts.map((text) => recogniseProducts(replyOf(text, ['Server', text])).length >= 0);
  expect(ended).toEqual(hostileTexts.map(() => true));
}, 60_000);
