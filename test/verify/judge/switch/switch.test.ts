import { expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import { checkSwitch } from '../../../../src/verify/judge/switch/switch.ts';
import { encodeLatin1, type Field, parseReply } from '../../../../src/wire/index.ts';
import { unwrap } from '../../../unwrap.ts';

const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

function asking(...lines: readonly (readonly [name: string, value: string])[]): readonly Field[] {
  return [['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='] as const, ...lines].map(([name, value]) => ({
    ...{ name, value, span: { start: 0, end: 0 } },
  }));
}

function check(fields: readonly Field[], ...lines: readonly string[]) {
  const head = encodeLatin1(
    ['HTTP/1.1 101 S', 'Upgrade: websocket', 'Connection: Upgrade', ...lines, '', ''].join('\r\n'),
  );
  return checkSwitch({ fields }, { reply: unwrap(parseReply(head)), head }, head, 0);
}

test('a right 101 breaks nothing', () => {
  const { shown, faults } = check(asking(), `Sec-WebSocket-Accept: ${accept}`);
  expect(faults).toEqual([]);
  expect(shown).toContain('rfc6455/4.2.2/accept-value');
});

const deflate = 'permessage-deflate';

test.each<[string, ClauseId, readonly Field[], readonly string[]]>([
  ['no accept value', 'rfc6455/4.2.2/accept-value', asking(), []],
  [
    'an extension that was not offered',
    'rfc6455/4.2.2/extension-from-offer',
    asking(),
    [`Sec-WebSocket-Accept: ${accept}`, 'Sec-WebSocket-Extensions: x'],
  ],
  [
    'a parameter twice',
    'rfc7692/7.1/answer-parameters-once',
    asking(['Sec-WebSocket-Extensions', deflate]),
    [
      `Sec-WebSocket-Accept: ${accept}`,
      `Sec-WebSocket-Extensions: ${deflate}; server_no_context_takeover; server_no_context_takeover`,
    ],
  ],
  [
    'a parameter that is not to be',
    'rfc6455/9/parameters-by-specification',
    asking(['Sec-WebSocket-Extensions', deflate]),
    [`Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Extensions: ${deflate}; server_max_window_bits=99`],
  ],
])('%s breaks its clause, and shows it once', (_what, clause, fields, lines) => {
  const { shown, faults } = check(fields, ...lines);
  expect(faults.map((fault) => fault.clause)).toEqual([clause]);
  expect(shown.filter((each) => each === clause)).toEqual([clause]);
  // Nothing but clauses is shown.
  expect(shown.filter((each) => !/^[a-z0-9]+\/.+\/.+$/.test(each))).toEqual([]);
});
