import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Pair } from '../../src/verify/peer/certificate.ts';

/** A root, an authority in between that it has signed, and a server's certificate that this one has signed, in PEM. */
export interface Chain {
  readonly root: string;
  readonly between: string;
  readonly leaf: Pair;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const authority = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
];

/**
 * Makes a chain for 127.0.0.1 with new keys. Nothing is written to disk.
 *
 * @param names of the root and of the authority in between, as in `O=Example, CN=Example Root`
 * @param isNamed whether the leaf has the address as a subject alternative name, or else localhost as its Common Name
 * @param caIssuers where the leaf says that the certificate in between is to be had, if it says so; nobody fetches it
 */
export async function makeChain(
  names: { readonly root: string; readonly between: string },
  caIssuers?: string,
  isNamed = true,
): Promise<Chain> {
  const [rootKeys, betweenKeys, leafKeys] = await Promise.all([makeKeys(), makeKeys(), makeKeys()]);
  const common = {
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
  };
  const [root, between, leaf] = await Promise.all([
    X509CertificateGenerator.createSelfSigned({
      ...common,
      name: names.root,
      keys: rootKeys,
      extensions: authority,
    }),
    X509CertificateGenerator.create({
      ...common,
      subject: names.between,
      issuer: names.root,
      publicKey: betweenKeys.publicKey,
      signingKey: rootKeys.privateKey,
      extensions: authority,
    }),
    X509CertificateGenerator.create({
      ...common,
      subject: isNamed ? 'CN=www.example' : 'CN=localhost',
      issuer: names.between,
      publicKey: leafKeys.publicKey,
      signingKey: betweenKeys.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        ...(isNamed ? [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])] : []),
        ...(caIssuers === undefined ? [] : [new AuthorityInfoAccessExtension({ caIssuers })]),
      ],
    }),
  ]);
  const key = PemConverter.encode(
    await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey),
    'PRIVATE KEY',
  );
  return {
    root: root.toString('pem'),
    between: between.toString('pem'),
    leaf: { cert: leaf.toString('pem'), key },
  };
}
