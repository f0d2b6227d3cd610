import { describe, expect, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { clientRows } from '../../models/decisions/client.ts';
import { zooCases } from '../../src/zoo/case-list.ts';
import { expectOf } from '../../src/zoo/expectation.ts';
import { askingFor } from '../../src/zoo/reply.ts';

const caseOf = (id: string) => zooCases.find((each) => each.id === id);

describe('the list', () => {
  test('names that others rely on stay as they are', async () => {
    await expect(`${zooCases.map(({ id }) => id).join('\n')}\n`).toMatchFileSnapshot('case-ids.txt');
  });

  test('each has a name of its own, which is its path as it stands', () => {
    expect(new Set(zooCases.map(({ id }) => id)).size).toBe(zooCases.length);
    expect(zooCases.filter(({ id }) => !/^[A-Za-z0-9._-]+$/.test(id))).toEqual([]);
    expect(zooCases.filter(({ id, path }) => path !== `/case/${id}`)).toEqual([]);
  });

  test('each has a title of its own, and a clause of the register', () => {
    expect(new Set(zooCases.map(({ title }) => title)).size).toBe(zooCases.length);
    expect(zooCases.filter(({ clause }) => !(clause in clauses))).toEqual([]);
  });

  test('every clause of the client’s table has a case, but for limits and for what depends on the offer', () => {
    const shown = new Set<string>(zooCases.map(({ clause }) => clause));
    const missing = clientRows.filter(({ clause }) => !shown.has(clause)).map(({ guard }) => guard);
    expect(missing).toEqual([
      ...['headIsTooLarge', 'fieldsAreTooMany', 'interimsAreTooMany'],
      ...[
        'extensionServerTakeoverIsMissing',
        'extensionServerBitsAreMissing',
        'extensionServerBitsAreLarger',
      ],
      'extensionClientBitsAreUnoffered',
    ]);
  });
});

describe('what a right client does', () => {
  test.each([
    ['plain', 'open', 'open'],
    ['message-with-101', 'open', 'open'],
    ['interim-replies-103', 'open', 'open'],
    ['reply-upgrade-case-WEBSOCKET', 'open', 'open'],
    ['deflate-agreed', 'open', 'open'],
    ['subprotocol-in-use-superchat', 'open', 'open'],
    ['upgrade-is-absent', 'fail', 'fail'],
    ['accept-is-wrong-value-without-last', 'fail', 'fail'],
    ['subprotocol-unasked', 'fail', 'fail'],
    ['status-is-not-101-401', 'fail', 'fail'],
    ['status-is-interim-103', 'fail', 'fail'],
    ['head-cut', 'fail', 'fail'],
    ['no-reply', 'fail', 'fail'],
    ['page', 'fail', 'fail'],
    ['subprotocol-is-not-chosen', 'either', 'fail'],
    ['redirect-302', 'either', 'either'],
    ['accept-is-repeated-value-then-value', 'either', 'either'],
    ['status-line-is-malformed-HTTP-1.1-tab-101-x', 'either', 'either'],
    ['status-line-is-malformed-HTTP-1.1-0101-x', 'fail', 'fail'],
    ['reason-ignored-HTTP-1.1-101', 'either', 'either'],
    ['reason-ignored-HTTP-1.1-101-OK', 'open', 'open'],
    ['reply-folding-X-Folded-a-cr-lf-b', 'either', 'either'],
  ])('%s: %s by RFC 6455, %s in a browser', (id, rfc6455, whatwg) => {
    expect(caseOf(id)?.expect).toEqual({ rfc6455, whatwg });
  });

  test('where it may do either, the clause or a reason says so', () => {
    expect(caseOf('accept-is-repeated-value-then-value')?.latitude).toContain('two equal values');
    const bare = zooCases.filter(({ expect: { rfc6455 }, latitude }) => rfc6455 === 'either' && !latitude);
    expect(new Set(bare.map(({ clause }) => clause))).toEqual(new Set(['rfc6455/4.1/redirect-not-followed']));
  });

  const extensions = [
    '',
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; server_no_context_takeover; server_max_window_bits=10',
    'permessage-deflate; server_max_window_bits=9, permessage-deflate',
    'x-unknown; a=1, permessage-deflate; client_max_window_bits=12',
    'permessage-deflate; unknown',
    '=[',
  ];

  test.each(extensions)('it does not depend on the extensions that are offered: %j', (offered) => {
    const changed = zooCases.filter((each) =>
      (['rfc6455', 'whatwg'] as const).some((rules) => {
        const fields = askingFor(each.subprotocols, offered);
        return expectOf(each, rules, fields).expectation !== each.expect[rules];
      }),
    );
    expect(changed.map(({ id }) => id)).toEqual([]);
  });

  test.each([[['graphql-ws']], [['a', 'b', 'c']]])(
    'it does not depend on the subprotocols that are offered, where none are asked for: %j',
    (offered) => {
      const free = zooCases.filter(({ subprotocols }) => subprotocols.length === 0);
      const changed = free.filter((each) =>
        (['rfc6455', 'whatwg'] as const).some(
          (rules) => expectOf(each, rules, askingFor(offered)).expectation !== each.expect[rules],
        ),
      );
      expect(changed.map(({ id }) => id)).toEqual([]);
    },
  );
});
