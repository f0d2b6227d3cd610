import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, badInput, hear, inputError, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const anywhere = shareServer({ paths: () => true });

describe(clause('service/4/path-free'), () => {
  test.each(['/', '/chat', '/a/b/c', '/%E4%BD%A0', '//', '/a;b=c,d'])('accepted: %s', async (path) => {
    expect(await anywhere.ask(request({}, `GET ${path} HTTP/1.1`))).toMatchObject({
      ...accepted,
      connection: { path },
    });
  });

  test('refused: a path that this server did not give its endpoint', async () => {
    expect(await server.ask(request({}, 'GET /a/b/c HTTP/1.1'))).toMatchObject(
      refused(404, 'rfc6455/4.2.2/resource-unavailable', 'pathIsUnknown'),
    );
  });
});

describe(clause('service/4/query-accepted'), () => {
  test.each(['/chat?token=a%20b', '/chat?', '/chat?a/b?c', '/chat?/../'])(
    'accepted, and handed on whole: %s',
    async (target) => {
      expect(await server.ask(request({}, `GET ${target} HTTP/1.1`))).toMatchObject({
        ...accepted,
        connection: { path: '/chat', request: { target } },
      });
    },
  );

  test('refused: an unknown path with the known one in its query', async () => {
    expect(await server.ask(request({}, 'GET /other?/chat HTTP/1.1'))).toMatchObject(
      refused(404, 'rfc6455/4.2.2/resource-unavailable', 'pathIsUnknown'),
    );
  });
});

describe(clause('service/4/request-without-body'), () => {
  test('the opening ends with its empty line and announces nothing', async () => {
    const { sent, behind } = await hear(reply());
    expect(sent).toMatch(/\r\n\r\n$/);
    expect(sent).not.toMatch(/^(content-length|transfer-encoding):/im);
    expect(behind).toBe('');
  });

  test.each(['Content-Length', 'transfer-encoding'])('refused: a field %s of the user', (name) => {
    expect(inputError('ws://a/', { headers: [[name, '0']] })).toMatchObject(
      badInput('service/4/request-without-body'),
    );
  });
});
