import { describe, expect, test } from 'vitest';
import { toWebSocket } from '../../src/client/index.ts';
import { clause } from './clause.ts';
import {
  accepted,
  closed,
  connectTo,
  fill,
  hear,
  opened,
  refused,
  reply,
  request,
  shareServer,
  startAnswering,
} from './peer.ts';

const server = shareServer();
const badOffer = refused(400, 'rfc6455/9.1/extension-grammar', 'extensionsAreMalformed');
const badAnswer = closed('rfc6455/9.1/reply-extension-grammar', 'extensionsAreMalformed');

const malformed = [
  ...[
    '',
    ' ',
    ', ,',
    '=[',
    '; x',
    'foo;',
    'foo; =1',
    'foo; bar=',
    'foo; bar=;baz',
    'foo; bar="x',
    'foo; bar==1',
  ],
  ...['foo bar', 'foo; bar="x"y', 'foo;;bar', 'foo, bar;', '"foo"', 'foo/1', 'foo; (bar)', 'foo; bar=1/2'],
  ...['foo; b\xe4r', 'foo; bar=\xe4', 'foo=1', 'foo; bar=1,=', 'a; b= ,c'],
];

describe(clause('rfc6455/9.1/extension-grammar'), () => {
  test.each([
    ...['foo', 'foo; bar', 'foo; bar="1"', 'foo;bar;baz=x,foo', 'x-foo.1!; a=b; a=b', "!#$%&'*+-.^_`|~"],
    ...['permessage-deflate; client_max_window_bits', 'foo; server_max_window_bits=99'],
  ])('accepted: %s', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(accepted);
  });

  test.each(malformed)('refused: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(badOffer);
  });

  test.each([
    ['on the second of two lines', ['foo', 'bar;']],
    ['on the first of two lines', ['bar;', 'foo']],
    ['a parameter that is torn over two lines', ['foo; a', '=1']],
  ])('refused: %s', async (_, lines) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': lines }))).toMatchObject(badOffer);
  });

  test.each([
    ['white space', `foo;${' '.repeat(15_000)}x y`],
    ['an unfinished quotation', `foo; a="${'\\a'.repeat(7_500)}`],
    ['parameters', `foo${';a=b'.repeat(3_500)};`],
    ['empty elements', `foo${','.repeat(15_000)} x y`],
  ])('refused without delay: 15,000 octets of %s', async (_, value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(badOffer);
  });
});

const quoted = [
  'foo; bar=""',
  'foo; bar="a b"',
  'foo; bar="a,b"',
  'foo; bar="a;b"',
  'foo; bar="a\\"b"',
  'foo; bar="\xe4"',
];

describe(clause('rfc6455/9.1/extension-quoted-token'), () => {
  test.each(['foo; bar="abc"', 'foo; bar="\\a\\b\\c"', 'foo; bar = "1" ; baz="2", qux; a="b"'])(
    'accepted: %s',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(accepted);
    },
  );

  test.each([...quoted, 'foo; bar="\t"', 'foo; bar="\\ "'])('refused: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(badOffer);
  });
});

describe(clause('rfc6455/9.1/reply-extension-grammar'), () => {
  test('opened: no field', async () => {
    expect(await hear(reply())).toMatchObject({ ...opened, connection: { extensions: [] } });
  });

  test.each(malformed)('closed: %j', async (value) => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(badAnswer);
  });

  test.each(['foo', 'foo; bar=1', 'foo , bar'])('closed for another clause: %s', async (value) => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(
      closed('rfc6455/4.1/extension-offered', 'extensionIsUnoffered'),
    );
  });
});

describe(clause('rfc6455/9.1/reply-extension-quoted-token'), () => {
  test.each(quoted)('closed: %j', async (value) => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(badAnswer);
  });

  test('closed for another clause: a quoted value that is a token', async () => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': 'foo; bar="\\a"' }))).toMatchObject(
      closed('rfc6455/4.1/extension-offered', 'extensionIsUnoffered'),
    );
  });
});

/** The elements that a client sends which offers several alternatives. */
async function offerAlternatives(): Promise<readonly string[] | undefined> {
  const permessageDeflate = [
    { serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 10 },
    { clientMaxWindowBits: 12 },
    { clientMaxWindowBits: true },
  ] as const;
  const { sent } = await hear(reply(), { permessageDeflate });
  return /^Sec-WebSocket-Extensions: (.*)\r$/m.exec(sent)?.[1]?.split(', ');
}

describe(clause('rfc6455/9.1/extension-registered'), () => {
  test('permessage-deflate is the name of every alternative', async () => {
    const offers = await offerAlternatives();
    expect(offers?.map((offer) => offer.split(';')[0])).toEqual(Array(3).fill('permessage-deflate'));
  });
});

describe(clause('rfc6455/9.1/parameters-defined'), () => {
  test('each alternative has the parameters that RFC 7692 defines for what was asked', async () => {
    expect(await offerAlternatives()).toEqual([
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10',
      'permessage-deflate; client_max_window_bits=12',
      'permessage-deflate; client_max_window_bits',
    ]);
  });
});

describe(clause('rfc6455/9.1/extension-not-used-unanswered'), () => {
  test.each([
    ['not offered', {}],
    ['offered and not answered', { permessageDeflate: true }],
  ])('a message has none of the bits that extensions reserve: %s', async (_, options) => {
    let behind: (octets: Buffer) => void = () => {};
    const frame = new Promise<Buffer>((resolve) => {
      behind = resolve;
    });
    const scripted = await startAnswering((peer) => {
      peer.socket.on('data', behind);
      peer.socket.write(fill(reply(), peer));
    });
    const { connection } = await connectTo(scripted.port, options);
    if (connection) toWebSocket(connection).send('a'.repeat(4_096));
    // FIN and the opcode for text; a mask and the length
    expect((await frame).subarray(0, 4).toString('hex')).toBe('81fe1000');
  });
});
