import * as v from 'valibot';
import { maxDelay } from '../clock.ts';

/** A whole number from 1 that a timer can keep as milliseconds. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDelay));
