import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  bitString,
  implicit,
  integer,
  objectId,
  octetString,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
  yes,
} from './der.ts';

/** A certificate and its private key, in PEM, as `node:tls` takes them. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A server's certificates: one that a client must take, and one for each fault that it must refuse. */
export interface Certificates {
  /** The certificate of the authority that issued all but `selfSigned` and `unknownIssuer`, in PEM. */
  readonly authority: string;
  /** For localhost, 127.0.0.1 and ::1. The others differ from it in what their name says, and in nothing else. */
  readonly trusted: Pair;
  readonly expired: Pair;
  readonly notYetValid: Pair;
  /** For `other.example` alone. */
  readonly otherName: Pair;
  readonly selfSigned: Pair;
  /** Issued by an authority that nobody knows. */
  readonly unknownIssuer: Pair;
}

/** Somebody with a name, and with the keys that go with it. */
interface Party {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generateKeys = promisify(generateKeyPair);
const day = 86_400_000;
const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const loopback = sequence(
  dnsName('localhost'),
  ipAddress(127, 0, 0, 1),
  ipAddress(...Array<number>(15).fill(0), 1),
);
const elsewhere = sequence(dnsName('other.example'));

/**
 * Makes an authority and the certificates of a server, with new keys each time. Nothing is written to disk.
 *
 * @see RFC 5280 §4.1 (the fields), RFC 9110 §4.3.4 (what a client checks)
 */
export async function makeCertificates(): Promise<Certificates> {
  const [known, unknown] = await Promise.all([
    makeParty('ws101 known authority'),
    makeParty('ws101 unknown authority'),
  ]);
  const [trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer] = await Promise.all([
    makePair(known),
    makePair(known, { from: -2 * day, to: -day }),
    makePair(known, { from: day, to: 2 * day }),
    makePair(known, { names: elsewhere }),
    makePair(undefined),
    makePair(unknown),
  ]);
  const mayIssue = [
    extension('2.5.29.19', 'critical', sequence(yes)), // basic constraints: an authority
    extension('2.5.29.15', 'critical', bitString(Buffer.from([0b0000_0100]), 2)), // key usage: signs certificates
  ];
  const authority = issue(known, known, { extensions: mayIssue });
  return { authority, trusted, expired, notYetValid, otherName, selfSigned, unknownIssuer };
}

async function makeParty(name: string): Promise<Party> {
  return { name, ...(await generateKeys('ec', { namedCurve: 'P-256' })) };
}

/** @param issuer the server itself, if there is none */
async function makePair(
  issuer: Party | undefined,
  { from = -day, to = day, names = loopback } = {},
): Promise<Pair> {
  const server = await makeParty('ws101');
  const extensions = [
    extension('2.5.29.19', 'critical', sequence()), // basic constraints: no authority
    extension('2.5.29.17', 'optional', names), // subject alternative name
  ];
  return {
    cert: issue(issuer ?? server, server, { from, to, extensions }),
    key: String(server.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/**
 * A certificate, in PEM.
 *
 * @param from and `to`: from when until when it is valid, in milliseconds from now
 */
function issue(
  issuer: Party,
  subject: Party,
  {
    from = -day,
    to = day,
    extensions,
  }: { readonly from?: number; readonly to?: number; readonly extensions: readonly Buffer[] },
): string {
  const now = Date.now();
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(time(new Date(now + from)), time(new Date(now + to))),
    distinguishedName(subject.name),
    exportPublic(subject),
    tagged(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', 'optional', octetString(identifyKey(subject))), // subject key identifier
        extension('2.5.29.35', 'optional', sequence(implicit(0, identifyKey(issuer)))), // authority key identifier
      ),
    ),
  );
  const signature = bitString(sign('sha256', content, issuer.privateKey));
  const lines =
    sequence(content, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function exportPublic({ publicKey }: Party): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** A key's name in certificates, by which the issuer's is found: any that no other key has will do. */
function identifyKey(party: Party): Buffer {
  return createHash('sha256').update(exportPublic(party)).digest().subarray(0, 20);
}

/** A name of a common name alone. */
function distinguishedName(commonName: string): Buffer {
  return sequence(setOf(sequence(objectId('2.5.4.3'), utf8String(commonName))));
}

/** @param weight whoever does not know a critical one must refuse the certificate */
function extension(id: string, weight: 'critical' | 'optional', value: Buffer): Buffer {
  return sequence(objectId(id), ...(weight === 'critical' ? [yes] : []), octetString(value));
}

function dnsName(name: string): Buffer {
  return implicit(2, Buffer.from(name));
}

function ipAddress(...octets: readonly number[]): Buffer {
  return implicit(7, Buffer.from(octets));
}
