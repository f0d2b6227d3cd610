import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  type PeerCertificate,
  rootCertificates,
  type TLSSocket,
} from 'node:tls';
import { codeOf } from '../client/secure.ts';
import { patientClock } from '../clock.ts';
import type { Observation, TlsSeen } from '../diagnosis/index.ts';
import { certificatesOnce } from '../verify/peer/certificates-once.ts';
import type { WebSocketUri } from '../wire/index.ts';
import { type Http2Watch, watchHttp2 } from './http2.ts';
import type { Link, Linked } from './link.ts';
import type { DoctorOptions, Step } from './option.ts';

/** What a look at TLS adds: what was seen, and the step to tell. */
export interface Inspected {
  readonly seen: Pick<Observation, 'tls' | 'http2'>;
  readonly step: Omit<Step, 'url'> | null;
  /** Where HTTP/2 was looked for. */
  readonly http2?: Http2Watch;
}

/** Milliseconds that is waited for what servers do at once. */
const soon = 2_000;

/**
 * Looks at what became of TLS: where it is secured, whether HTTP/2 is spoken too; where it is not, what the server sends
 * of its chain, and whether it asks for a certificate.
 */
export async function inspectTls(
  linked: Linked,
  uri: WebSocketUri,
  link: Link,
  addresses: readonly string[] | null,
  options: DoctorOptions,
): Promise<Inspected> {
  if (!uri.secure) return { seen: {}, step: null };
  const { times } = linked;
  const ms = (times.tls ?? times.tcp ?? 0) - (times.proxy ?? times.tcp ?? 0);
  const [address] = addresses ?? [];
  if (linked.ok) {
    const { secured } = linked;
    const http2 = link.hasMore ? await probe(uri, addresses, link, options) : null;
    const told = [secured ? describeSecured(secured) : '', http2?.detail ?? ''].filter((text) => text !== '');
    return {
      seen: {
        tls: {
          guard: 'otherwise',
          problem: '',
          code: '',
          isHttp11Chosen: secured?.alpnProtocol === 'http/1.1',
          isCommonNameAlone: secured !== null && isCommonNameAlone(secured),
          isUnverified: secured?.authorized !== true,
        },
        ...(http2 ? { http2: http2.watch.seen } : {}),
      },
      ...(http2 ? { http2: http2.watch } : {}),
      step: { name: 'tls', ok: true, ms, detail: told.join('; ') },
    };
  }
  if (linked.phase !== 'tls') return { seen: {}, step: null };
  const { failure, isLate } = linked;
  const tls: TlsSeen = {
    // The guard of a TLS handshake that failed is one of its table.
    guard: (failure.guard ?? 'handshakeFailed') as TlsSeen['guard'],
    problem: failure.message,
    code: codeOf(failure.cause),
    ...(isLate ? { isUnanswered: true } : {}),
    ...(address === undefined || isLate || !link.hasMore
      ? {}
      : await lookCloser(uri, address, link, options, codeOf(failure.cause))),
  };
  return { seen: { tls }, step: { name: 'tls', ok: false, ms, detail: failure.message } };
}

async function probe(
  { host, port, authority, resourceName }: WebSocketUri,
  addresses: readonly string[] | null,
  link: Link,
  { tls = {}, timeout = soon }: DoctorOptions,
) {
  const ms = Math.min(timeout, soon);
  const [address = host] = addresses ?? [];
  const watch = await watchHttp2({
    host,
    address,
    dial: () => link.dial(addresses, ms),
    port,
    authority,
    path: resourceName,
    tls,
    open: false,
    fields: [],
    timeout: ms,
  });
  const { seen } = watch;
  link.count(seen.connections);
  const announced = seen.isConnectAnnounced
    ? 'it announces extended CONNECT'
    : 'it does not announce extended CONNECT';
  return {
    watch,
    detail: seen.isSpoken
      ? `the server also speaks HTTP/2: ${announced}`
      : 'the server does not speak HTTP/2',
  };
}

function describeSecured(socket: TLSSocket): string {
  // Of a connection that has ended meanwhile Node knows nothing any more, whatever its types say.
  const certificate: Partial<PeerCertificate> | null = socket.getPeerCertificate();
  if (!certificate?.subject) return socket.getProtocol() ?? 'TLS';
  const { subject, issuer, valid_to: until } = certificate;
  const cipher = socket.getCipher().standardName;
  const named = [subject?.CN ?? '', issuer?.CN ?? ''].map((name) => [name].flat().join(', '));
  return `${socket.getProtocol() ?? 'TLS'}, ${cipher}, certificate of ${named[0]} issued by ${named[1]}, valid to ${until}`;
}

/** Whether a certificate has no name or address but its Common Name, which Node.js takes for the host. */
function isCommonNameAlone(socket: TLSSocket): boolean {
  const { subject, subjectaltname = '' }: Partial<PeerCertificate> = socket.getPeerCertificate() ?? {};
  return subject !== undefined && !/(?:^|, )(?:DNS|IP Address):/.test(subjectaltname);
}

/** What the server shows to who takes any certificate, or has one. */
async function lookCloser(
  { host, port }: WebSocketUri,
  address: string,
  link: Link,
  { tls = {}, timeout = soon }: DoctorOptions,
  code: string,
): Promise<Partial<TlsSeen>> {
  const ms = Math.min(timeout, soon);
  const name = tls.servername ?? host;
  const look = (own: { readonly cert?: string; readonly key?: string }) =>
    shake({ host: address, port, servername: isIP(name) ? '' : name, rejectUnauthorized: false, ...own }, ms);
  if (/ISSUER|LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/.test(code)) {
    link.count(1);
    const { chain } = await look({});
    const [leaf] = chain;
    return leaf ? { isChainShort: chain.length === 1, isIssuerRelated: isRelated(leaf, tls.ca) } : {};
  }
  if (!/HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED|BAD_CERTIFICATE/.test(code)) return {};
  link.count(1);
  const { cert, key } = (await certificatesOnce()).selfSigned;
  const other = await look({ cert, key });
  return { isCertificateAsked: other.code !== code };
}

/** A handshake that takes any certificate. */
function shake(
  options: ConnectionOptions,
  ms: number,
): Promise<{ readonly code: string; readonly chain: readonly X509Certificate[] }> {
  return new Promise((resolve) => {
    const socket = connect({ ...options, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] });
    const settle = (code: string) => {
      cancel();
      const chain = code === '' ? listChain(socket.getPeerCertificate(true)) : [];
      socket.destroy();
      resolve({ code, chain });
    };
    const cancel = patientClock.after(ms, () => settle('late'));
    socket.once('secureConnect', () => settle('')).on('error', (error) => settle(codeOf(error) || 'error'));
  });
}

/** The certificates that were sent, the server's own first. */
function listChain(leaf: ReturnType<TLSSocket['getPeerCertificate']>): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<string>();
  // What stands above a certificate is there with `true` alone.
  for (
    let at = leaf as (Partial<PeerCertificate> & { issuerCertificate?: PeerCertificate }) | undefined;
    at?.raw;
    at = at.issuerCertificate
  ) {
    const certificate = new X509Certificate(at.raw);
    if (seen.has(certificate.fingerprint256)) break;
    seen.add(certificate.fingerprint256);
    chain.push(certificate);
  }
  return chain;
}

/** Whether the issuer of a certificate says where its own is to be had, or has its name from an authority that is known. */
function isRelated(leaf: X509Certificate, given: unknown): boolean {
  if (/CA Issuers/i.test(leaf.infoAccess ?? '')) return true;
  const organisation = organisationOf(leaf.issuer);
  const known = given === undefined ? rootCertificates : [given].flat().map(String).flatMap(splitPem);
  return (
    organisation !== null &&
    known.some((pem) => organisationOf(new X509Certificate(pem).subject) === organisation)
  );
}

function organisationOf(name: string): string | null {
  return /^O=(.+)$/m.exec(name)?.[1] ?? null;
}

function splitPem(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
}
