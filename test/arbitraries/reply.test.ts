import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientRows, replyGuards } from '../../models/decisions/client.ts';
import {
  applyEdits,
  canonicalReply,
  deviatedMessage,
  literalReplyDeviations,
  literalReplyTransforms,
  type Offer,
  offerOf,
  type ReplyFault,
  replyDeviations,
  replyMessage,
  replyTransforms,
  setField,
  writeReplyMessage,
} from '../../src/arbitraries/index.ts';
import { sha1 } from '../../src/sha1.ts';
import { decodeLatin1, encodeLatin1, parseExtensionList, parseRequest } from '../../src/wire/index.ts';
import { runs } from '../property.ts';
import { anyOffer, guardsOf, limits } from './reply-reading.ts';

const often = { seed: 20_261_121, numRuns: runs(100, 300) };

function offerIn(...fields: readonly string[]): Offer {
  const head = ['GET / HTTP/1.1', 'Host: a', ...fields].map((line) => `${line}\r\n`).join('');
  const request = parseRequest(encodeLatin1(`${head}\r\n`));
  if (!request.ok) throw new Error(request.problem);
  return offerOf(request.value, sha1);
}

/** What is offered with two subprotocols and these extensions. */
function offering(extensions: string): Offer {
  const parsed = parseExtensionList(extensions);
  return {
    accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    subprotocols: ['chat', 'superchat'],
    extensions: parsed.ok ? parsed.value : [],
  };
}

const valuesIn = ({ lines }: ReturnType<typeof canonicalReply>, name: string) =>
  lines.filter((each) => each.name === name).map(({ value }) => value);

describe('what a request offers', () => {
  test('is the accept value of its key, its names and its extensions, in their order', () => {
    expect(
      offerIn(
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Protocol: b, a',
        'Sec-WebSocket-Extensions: x; y="1", permessage-deflate',
        'Sec-WebSocket-Protocol: c',
      ),
    ).toEqual({
      accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      subprotocols: ['b', 'a', 'c'],
      extensions: [
        { name: 'x', parameters: [{ name: 'y', value: '1' }] },
        { name: 'permessage-deflate', parameters: [] },
      ],
    });
  });

  test.each([
    ['without any of it', []],
    ['with lists that break their grammar', ['Sec-WebSocket-Protocol: a b', 'Sec-WebSocket-Extensions: ;']],
  ])('is nothing %s', (_what, fields) => {
    expect(offerIn(...fields)).toEqual({
      accept: sha1('258EAFA5-E914-47DA-95CA-C5AB0DC85B11'),
      subprotocols: [],
      extensions: [],
    });
  });
});

describe('a reply without deviation establishes the connection', () => {
  test.each(['rfc6455', 'whatwg'] as const)('%s', (rules) => {
    const made = anyOffer.chain((offer) => replyMessage(offer, rules).map((message) => ({ offer, message })));
    fc.assert(
      fc.property(made, ({ offer, message }) => {
        expect(guardsOf(message, offer, rules)).toEqual(['otherwise']);
      }),
      { ...often, numRuns: runs(100, 1_000) },
    );
  });

  test.each([
    [
      'permessage-deflate',
      ['client_no_context_takeover', 'server_max_window_bits', 'server_no_context_takeover'],
    ],
    [
      'permessage-deflate; client_max_window_bits',
      [
        ...['client_max_window_bits', 'client_no_context_takeover'],
        ...['server_max_window_bits', 'server_no_context_takeover'],
      ],
    ],
    ['unknown', []],
    ['permessage-deflate; unknown', []],
  ])('an offer of %s is answered with all that fits it: %j', (text, parameters) => {
    const values = fc.sample(replyMessage(offering(text)), often).flatMap((message) => {
      return valuesIn(message, 'Sec-WebSocket-Extensions');
    });
    const lists = values.flatMap((value) =>
      value
        .split(';')
        .slice(1)
        .map((each) => each.split('=')[0]?.trim()),
    );
    expect([...new Set(lists)].sort()).toEqual(parameters);
    expect(new Set(values.map((value) => value.split(';')[0]))).toEqual(
      new Set(parameters.length > 0 ? ['permessage-deflate'] : []),
    );
  });

  test.each([
    ['rfc6455', ['', 'chat', 'superchat']],
    ['whatwg', ['chat', 'superchat']],
  ] as const)('of the subprotocols, the rules of %s allow to choose %j', (rules, names) => {
    const chosen = fc
      .sample(replyMessage(offering(''), rules), often)
      .map((message) => valuesIn(message, 'Sec-WebSocket-Protocol').join());
    expect([...new Set(chosen)].sort()).toEqual(names);
  });

  test('an answer keeps to the window that the client hinted at', () => {
    const offer = offering('permessage-deflate; client_max_window_bits=9');
    const windows = fc
      .sample(replyMessage(offer), often)
      .flatMap(({ lines }) =>
        lines.flatMap(({ value }) => /client_max_window_bits="?(\d+)/.exec(value)?.[1] ?? []),
      );
    expect([...new Set(windows)].sort()).toEqual(['8', '9']);
  });
});

describe('a deviation makes its guard hold, and no other', () => {
  const made = anyOffer.chain((offer) => {
    const deviations = fc.oneof(...Object.values(replyDeviations(offer, limits)));
    const deviated = deviatedMessage(replyMessage(offer, 'whatwg'), [deviations], { min: 1, max: 1 });
    return deviated.map((each) => ({ ...each, offer }));
  });

  test('drawn, for any offer', () => {
    fc.assert(
      fc.property(made, ({ message, guards, offer }) => {
        expect(guardsOf(message, offer)).toEqual(guards);
      }),
      { ...often, numRuns: runs(100, 1_000) },
    );
  });

  test('written down, for any offer, each once and in the order of the rows', () => {
    const order = [...new Set(clientRows.map(({ guard }) => guard))];
    fc.assert(
      fc.property(anyOffer, (offer) => {
        const canonical = canonicalReply(offer);
        const deviations = literalReplyDeviations(offer);
        const messages = deviations.map(({ edits }) => applyEdits(canonical, edits));
        expect(messages.map((message) => guardsOf(message, offer))).toEqual(
          deviations.map(({ guard }) => [guard]),
        );
        const texts = [canonical, ...messages].map((message) => decodeLatin1(writeReplyMessage(message)));
        expect(new Set(texts).size).toBe(texts.length);
        const found = [...new Set<string>(deviations.map(({ guard }) => guard))];
        expect(found).toEqual(order.filter((guard) => found.includes(guard)));
      }),
      // The accept value of the example in RFC 6455 §1.3, and one without letters.
      {
        ...often,
        numRuns: runs(40, 300),
        examples: [[offering('')], [{ ...offering('x'), accept: '0123456789+/' }]],
      },
    );
  });
});

const extensionGuards = Object.keys(replyGuards).filter((guard) =>
  /^extension(?!sAre|IsUnoffered)/.test(guard),
);
const always = Object.keys(replyGuards).filter(
  (guard) => !extensionGuards.includes(guard) && !['otherwise', 'subprotocolIsNotChosen'].includes(guard),
);
const odd = ['IsRepeated', 'ParameterIsUndefined', 'ParameterIsRepeated', 'ParameterIsInvalid'].map(
  (end) => `extension${end}`,
);

describe('there are deviations for the guards that can be brought about, and for no other', () => {
  const server = ['extensionServerTakeoverIsMissing', 'extensionServerBitsAreMissing'];
  test.each([
    ['', []],
    ['unknown; a=1', []],
    ['permessage-deflate; unknown', odd],
    ['permessage-deflate', [...odd, 'extensionClientBitsAreUnoffered']],
    ['permessage-deflate; client_max_window_bits', odd],
    [
      'permessage-deflate; server_no_context_takeover',
      [...odd, server[0], 'extensionClientBitsAreUnoffered'],
    ],
    [
      'permessage-deflate; server_max_window_bits=15; client_max_window_bits=8',
      [...odd, 'extensionServerBitsAreMissing'],
    ],
    ['permessage-deflate; server_no_context_takeover; server_max_window_bits=12', extensionGuards],
    // What the first asks for, the second does without; but for a parameter that neither has.
    [
      'permessage-deflate; server_no_context_takeover, permessage-deflate',
      [...odd, server[0], 'extensionClientBitsAreUnoffered'],
    ],
    ['permessage-deflate; server_no_context_takeover, permessage-deflate; client_max_window_bits', odd],
  ])('extensions offered: %s', (extensions, guards) => {
    const offer = offering(extensions);
    const expected = [...always, 'subprotocolIsNotChosen', ...guards];
    expect(Object.keys(replyDeviations(offer, limits)).sort()).toEqual(expected.sort());
  });

  test('without subprotocols to choose from, none is not chosen', () => {
    const offer = { ...offering(''), subprotocols: [] };
    expect(Object.keys(replyDeviations(offer, limits)).sort()).toEqual(always.sort());
  });

  test('whatever else is answered brings about no other guard', () => {
    const parameter = fc
      .tuple(
        fc.constantFrom(
          ...['server', 'client'].flatMap((side) => [
            `${side}_no_context_takeover`,
            `${side}_max_window_bits`,
          ]),
        ),
        fc.constantFrom('', '=8', '=10', '=12', '=15', '=16'),
      )
      .map((parts) => `; ${parts.join('')}`);
    const extensions = fc
      .tuple(fc.constantFrom('permessage-deflate', 'unknown'), fc.array(parameter, { maxLength: 4 }))
      .map(([name, parameters]) => `${name}${parameters.join('')}`);
    const answers = fc.record({
      subprotocol: fc.array(fc.constantFrom('chat', 'x', 'a b', ''), { maxLength: 2 }),
      extensions: fc.array(extensions, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(anyOffer, answers, (offer, answer) => {
        const chosen = setField(canonicalReply(offer), 'Sec-WebSocket-Protocol', ...answer.subprotocol);
        const message = setField(chosen, 'Sec-WebSocket-Extensions', ...answer.extensions);
        const possible = ['otherwise', ...Object.keys(replyDeviations(offer, limits))];
        expect(possible).toEqual(expect.arrayContaining([...guardsOf(message, offer)]));
      }),
      { ...often, numRuns: runs(100, 1_000) },
    );
  });
});

describe('what can be written down as an answer to', () => {
  const answersBy = (offer: Offer, ...guards: readonly ReplyFault[]) =>
    literalReplyDeviations(offer)
      .filter(({ guard }) => guards.includes(guard))
      .flatMap(({ edits }) => valuesIn(applyEdits(canonicalReply(offer), edits), 'Sec-WebSocket-Extensions'));
  const asked = offering('permessage-deflate; server_no_context_takeover; server_max_window_bits=12');

  test.each([
    ['extensionServerTakeoverIsMissing', ['permessage-deflate; server_max_window_bits=12']],
    ['extensionServerBitsAreMissing', ['permessage-deflate; server_no_context_takeover']],
    [
      'extensionServerBitsAreLarger',
      [13, 14, 15].map(
        (bits) => `permessage-deflate; server_no_context_takeover; server_max_window_bits=${bits}`,
      ),
    ],
    [
      'extensionClientBitsAreUnoffered',
      [8, 9, 10, 11, 12, 13, 14, 15].map(
        (bits) =>
          `permessage-deflate; server_no_context_takeover; server_max_window_bits=12; client_max_window_bits=${bits}`,
      ),
    ],
  ] as const)('parameters of the server: %s', (guard, answers) => {
    expect(answersBy(asked, guard)).toEqual(answers);
  });

  test('parameters of the server: the same twice', () => {
    const whole = 'permessage-deflate; server_no_context_takeover; server_max_window_bits=12';
    expect(answersBy(asked, 'extensionIsRepeated')).toEqual([
      `${whole}, ${whole}`,
      ...[whole, whole],
      ...[whole, 'permessage-deflate'],
    ]);
  });

  test.each([
    ['permessage-deflate', []],
    [
      'permessage-deflate; client_max_window_bits',
      ['permessage-deflate; client_max_window_bits', 'permessage-deflate; client_max_window_bits=16'],
    ],
  ])('%s: values of client_max_window_bits that are wrong, where the client knows it', (text, answers) => {
    const found = answersBy(offering(text), 'extensionParameterIsInvalid');
    expect(found.filter((answer) => answer.includes('client_max_window_bits'))).toEqual(answers);
  });

  test('parameters that nobody can fit: anything', () => {
    const offer = offering('permessage-deflate; server_max_window_bits=16');
    expect(answersBy(offer, 'extensionParameterIsInvalid')).toContain('permessage-deflate');
  });

  test('names: any name where none was offered', () => {
    const offer = { ...offering(''), subprotocols: [] };
    const found = literalReplyDeviations(offer).filter(({ guard }) => guard === 'subprotocolIsUnoffered');
    const names = found.flatMap(({ edits }) =>
      valuesIn(applyEdits(canonicalReply(offer), edits), 'Sec-WebSocket-Protocol'),
    );
    expect(names).toEqual(['unoffered', 'null', '__proto__', 'chat']);
  });
});

test('with several deviations the guard that decides is one of theirs', () => {
  const made = anyOffer.chain((offer) => {
    const deviations = Object.values(replyDeviations(offer, limits));
    const several = deviatedMessage(replyMessage(offer, 'whatwg'), deviations, { min: 2, max: 5 });
    return several.map((each) => ({ ...each, offer }));
  });
  fc.assert(
    fc.property(made, ({ message, guards, offer }) => {
      expect(guards).toContain(guardsOf(message, offer)[0]);
    }),
    { ...often, numRuns: runs(100, 1_000) },
  );
});

describe('a transform changes nothing', () => {
  test.each(['rfc6455', 'whatwg'] as const)('drawn, by the rules of %s', (rules) => {
    const made = anyOffer.chain((offer) =>
      fc.tuple(fc.constant(offer), replyMessage(offer, rules), fc.oneof(...replyTransforms(offer, rules))),
    );
    fc.assert(
      fc.property(made, ([offer, message, { edits }]) => {
        expect(guardsOf(applyEdits(message, edits), offer, rules)).toEqual(['otherwise']);
      }),
      { ...often, numRuns: runs(100, 1_000) },
    );
  });

  test.each(['rfc6455', 'whatwg'] as const)('written down, by the rules of %s, each once', (rules) => {
    fc.assert(
      fc.property(anyOffer, (offer) => {
        const canonical = canonicalReply(offer);
        const messages = literalReplyTransforms(offer, rules).map(({ edits }) =>
          applyEdits(canonical, edits),
        );
        expect(messages.flatMap((message) => guardsOf(message, offer, rules))).toEqual(
          messages.map(() => 'otherwise'),
        );
        const texts = [canonical, ...messages].map((message) => decodeLatin1(writeReplyMessage(message)));
        expect(new Set(texts).size).toBe(texts.length);
      }),
      { ...often, numRuns: runs(15, 100) },
    );
  });

  test.each([
    ['rfc6455/4.1/subprotocol-none-chosen', 'rfc6455', 1],
    ['rfc6455/4.1/subprotocol-none-chosen', 'whatwg', 0],
    // The first is that of the canonical reply.
    ['rfc6455/4.1/subprotocol-in-use', 'whatwg', 1],
  ] as const)('%s, by the rules of %s: %i', (id, rules, count) => {
    expect(literalReplyTransforms(offering(''), rules).filter(({ clause }) => clause === id)).toHaveLength(
      count,
    );
  });

  test('an answer that does what was asked for, and those that do one thing more or less', () => {
    const offer = offering('permessage-deflate; server_max_window_bits=9');
    const found = literalReplyTransforms(offer).filter(
      ({ clause }) => clause === 'rfc6455/4.1/extensions-in-use',
    );
    expect(found.flatMap(({ edits }) => edits)).toEqual(
      [
        'permessage-deflate; server_max_window_bits=9',
        'permessage-deflate; server_max_window_bits=8',
        'permessage-deflate; client_no_context_takeover; server_max_window_bits=9',
        'permessage-deflate; server_no_context_takeover; server_max_window_bits=9',
      ].map((text) => ({ kind: 'setField', name: 'Sec-WebSocket-Extensions', values: [text] })),
    );
  });
});

describe('white space around values', () => {
  const offer = offering('permessage-deflate');
  const canonical = canonicalReply(offer);
  const all = [...literalReplyTransforms(offer), ...fc.sample(fc.oneof(...replyTransforms(offer)), often)];

  test.each([
    ['rfc6455/4.1/accept-surrounding-space', true],
    ['rfc9112/5.1/reply-surrounding-space', false],
  ])('%s: that of the accept value changes: %s, and that of others otherwise', (clause, isOfAccept) => {
    const odd = all
      .filter((each) => each.clause === clause)
      .flatMap(({ edits }) => applyEdits(canonical, edits).lines)
      .filter((each) => canonical.lines.every((own) => JSON.stringify(own) !== JSON.stringify(each)));
    expect(odd.length).toBeGreaterThan(0);
    expect([...new Set(odd.map(({ name }) => name === 'Sec-WebSocket-Accept'))]).toEqual([isOfAccept]);
  });
});
