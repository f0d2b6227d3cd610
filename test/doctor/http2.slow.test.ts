import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Http2Probe, probeHttp2 } from '../../src/doctor/http2.ts';
import { listen, toWebSocket } from '../../src/server/index.ts';
import { certificates } from '../certificate.ts';
import { type ReverseProxyName, startReverseProxy } from '../peers/reverse-proxy.ts';
import { findFreePort } from '../process-group.ts';
import { describeWith } from '../system.ts';

interface Case {
  readonly program: ReverseProxyName;
  /** @param own a port that is free, for a program that is told of TLS where it is told of the port */
  readonly page: (file: (name: string) => string, own: number) => string;
  /** Whether it listens on `own`. */
  readonly isOwn?: boolean;
  readonly expected: Partial<Http2Probe>;
}

const opens = { isConnectAnnounced: true, status: 200, opened: true, pong: true, problem: null };
const doesNotSay = { isConnectAnnounced: false, status: null, opened: false, pong: false, problem: null };

const cases: readonly Case[] = [
  {
    program: 'haproxy',
    page: (file) => `
defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend in
  bind :80 ssl crt ${file('both.pem')} alpn h2,http/1.1
  default_backend out
backend out
  server one 127.0.0.1:8080
`,
    expected: opens,
  },
  {
    program: 'nginx',
    page: (file, own) => `
server {
  listen 80;
  listen 127.0.0.1:${own} ssl http2;
  ssl_certificate ${file('cert.pem')};
  ssl_certificate_key ${file('key.pem')};
  location / { proxy_pass http://127.0.0.1:8080; }
}
`,
    isOwn: true,
    expected: doesNotSay,
  },
];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ws101-http2-'));
  chmodSync(folder, 0o755); // the programs run as an account without rights
  const { cert, key } = certificates.trusted;
  for (const [name, text] of Object.entries({
    'cert.pem': cert,
    'key.pem': key,
    'both.pem': `${cert}\n${key}`,
  }))
    writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

for (const { program, page, isOwn = false, expected } of cases) {
  describeWith(program, `HTTP/2 at ${program} in front of the reference server`, () => {
    test('is spoken beside http/1.1', async () => {
      const server = await listen({ onConnection: (connection) => toWebSocket(connection) });
      onTestFinished(() => server.close());
      const own = await findFreePort();
      const text = page((name) => join(folder, name), own);
      const proxy = await startReverseProxy(program, text, Number(new URL(server.url).port));
      onTestFinished(() => proxy.end());
      const port = isOwn ? own : Number(new URL(proxy.url).port);
      const result = await probeHttp2({
        ...{ host: 'localhost', address: '127.0.0.1', port, authority: `localhost:${port}` },
        ...{ path: '/', tls: { ca: certificates.authority }, open: true, fields: [], timeout: 10_000 },
      });
      expect(result).toMatchObject({
        isSpoken: true,
        alpn: 'h2',
        connections: 1,
        ...expected,
      });
    });
  });
}
