import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { RawPeer } from '../raw-peer.ts';
import { dial, openingAt, takePort, untilRefused } from './caller.ts';
import { file, run, serve, start } from './run.ts';
import { spawnServe } from './spawn.ts';

describe('ws101 serve', () => {
  test('says where it listens, echoes texts and octets, and tells of each handshake', async () => {
    const { server, url } = await serve();
    const webSocket = await dial(`${url}/any?path`);
    expect(webSocket.protocol).toBe('');
    webSocket.send('text');
    expect(await once(webSocket, 'message')).toEqual([Buffer.from('text'), false]);
    webSocket.send(Buffer.of(0, 1, 255));
    expect(await once(webSocket, 'message')).toEqual([Buffer.of(0, 1, 255), true]);
    webSocket.close(1000);
    expect(await once(webSocket, 'close')).toEqual([1000, Buffer.of()]);
    server.stop();
    const { code, out, err } = await server.ended;
    expect({ code, out }).toEqual({ code: 0, out: `listening on ${url}\n` });
    expect(JSON.parse(err)).toMatchObject({
      ...{ type: 'accepted', status: 101, method: 'GET', target: '/any?path' },
      ...{ clause: 'rfc6455/4.2.2/status-101', source: 'RFC 6455 §4.2.2', remoteAddress: '127.0.0.1' },
    });
  });

  test('supports six subprotocols, and takes the first of the client’s that it knows', async () => {
    const { url } = await serve();
    const chosen: string[] = [];
    for (const name of ['chat', 'mqtt', 'graphql-ws', 'graphql-transport-ws', 'wamp.2.json', 'ocpp1.6']) {
      const webSocket = await dial(url, ['unknown', name]);
      chosen.push(webSocket.protocol);
      webSocket.terminate();
    }
    expect(chosen).toEqual(['chat', 'mqtt', 'graphql-ws', 'graphql-transport-ws', 'wamp.2.json', 'ocpp1.6']);
  });

  test('tells of a refusal with its clause, and shows no control octet of the peer’s', async () => {
    const { server, port } = await serve();
    const peer = await RawPeer.connect(port);
    await peer.send(openingAt('/a').replace('GET', 'PUT'));
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    const other = await RawPeer.connect(port);
    await other.send('GET /\x1b[31m HTTP/1.1\r\n\r\n');
    expect(await other.ended).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    server.stop();
    const { err } = await server.ended;
    const [first = '', second = ''] = err.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      ...{ type: 'refused', status: 405, method: 'PUT', target: '/a' },
      ...{ guard: 'methodIsNotGet', source: 'RFC 6455 §4.2.1' },
    });
    expect(JSON.parse(second)).toMatchObject({ type: 'refused', status: 400 });
    expect(err).not.toContain('\x1b');
  });
});

describe('a signal stops it cleanly', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s, with an open connection', async (signal) => {
    const { server, url } = await spawnServe();
    const webSocket = await dial(url);
    server.child.kill(signal);
    expect(await once(webSocket, 'close')).toEqual([1001, Buffer.from('the server stops')]);
    expect((await server.ended).code).toBe(0);
  });

  test('a peer that does not say goodbye is not waited for', async () => {
    const { server, port } = await serve();
    const peer = await RawPeer.connect(port);
    await peer.send(openingAt('/'));
    await peer.until('\r\n\r\n');
    server.stop();
    expect((await server.ended).code).toBe(0);
    await peer.closed;
  });

  test('a handshake that was under way is finished, and its connection closed', async () => {
    const { server, port } = await serve();
    const peer = await RawPeer.connect(port);
    await peer.send(openingAt('/').slice(0, 20));
    const other = await RawPeer.connect(port); // once it is answered, the first peer has been read
    await other.send('GET / HTTP/1.1\r\n\r\n');
    await other.ended;
    server.stop();
    await untilRefused(port);
    await peer.send(openingAt('/').slice(20));
    expect(await peer.until('\x88')).toContain('HTTP/1.1 101 Switching Protocols\r\n');
    expect((await server.ended).code).toBe(0);
  });
});

describe('where it cannot listen it is 2, with a sentence', () => {
  test('a port that is taken', async () => {
    const port = await takePort();
    const ended = await run('serve', '--listen', `127.0.0.1:${port}`);
    expect(ended).toEqual({
      code: 2,
      out: '',
      err: `ws101: cannot listen on 127.0.0.1:${port}: address already in use (EADDRINUSE)\n`,
    });
  });

  test('a host that nobody knows', async () => {
    const { code, err } = await run('serve', '--listen', 'x.invalid:0');
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^ws101: cannot listen on x\.invalid:0: [a-z ]+ \([A-Z_]+\)\n$/),
    });
  });
});

describe('--listen', () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ address }) => address === '::1'),
  );

  test.each([
    ['127.0.0.1:0', /^listening on ws:\/\/127\.0\.0\.1:\d+\n$/],
    [':0', /^listening on ws:\/\/127\.0\.0\.1:\d+\n$/],
    ['localhost:0', /^listening on ws:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\n$/],
  ])('%s', async (address, said) => {
    expect(await start('serve', '--listen', address).until('\n')).toMatch(said);
  });

  test.runIf(hasIpv6)('[::1]:0', async () => {
    const out = await start('serve', '--listen', '[::1]:0').until('\n');
    expect(out).toMatch(/^listening on ws:\/\/\[::1\]:\d+\n$/);
    const webSocket = await dial(out.slice('listening on '.length).trim());
    webSocket.terminate();
  });
});

describe('--config', () => {
  test('sets paths, subprotocols and what follows', async () => {
    const config = file(
      'good.json',
      JSON.stringify({
        paths: ['/only'],
        subprotocols: ['v2', 'v1'],
        subprotocolMismatch: 'refuse',
        plainHttp: 'badRequest',
        deadline: 5000,
        limits: { headOctets: 2000, targetOctets: 100, fields: 20, pending: 10 },
      }),
    );
    const { url, port } = await serve('--config', config);
    const webSocket = await dial(`${url}/only`, ['v1', 'v2']);
    expect(webSocket.protocol).toBe('v1');
    webSocket.terminate();
    expect(await run('connect', `${url}/other`)).toMatchObject({
      code: 1,
      out: expect.stringContaining(' 404 '),
    });
    expect(await run('connect', `${url}/only`, '--subprotocol', 'v3')).toMatchObject({
      code: 1,
      out: expect.stringContaining('HTTP/1.1 400 Bad Request'),
    });
    const peer = await RawPeer.connect(port);
    await peer.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('every wrong key is named', async () => {
    const config = file('bad.json', '{ "paths": 1, "deadline": null, "x": 1 }');
    const { err } = await run('serve', '--config', config);
    expect(err.match(/^ {2}\w+: /gm)).toEqual(['  paths: ', '  deadline: ', '  x: ']);
  });

  test('that is no JSON, or not there, is 2', async () => {
    const config = file('broken.json', '{');
    const broken = await run('serve', '--config', config);
    expect(broken.code).toBe(2);
    expect(broken.err).toContain(`ws101: ${config} is not valid JSON: there is a syntax error`);
    const missing = await run('serve', '--config', `${config}.not`);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain(`${config}.not: there is no such file`);
  });
});

describe('TLS', () => {
  test('with --tls-cert and --tls-key it serves wss, and its own client connects', async () => {
    const { authority, trusted } = await certificatesOnce();
    const [ca, cert, key] = [
      file('ca.pem', authority),
      file('c.pem', trusted.cert),
      file('k.pem', trusted.key),
    ];
    const { url } = await serve('--tls-cert', cert, '--tls-key', key);
    expect(url).toMatch(/^wss:/);
    expect(await run('connect', url, '--ca', ca)).toMatchObject({ code: 0 });
    expect(await run('connect', url)).toMatchObject({
      code: 1,
      out: expect.stringContaining('where a trusted authority was expected'),
    });
  });

  test.each([
    ['a certificate without its key', ['--tls-cert', 'c.pem'], 'TLS needs a certificate and its key'],
    [
      'files that are not there',
      ['--tls-cert', 'no.pem', '--tls-key', 'no.pem'],
      'no.pem: there is no such file',
    ],
    [
      'files that hold no PEM',
      ['--tls-cert', file('bad.pem', 'x'), '--tls-key', file('bad.pem', 'x')],
      'the certificate or its key cannot be used',
    ],
  ])('%s: 2, with a sentence', async (_what, args, problem) => {
    const ended = await run('serve', '--listen', '127.0.0.1:0', ...args);
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(problem) });
  });
});

describe('a configuration of everything', () => {
  const secret = 'a-secret-that-nobody-may-see';

  test('runs all of it, and tells no secret', async () => {
    const { trusted, authority } = await certificatesOnce();
    file('cert.pem', trusted.cert);
    file('key.pem', trusted.key);
    const config = file(
      'all.json',
      JSON.stringify({
        tls: { cert: 'cert.pem', key: 'key.pem' },
        paths: ['/chat'],
        subprotocols: ['v2', 'v1'],
        preference: 'server',
        origins: ['https://example.com', 'https://*.example.com'],
        originRequired: true,
        authentication: [
          { method: 'bearer', secrets: [secret] },
          { method: 'queryToken', name: 'ticket', secrets: [secret] },
        ],
        answerDeadline: 5_000,
        permessageDeflate: { serverNoContextTakeover: true, serverMaxWindowBits: 12 },
        frames: { maxPayload: 100_000, threshold: 0, level: 9, memLevel: 9, pingInterval: 20_000 },
      }),
    );
    const { server, url } = await serve('--config', config);
    const ca = file('authority.pem', authority);
    const origin = ['--origin', 'https://a.example.com', '--ca', ca];
    const good = await run(
      ...['connect', `${url}/chat`, '--subprotocol', 'v1,v2', '--deflate', ...origin],
      ...['--header', `Authorization: Bearer ${secret}`],
    );
    expect(good).toMatchObject({ code: 0, out: expect.stringContaining('subprotocol v2') });
    expect(good.out).toContain('server_no_context_takeover; server_max_window_bits=12');
    expect((await run('connect', `${url}/chat?ticket=${secret}`, ...origin)).code).toBe(0);
    const foreign = await run(
      'connect',
      `${url}/chat?ticket=${secret}`,
      '--origin',
      'https://b.test',
      '--ca',
      ca,
    );
    expect(foreign).toMatchObject({ code: 1, out: expect.stringContaining('403 Forbidden') });
    const nobody = await run('connect', `${url}/chat`, ...origin);
    expect(nobody).toMatchObject({
      code: 1,
      out: expect.stringContaining('WWW-Authenticate: Bearer realm='),
    });
    server.stop();
    const { code, err } = await server.ended;
    expect(code).toBe(0);
    const lines = err.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([101, 101, 403, 401]);
    expect(JSON.parse(lines[1] ?? '').target).toMatch(/^\/chat\?ticket=\*+$/);
    expect(err).not.toContain(secret);
  });

  test('cookies without an allowlist are warned of, once and loudly', async () => {
    const config = file(
      'cookie.json',
      '{ "authentication": [{ "method": "cookie", "name": "s", "secrets": ["x"] }] }',
    );
    const { server } = await spawnServe('--config', config);
    server.child.kill('SIGTERM');
    const { err } = await server.ended;
    expect(err.match(/cross-site WebSocket hijacking/g)).toHaveLength(1);
  });

  test('with --show-secrets the log has them', async () => {
    const { server, url } = await serve('--show-secrets');
    await run('connect', `${url}/?token=${secret}`);
    server.stop();
    expect((await server.ended).err).toContain(`"target":"/?token=${secret}"`);
  });

  test('first-message authentication: the echo begins behind the credential', async () => {
    const config = file(
      'first.json',
      '{ "authentication": [{ "method": "firstMessage", "secrets": ["x"] }] }',
    );
    const { url } = await serve('--config', config);
    const webSocket = await dial(url);
    webSocket.send('{"type":"auth","token":"x"}');
    webSocket.send('hello');
    expect(await once(webSocket, 'message')).toEqual([Buffer.from('hello'), false]);
    webSocket.terminate();
    const other = await dial(url);
    other.send('hello');
    expect(await once(other, 'close')).toEqual([1008, expect.anything()]);
  });
});
