import { createRequire } from 'node:module';

const own: { readonly version: string } = createRequire(import.meta.url)('ws101/package.json');

/** The version of this package. */
export const { version } = own;
