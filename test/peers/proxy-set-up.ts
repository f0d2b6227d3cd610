import type { ClauseId } from '../../models/clauses.ts';
import type { Finding } from '../../src/verify/report/report.ts';
import { withheld } from '../campaign/withheld.ts';
import type { Program } from '../system.ts';

/** What is found on a proxy, checked by hand against the texts. */
export type Found = readonly (readonly [level: 'MUST' | 'SHOULD', clause: ClauseId])[];

/** A real proxy, and what is found on it. */
export interface ProxySetUp {
  readonly title: string;
  /** Debian's program; null where it is of npm, and Node runs it. */
  readonly program: Program | null;
  /** The command that starts it on 9001 before 9002; where a configuration is all of it, with the file that has that. */
  readonly command: string;
  /** Starts it before a port of 127.0.0.1. */
  start(backend: number): Promise<StartedProxy>;
  readonly found: Found;
}

/** What several do. */
export const upgradeStripped = ['MUST', 'service/7/proxy-upgrade-passed'] as const;
export const namedForwarded = ['MUST', 'rfc9110/7.6.1/hop-fields-removed'] as const;
export const unasked = 'rfc9110/7.8/unasked-switch-stopped';
export const hostRewritten = ['SHOULD', 'service/7/proxy-host-kept'] as const;
export const interimDropped = ['SHOULD', 'rfc9110/15.2/interim-relayed'] as const;
export const targetRewritten = ['SHOULD', 'rfc9110/7.7/target-kept'] as const;
export const fieldsAltered = ['SHOULD', 'rfc9110/5.1/fields-forwarded'] as const;
export const authorizationDropped = ['SHOULD', 'rfc9110/11.6.2/authorization-kept'] as const;

export interface StartedProxy {
  readonly port: number;
  end(): Promise<void>;
}

/** Whether a finding may be told of anybody: `.github/SECURITY.md` says why some are left out, found or not. */
export const isPublished = ({ tags, clause, response }: Finding): boolean =>
  !withheld.has(clause) && !tags.includes('smuggling') && /^HTTP\/1\.\d [1-4]/.test(readOctets(response));

const readOctets = (base64 = '') => Buffer.from(base64, 'base64').toString('latin1');
