import { isClauseId } from '../../../models/clauses.ts';
import type { Kind } from '../../option/kind.ts';

export const clauseIdList: Kind = {
  expected: 'a list of ids of clauses',
  fits: (value) => Array.isArray(value) && value.every(isClauseId),
  isTold: true,
};

export const seed: Kind = { expected: 'a whole number', fits: Number.isSafeInteger, isTold: true };
