import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as dialTcp } from 'node:net';
import { createServer, connect as secure } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { bind } from '../../../src/bind.ts';
import { makeCertificates, type Pair } from '../../../src/verify/peer/certificate.ts';

const certificates = await makeCertificates();
const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Has a client dial a server with this certificate under a name; rejects with the client's error. */
async function dial({ cert, key }: Pair, host = 'localhost', ca = certificates.authority): Promise<boolean> {
  const server = createServer({ cert, key });
  server.on('tlsClientError', () => {});
  const { port } = await bind(server);
  const socket = secure({ socket: dialTcp(port, '127.0.0.1'), host, ca });
  endings.push(
    () => socket.destroy(),
    () => server.close(),
  );
  await once(socket, 'secureConnect');
  return socket.authorized;
}

describe('a client that trusts the authority', () => {
  test.each(['localhost', '127.0.0.1', '::1'])('takes the trusted certificate for %s', async (host) => {
    expect(await dial(certificates.trusted, host)).toBe(true);
  });

  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['notYetValid', 'CERT_NOT_YET_VALID'],
    ['otherName', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['unknownIssuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)('refuses %s with %s', async (name, code) => {
    await expect(dial(certificates[name])).rejects.toMatchObject({ code });
  });
});

describe('each has the one fault alone', () => {
  test.each(['trusted', 'expired', 'notYetValid', 'selfSigned', 'unknownIssuer'] as const)(
    '%s is for localhost, 127.0.0.1 and ::1',
    (name) => {
      const { subjectAltName } = new X509Certificate(certificates[name].cert);
      expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    },
  );

  test('otherName is taken under its own name', async () => {
    expect(await dial(certificates.otherName, 'other.example')).toBe(true);
  });

  test('selfSigned is taken by who trusts it', async () => {
    expect(await dial(certificates.selfSigned, 'localhost', certificates.selfSigned.cert)).toBe(true);
  });

  test.each(['trusted', 'otherName', 'selfSigned', 'unknownIssuer'] as const)('%s is valid now', (name) => {
    const { validFrom, validTo } = new X509Certificate(certificates[name].cert);
    expect(Date.parse(validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now());
  });
});

test('the keys are of P-256, and new each time', async () => {
  const again = await makeCertificates();
  const { publicKey } = new X509Certificate(certificates.trusted.cert);
  expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(again.trusted.key).not.toBe(certificates.trusted.key);
  expect(again.authority).not.toBe(certificates.authority);
});
