import * as v from 'valibot';
import { clauseIds } from '../../../models/clauses.ts';

export const clauseIdList = v.array(v.picklist(clauseIds, 'the id of a clause'), 'a list of ids of clauses');

const expected = 'a whole number';
export const seed = v.pipe(v.number(expected), v.safeInteger(expected));
