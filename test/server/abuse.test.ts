import { describe, expect, test } from 'vitest';
import { firstMessage, queryToken } from '../../src/server/index.ts';
import { writeFrame } from '../frames/frame.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { startAttached } from './attach.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

const withFields = (...lines: readonly string[]) =>
  opening.replace('\r\n\r\n', () => `\r\n${lines.join('\r\n')}\r\n\r\n`);
const withTarget = (target: string) => opening.replace('/chat', () => target);

describe('a peer that is slow', () => {
  test('one octet a second runs into the deadline', async () => {
    const { dial, clock, outcomes, server } = await serve();
    const peer = await dial();
    await clock.runs(1);
    for (const octet of opening.slice(0, 10)) {
      expect(outcomes.all).toEqual([]);
      await peer.send(octet);
      await exchangeElsewhere();
      clock.advance(1_000);
    }
    expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 408');
    expect(outcomes.all).toMatchObject([{ guard: 'headIsLate', durationMs: 10_000 }]);
    expect(server.pending).toBe(0);
  });

  test('reads its refusal slowly: the socket is destroyed after two seconds', async () => {
    const { dial, clock, server, outcomes } = await serve();
    const peer = await dial({ allowHalfOpen: true });
    peer.socket.pause();
    await peer.send('\n');
    await outcomes.take();
    clock.advance(2_000);
    await server.close();
    peer.socket.resume();
    expect(await peer.ended).toBe(badRequest);
    expect(clock.waiting).toBe(0);
  });
});

describe('more than anybody needs', () => {
  const mebibyte = 'a'.repeat(1_048_576);

  test.each([
    ['2,000 fields', withFields(...Array(2_000).fill('A: abcdefgh')), 'headIsTooLarge'],
    ['2,000 fields of two octets', withFields(...Array(2_000).fill('A:')), 'fieldsAreTooMany'],
    ['a field of 1 MiB', withFields(`A: ${mebibyte}`), 'headIsTooLarge'],
    ['a field name of 1 MiB', withFields(`${mebibyte}: a`), 'headIsTooLarge'],
    ['a target of 1 MiB', withTarget(`/${mebibyte}`), 'headIsTooLarge'],
    ['a method of 1 MiB', mebibyte, 'headIsTooLarge'],
    ['1 MiB of empty lines', '\r\n'.repeat(524_288), 'headIsTooLarge'],
  ])('%s: 431, read to its end by whoever sent it', async (_, octets, guard) => {
    const { ask, outcomes, connections, server } = await serve();
    expect(await ask(octets)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*\r\n\r\n431 Request Header Fields Too Large\n$/,
    );
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard, status: 431 }]);
    expect([connections.all.length, server.pending]).toEqual([0, 0]);
  });

  test.each([
    ['list elements', withFields(`Sec-WebSocket-Protocol: ${'a,'.repeat(7_000)}b`)],
    ['null elements', withFields(`Sec-WebSocket-Extensions: ${','.repeat(15_000)}a`)],
    ['parameters', withFields(`Sec-WebSocket-Extensions: a${';b=c'.repeat(3_500)}`)],
    ['Connection options', opening.replace('n: Upgrade', () => `n: ${'a,'.repeat(7_000)}Upgrade`)],
  ])('thousands of %s within the limits are read', async (_, octets) => {
    const { open } = await serve();
    expect(await open(octets)).toBe(acceptance);
  });

  test('1 MiB behind an opening waits until somebody reads it', async () => {
    const { dial, connections } = await serve();
    const peer = await dial();
    const sent = peer.send(opening + mebibyte);
    const { socket, head } = await connections.take();
    let octets = head.length;
    socket.on('data', (chunk: Buffer) => {
      octets += chunk.length;
      if (octets === 1_048_576) socket.end('read');
    });
    expect(await peer.ended).toBe(`${acceptance}read`);
    await sent;
  });
});

describe('names of a prototype are names like others', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test.each(names)('%s as a field', async (name) => {
    const { begin, connections } = await serve();
    await begin(withFields(`${name}: a`, `${name}: b`));
    const { request } = await connections.take();
    expect(request.fields.slice(5).map((field) => [field.name, field.value])).toEqual([
      [name, 'a'],
      [name, 'b'],
    ]);
  });

  test.each(names)('%s as an extension, as its parameter and as that of one that is known', async (name) => {
    const { connections, open } = await serve({ permessageDeflate: true });
    expect(
      await open(
        withFields(
          `Sec-WebSocket-Extensions: ${name}, a; ${name}=b; ${name}, permessage-deflate; ${name}`,
          `Sec-WebSocket-Extensions: permessage-deflate; ${name}=${name}`,
        ),
      ),
    ).toBe(acceptance);
    expect((await connections.take()).extensions).toEqual([]);
  });

  test.each(names)('%s as a path, and as a parameter of the query', async (name) => {
    const { begin, ask, connections } = await serve({
      paths: [`/${name}`],
      authentication: queryToken('secret', { name }),
    });
    expect((await ask(withTarget('/chat?a=b'))).slice(0, 12)).toBe('HTTP/1.1 404');
    expect((await ask(withTarget(`/${name}?a=b`))).slice(0, 12)).toBe('HTTP/1.1 401');
    await begin(withTarget(`/${name}?${name}=secret`));
    expect((await connections.take()).path).toBe(`/${name}`);
  });

  test.each(names)('%s as the path of an endpoint that is attached, and of one that is not', async (name) => {
    const { ask, open } = await startAttached({ '/__proto__': {}, '/constructor': {} });
    const other = await ask(withTarget(`/${name}s`));
    expect(other.slice(0, 12)).toBe('HTTP/1.1 404');
    expect(await open(withTarget('/__proto__'))).toBe(acceptance);
  });

  test('members of a prototype are no credential', async () => {
    const { begin, outcomes } = await serve({ authentication: firstMessage('secret') });
    await begin(
      opening +
        writeFrame(
          'client',
          0x81,
          '{"__proto__":{"type":"auth","token":"secret"},"constructor":{"token":1}}',
        ),
    );
    expect(await outcomes.take()).toMatchObject({ guard: 'credentialIsAbsent', closeCode: 1008 });
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('token');
  });
});

test('a length of nothing is no content', async () => {
  const { begin, connections } = await serve();
  const ping = writeFrame('client', 0x89, '');
  await begin(withFields('Content-Length: 0') + ping);
  expect((await connections.take()).head.toString('latin1')).toBe(ping);
});
