import { diagnose } from '../../models/diagnose.ts';
import { diagnosisRows } from '../../models/diagnosis.ts';
import { classifyKey } from '../wire/index.ts';
import { type Hashes, readAcceptSigns } from './accept-sign.ts';

const finding = { kind: 'reply', clause: 'rfc6455/4.2.2/accept-value', guard: null, part: null } as const;

/** What is wrong with an accept value, as far as it tells that alone; null where no recipe leads to it. */
export function explainAccept(accept: string, key: string, hashes: Hashes): string | null {
  if (classifyKey(key) !== 'ok') return null;
  const signs = readAcceptSigns(accept, { value: key, before: ' ', behind: '' }, hashes);
  return diagnose(diagnosisRows, finding, new Set(signs))?.cause ?? null;
}
