import { describe, expect, test } from 'vitest';
import type { HandshakeOptions } from '../../src/client/index.ts';
import { clause } from './clause.ts';
import { badInput, inputError } from './peer.ts';

describe(clause('service/2.5/compression-unscripted'), () => {
  const all: HandshakeOptions[] = [
    { permessageDeflate: true },
    { permessageDeflate: false },
    { permessageDeflate: [] },
    { permessageDeflate: [{ serverMaxWindowBits: 10 }] },
  ];

  test.each(all)('refused of a script: %j', (options) => {
    const error = inputError('ws://a/', { rules: 'whatwg', ...options });
    expect(error).toMatchObject(badInput('service/2.5/compression-unscripted'));
  });

  test.each(all)('taken of others: %j', (options) => {
    expect(inputError('ws://a/', options)).toBe(null);
  });
});
