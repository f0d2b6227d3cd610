import { Unreachable } from '../peer/probe.ts';

/** The subject has gone for good, and not because of a case: the run ends with what it has shown until then. */
export class Gone extends Unreachable {}
