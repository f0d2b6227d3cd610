import { clock, number } from '../option/kind.ts';

/** What `keepOpen` can be told. */
export const keepOpenShape = { pingInterval: number, idleLimit: number, clock };
