import type { Certificates } from './certificate.ts';

let made: Promise<Certificates> | undefined;

/** The certificates of this process. They are made when they are first asked for, as it takes a while. */
export function certificatesOnce(): Promise<Certificates> {
  made ??= import('./certificate.ts').then(({ makeCertificates }) => makeCertificates());
  return made;
}
