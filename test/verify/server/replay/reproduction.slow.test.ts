import { execFile } from 'node:child_process';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../../../../src/bind.ts';
import { writeReproduction } from '../../../../src/verify/server/replay/reproduction.ts';
import { certificates } from '../../../certificate.ts';
import { describeWithPackages } from '../../../system.ts';

describeWithPackages(['openssl'], 'openssl s_client', () => {
  test('sends the same octets over TLS, and prints what comes back', async () => {
    const sent = Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).join('');
    let received = '';
    const server = createServer(certificates.trusted, (socket) => {
      socket.setEncoding('latin1').on('data', (text) => {
        received += text;
        if (received.endsWith('end')) socket.end('HTTP/1.1 400 No\r\n\r\n');
      });
      socket.on('error', () => {});
    });
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    const address = { host: '127.0.0.1', port, secure: true };
    const parts = [sent, 'end'].map((text) => ({ octets: Buffer.from(text, 'latin1'), spans: [] }));
    const script = writeReproduction(address, [parts], false);
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(received).toBe(`${sent}end`);
    expect(stdout).toBe('HTTP/1.1 400 No^M\n^M\n');
  });
});
