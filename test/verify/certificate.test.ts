import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as dialTcp } from 'node:net';
import { createServer, connect as secure } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { makeCertificates, type Pair } from '../../src/verify/peer/certificate.ts';

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

describe('the fields that RFC 5280 asks of an issuer', () => {
  const authority = new X509Certificate(certificates.authority);

  test('the authority is one, signs itself, and has a serial number of 16 octets', () => {
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(authority.serialNumber).toMatch(/^01[\dA-F]{30}$/);
  });

  test.each(['trusted', 'expired', 'notYetValid', 'otherName'] as const)(
    '%s is no authority, and names and has the signature of the one',
    (name) => {
      const certificate = new X509Certificate(certificates[name].cert);
      expect(certificate.ca).toBe(false);
      expect(certificate.checkIssued(authority)).toBe(true);
      expect(certificate.verify(authority.publicKey)).toBe(true);
    },
  );

  test('unknownIssuer is of another', () => {
    const certificate = new X509Certificate(certificates.unknownIssuer.cert);
    expect(certificate.checkIssued(authority)).toBe(false);
    expect(certificate.verify(authority.publicKey)).toBe(false);
  });

  /** What the fields end with that name a key. */
  const keyOf = ({ publicKey }: X509Certificate) =>
    createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 40);
  const subjectKey = (certificate: X509Certificate) => `0603551d0e04160414${keyOf(certificate)}`;
  const issuerKey = (certificate: X509Certificate) => `0603551d23041830168014${keyOf(certificate)}`;

  test('each names its own key and that of the issuer, and the authority says what its key is for', () => {
    const trusted = new X509Certificate(certificates.trusted.cert);
    expect(trusted.raw.toString('hex')).toContain(subjectKey(trusted));
    expect(trusted.raw.toString('hex')).toContain(issuerKey(authority));
    expect(authority.raw.toString('hex')).toContain(subjectKey(authority));
    expect(authority.raw.toString('hex')).toContain('0603551d0f0101ff040403020204');
  });

  test('no two have the same serial number', () => {
    const { authority: issued, ...pairs } = certificates;
    const all = [issued, ...Object.values(pairs).map(({ cert }) => cert)];
    expect(new Set(all.map((each) => new X509Certificate(each).serialNumber)).size).toBe(all.length);
  });
});

test('the keys are of P-256, and new each time', async () => {
  const again = await makeCertificates();
  const { publicKey } = new X509Certificate(certificates.trusted.cert);
  expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(again.trusted.key).not.toBe(certificates.trusted.key);
  expect(again.authority).not.toBe(certificates.authority);
});
