import { makeCertificates } from '../src/verify/peer/certificate.ts';

/** One set for all tests of a file. */
export const certificates = await makeCertificates();
