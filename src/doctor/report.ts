import { redactHead, redactTarget } from '../auth/redaction.ts';
import type { Diagnosis } from '../diagnosis/index.ts';
import { isSecret } from './asked.ts';
import type { Consultation } from './doctor.ts';
import type { Difference } from './hop.ts';
import type { DoctorOptions, Step } from './option.ts';

/** A consultation as JSON has it; its schema is `ws101/doctor.schema.json`. */
export interface DoctorReport {
  readonly tool: 'ws101';
  readonly version: string;
  readonly schema: 1;
  readonly mode: 'doctor';
  readonly target: string;
  readonly steps: readonly ReportedStep[];
  readonly diagnoses: readonly Diagnosis[];
  /** Where the answer differs first, hop by hop; null where it does not. */
  readonly difference: Difference | null;
  /** Connections that were made to the target. */
  readonly connections: number;
  /** What Chromium would have written; null where it would have opened, or what it would say is not known. */
  readonly browser: string | null;
  /** What was expected and did not come. */
  readonly unmet: readonly string[];
}

/** A step whose octets are in base64, with what is secret in them replaced by as many placeholders. */
export interface ReportedStep extends Omit<Step, 'request' | 'response'> {
  readonly request?: string;
  readonly response?: string;
}

/** What is asked of an answer. */
export interface Expectation {
  readonly status?: number;
  readonly subprotocol?: string;
}

/** What was expected of the answer to the opening, and is not there. */
export function findUnmet({ status, subprotocol }: Expectation, answered: Answered): readonly string[] {
  return [
    ...(status !== undefined && status !== answered.status
      ? [`the status ${status} was expected, and ${answered.status ?? 'none'} came`]
      : []),
    ...(subprotocol !== undefined && subprotocol !== answered.subprotocol
      ? [`the subprotocol ${subprotocol} was expected, and ${answered.subprotocol ?? 'none'} was chosen`]
      : []),
  ];
}

/** What was answered to the opening. */
export interface Answered {
  readonly status: number | null;
  readonly subprotocol: string | null;
}

/** Makes the report: nothing that is secret stands in it. */
export function buildDoctorReport(
  consultation: Consultation,
  {
    version,
    browser,
    unmet,
    options,
  }: {
    readonly version: string;
    readonly browser: string | null;
    readonly unmet: readonly string[];
    readonly options: DoctorOptions;
  },
): DoctorReport {
  const fields = (options.headers ?? []).filter(isSecret).map(([name]) => name);
  const hide = (octets: Uint8Array) => Buffer.from(redactHead(octets, { fields })).toString('base64');
  const { url, steps, diagnoses, difference, connections } = consultation;
  return {
    ...{ tool: 'ws101', version, schema: 1, mode: 'doctor', target: redactTarget(url) },
    steps: steps.map(({ request, response, ...step }) => ({
      ...step,
      ms: Math.round(step.ms * 10) / 10,
      url: redactTarget(step.url),
      ...(request === undefined ? {} : { request: hide(request) }),
      ...(response === undefined ? {} : { response: hide(response) }),
    })),
    difference: difference && {
      ...difference,
      ...{ outer: redactTarget(difference.outer), inner: redactTarget(difference.inner) },
    },
    ...{ diagnoses, connections, browser, unmet },
  };
}

/**
 * The exit code: 0 healthy, or what was expected came; 1 a failure; 2 of no use as it was typed; 3 nothing better than
 * possible.
 */
export function exitCodeOf(
  diagnoses: readonly Diagnosis[],
  expected: Expectation,
  unmet: readonly string[],
): number {
  const [first] = diagnoses;
  if (first && (first.where === 'input' || first.id === 'client/own-handshake-fields')) return 2;
  if (unmet.length > 0) return 1;
  if (expected.status !== undefined) return 0;
  if (!first || first.confidence === 'possible') return 3;
  return first.id === 'healthy' || first.id === 'client/strictness' ? 0 : 1;
}
