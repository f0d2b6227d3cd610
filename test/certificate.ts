import { certificatesOnce } from '../src/verify/peer/certificates-once.ts';

/** One set for all tests of a file. */
export const certificates = await certificatesOnce();
