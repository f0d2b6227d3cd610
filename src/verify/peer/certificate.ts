import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, in PEM, as `node:tls` takes them. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A server's certificates: one that a client must take, and one for each fault that it must refuse. */
export interface Certificates {
  /** The certificate of the authority that issued all but `selfSigned` and `unknownIssuer`, in PEM. */
  readonly authority: string;
  /** For localhost, 127.0.0.1 and ::1. Each of the others differs from it in the one fault that its name says. */
  readonly trusted: Pair;
  readonly expired: Pair;
  readonly notYetValid: Pair;
  /** For `other.example` alone. */
  readonly otherName: Pair;
  readonly selfSigned: Pair;
  /** Issued by an authority that nobody knows. */
  readonly unknownIssuer: Pair;
}

/** An issuer: its name, and the key with which it signs. */
interface Issuer {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;
/** For how many days a certificate is valid: longer than a process lives that shows it. */
const validity = 90;
const loopback = new SubjectAlternativeNameExtension([
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  { type: 'ip', value: '::1' },
]);
const elsewhere = new SubjectAlternativeNameExtension([{ type: 'dns', value: 'other.example' }]);

/**
 * Makes an authority and the certificates of a server, with new keys each time. Nothing is written to disk.
 *
 * @see RFC 5280 §4.1 (the fields), RFC 9110 §4.3.4 (what a client checks)
 */
export async function makeCertificates(): Promise<Certificates> {
  const [authority, unknown] = await Promise.all([makeAuthority('known'), makeAuthority('unknown')]);
  const [trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer] = await Promise.all([
    makePair(authority.issuer),
    makePair(authority.issuer, { from: -2 * day, to: -day }),
    makePair(authority.issuer, { from: day, to: 2 * day }),
    makePair(authority.issuer, { names: elsewhere }),
    makePair(undefined),
    makePair(unknown.issuer),
  ]);
  return { authority: authority.cert, trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer };
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function makeAuthority(name: string): Promise<{ readonly cert: string; readonly issuer: Issuer }> {
  const issuer = { name: `CN=ws101 ${name} authority`, keys: await makeKeys() };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: issuer.name,
    keys: issuer.keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + validity * day),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  return { cert: certificate.toString('pem'), issuer };
}

/**
 * @param issuer if there is none, the certificate is signed with its own key
 * @param from and `to`: from when until when it is valid, in milliseconds from now
 */
async function makePair(
  issuer: Issuer | undefined,
  { from = -day, to = validity * day, names = loopback } = {},
): Promise<Pair> {
  const keys = await makeKeys();
  const subject = 'CN=ws101';
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer?.name ?? subject,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() + from),
    notAfter: new Date(Date.now() + to),
    extensions: [new BasicConstraintsExtension(false, undefined, true), names],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}
