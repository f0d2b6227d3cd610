import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { sha1 } from '../../src/sha1.ts';
import { computeAccept } from '../../src/wire/index.ts';
import { portOf } from '../raw-peer.ts';

/** Where a secret is planted, and the text around it; § stands for it. Query and path are of the URL, all others options. */
type Kind = readonly [place: string, text: string];

const table = readFileSync(new URL('data/planted-secret.txt', import.meta.url), 'utf8');

export const kinds: readonly Kind[] = table
  .trim()
  .split('\n')
  .map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]);

export function kindsIn(...places: readonly string[]): readonly Kind[] {
  return kinds.filter(([place]) => places.includes(place));
}

/** A secret of its own for each place: 32 octets of mixed classes. */
export function secretOf(text: string): string {
  return `zQ9${createHash('sha256').update(text).digest('hex').slice(0, 29)}`;
}

/** The arguments that plant secrets, for a server. */
export function plant(url: string, all: readonly Kind[]): readonly string[] {
  const put = (place: string) =>
    all.filter(([each]) => each === place).map(([, text]) => text.replace('§', () => secretOf(place + text)));
  const [path, query, offer] = [
    put('path')
      .map((each) => `/${each}`)
      .join(''),
    put('query').join('&'),
    put('--subprotocol'),
  ];
  return [
    `${url}${path || '/'}${query && `?${query}`}`,
    ...put('--header').flatMap((field) => ['--header', field]),
    ...(offer.length > 0 ? ['--subprotocol', offer.join(',')] : []),
  ];
}

/** Every secret that an output has of those that were planted. */
export function leaked(output: string, all: readonly Kind[]): readonly string[] {
  const decoded = [...output.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([word]) =>
    Buffer.from(word, 'base64').toString('latin1'),
  );
  const whole = [output, ...decoded].join('\n');
  return all.flatMap(([place, text]) => (whole.includes(secretOf(place + text)) ? [`${place} ${text}`] : []));
}

/** A server that says everything back that it is sent, in a reason, in fields and as content; by 101 it opens to all. */
export async function startEcho(status: number, seen: (request: string) => void = () => {}): Promise<string> {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      const request = chunk.toString('latin1');
      seen(request);
      const [line = '', ...rest] = request.split('\r\n');
      const said = [request, encodeURIComponent(request), ...rest.map((each) => JSON.stringify(each))].join(
        '\n',
      );
      const accept = computeAccept(/^Sec-WebSocket-Key: (.*)\r/im.exec(request)?.[1] ?? '', sha1);
      const opening = [
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept}`,
        '',
        '',
      ];
      const refusal = [`Content-Length: ${said.length}`, 'Connection: close', '', said];
      const fields = [`Location: /login?next=${encodeURIComponent(line)}`, `X-Said: ${rest.join(' | ')}`];
      const reply = [`HTTP/1.1 ${status} No ${line}`, ...fields, ...(status === 101 ? opening : refusal)];
      socket.write(reply.join('\r\n'), 'latin1');
      if (status !== 101) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${portOf(server.address())}`;
}
