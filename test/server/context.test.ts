import { createServer } from 'node:http';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Accepted,
  type Authorization,
  type AuthorizeRequest,
  accept,
  attach,
  type ListenOptions,
  listen,
  type Refused,
  refuse,
  type ServerConnection,
} from '../../src/server/index.ts';
import { acceptance, opening, serve } from './serve.ts';

const user = { user: 'a' };
interface User {
  readonly user: string;
}

describe('context has the type of what authorize gives along', () => {
  test('of listen', async () => {
    const servers = await Promise.all([
      listen({
        authorize: () => accept({ context: user }),
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<{ user: string }>(),
      }),
      listen({
        authorize: ({ path }) => accept({ context: { user: path } }),
        onConnection(connection) {
          expectTypeOf(connection.context.user).toEqualTypeOf<string>();
        },
      }),
      listen({
        authorize: async ({ path }) => (path === '/' ? accept({ context: { user: path } }) : refuse(401)),
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<{ user: string }>(),
      }),
      listen({
        async authorize({ path }) {
          if (path === '/') return refuse(403);
          return accept({ context: { user: path }, headers: { 'X-A': 'b' } });
        },
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<{ user: string }>(),
      }),
      listen({
        authorize: ({ path }) =>
          path === '/' ? accept({ context: { user: path } }) : accept({ context: { admin: true } }),
        onConnection: ({ context }) =>
          expectTypeOf(context).toEqualTypeOf<{ user: string } | { admin: boolean }>(),
      }),
      listen({
        authorize: ({ path }) => (path === '/' ? accept() : accept({ subprotocol: null })),
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<undefined>(),
      }),
      listen({ onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<undefined>() }),
    ]);
    await Promise.all(servers.map((server) => server.close()));
  });

  test('of options that have a type of their own', async () => {
    const options: ListenOptions<User> = {
      authorize: () => accept({ context: user }),
      onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<User>(),
    };
    await (await listen(options)).close();
    const unknown: ListenOptions = { onConnection: ({ context }) => expectTypeOf(context).toBeUnknown() };
    await (await listen(unknown)).close();
    // @ts-expect-error: authorize gives along what onConnection does not take
    const other: ListenOptions<User> = { ...options, authorize: () => accept({ context: 1 }) };
    expect(Object.keys(other)).toEqual(Object.keys(options));
  });

  test('of each endpoint that is attached', () => {
    const server = createServer();
    const { pending } = attach(server, {
      '/user': {
        authorize: async (request: AuthorizeRequest) =>
          request.path === '/' ? refuse(401) : accept({ context: { user: request.path } }),
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<{ user: string }>(),
      },
      '/number': {
        authorize: () => accept({ context: 1 }),
        onConnection: ({ context }) => expectTypeOf(context).toEqualTypeOf<number>(),
      },
      '/open': { onConnection: ({ context }) => expectTypeOf(context).toBeUnknown() },
    });
    expect(pending).toBe(0);
  });

  test('of answers and connections by themselves', () => {
    expectTypeOf(accept()).toEqualTypeOf<Accepted<undefined>>();
    expectTypeOf(accept({ context: user })).toEqualTypeOf<Accepted<{ user: string }>>();
    expectTypeOf(refuse(403)).toEqualTypeOf<Refused>();
    expectTypeOf(refuse(403)).toExtend<Authorization<User>>();
    expectTypeOf<ServerConnection<User>>().toExtend<ServerConnection>();
  });
});

test.each([
  ['undefined without authorize', {}, undefined],
  ['undefined where authorize gives nothing along', { authorize: () => accept() }, undefined],
  ['what authorize gives along', { authorize: async () => accept({ context: user }) }, user],
  [
    'what is given along by a plain object',
    { authorize: () => ({ type: 'accept', context: user }) as const },
    user,
  ],
])('context is %s', async (_, options, context) => {
  const { open, connections } = await serve(options);
  expect(await open(opening)).toBe(acceptance);
  expect((await connections.take()).context).toBe(context);
});

test.each([undefined, null, { user: 'a' }, { status: 401 }])(
  'an answer %j that is neither accept(…) nor refuse(…) opens nothing: 500',
  async (answer) => {
    const authorize = () => answer as unknown as Authorization; // as JavaScript may
    const { ask } = await serve({ authorize });
    expect((await ask(opening)).slice(0, 12)).toBe('HTTP/1.1 500');
  },
);
