import { certificatesOnce } from '../src/verify/peer/certificates-once.ts';

/** One set for all test files of a process. */
export const certificates = await certificatesOnce();
