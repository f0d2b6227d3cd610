import type { Hider } from '../auth/hider.ts';
import { type Diagnosis, describeUse, readAnswer } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import type { Consultation } from './doctor.ts';
import { type AskedHop, isChosen } from './hop.ts';
import type { Step } from './option.ts';

/** A consultation as JSON has it; its schema is `ws101/doctor.schema.json`. */
export interface DoctorReport {
  readonly tool: 'ws101';
  readonly version: string;
  readonly schema: 1;
  readonly mode: 'doctor';
  readonly target: string;
  /** Whether it was interrupted before all was done. */
  readonly partial?: true;
  readonly steps: readonly ReportedStep[];
  readonly diagnoses: readonly Diagnosis[];
  /** Where the answer differs first, hop by hop; null where it does not. */
  readonly difference: ReportedDifference | null;
  /** Connections that were made to the target. */
  readonly connections: number;
  /** What Chromium would have written; null where it would have opened, or what it would say is not known. */
  readonly browser: string | null;
  /** What was expected and did not come. */
  readonly unmet: readonly string[];
}

/** Two hops next to each other, by their URLs, and what each has answered, in words. */
interface ReportedDifference {
  readonly outer: string;
  readonly inner: string;
  readonly answers: readonly [outer: string, inner: string];
}

/** A step whose octets are in base64, with what is secret in them replaced by as many placeholders. */
export interface ReportedStep extends Omit<Step, 'request' | 'response'> {
  readonly request?: string;
  readonly response?: string;
}

/** What is asked of an answer. */
export interface AnswerExpectation {
  readonly status?: number;
  readonly subprotocol?: string;
}

/** What was expected of the answer to the opening, and is not there. */
export function findUnmet(
  { status, subprotocol }: AnswerExpectation,
  answered: OpeningAnswer,
): readonly string[] {
  return [
    ...(status !== undefined && status !== answered.status
      ? [
          `the expected status is ${status}, but ${answered.status === null ? 'no reply arrived' : `the reply has ${answered.status}`}`,
        ]
      : []),
    ...(subprotocol !== undefined && subprotocol !== answered.subprotocol
      ? [`the expected subprotocol is ${subprotocol}, but the server chose ${answered.subprotocol ?? 'none'}`]
      : []),
  ];
}

/** What was answered to the opening. */
export interface OpeningAnswer {
  readonly status: number | null;
  readonly subprotocol: string | null;
}

/** Makes the report. Messages and URLs have no secret in them; its texts are rid of them where it is written. */
export function buildDoctorReport(
  consultation: Consultation,
  {
    version,
    browser,
    unmet,
    hider,
  }: {
    readonly version: string;
    readonly browser: string | null;
    readonly unmet: readonly string[];
    readonly hider: Hider;
  },
): DoctorReport {
  const hide = (octets: Uint8Array) => Buffer.from(hider.octets(octets)).toString('base64');
  const { url, steps, diagnoses, difference, connections, isPartial } = consultation;
  return {
    tool: 'ws101',
    version,
    schema: 1,
    mode: 'doctor',
    target: hider.target(url),
    ...(isPartial ? { partial: true } : {}),
    steps: steps.map(({ request, response, ...step }) => ({
      ...step,
      ms: Math.round(step.ms * 10) / 10,
      url: hider.target(step.url),
      ...(request === undefined ? {} : { request: hide(request) }),
      ...(response === undefined ? {} : { response: hide(response) }),
    })),
    difference: difference && {
      outer: hider.target(difference.outer.url),
      inner: hider.target(difference.inner.url),
      answers: [describeHop(difference.outer), describeHop(difference.inner)],
    },
    diagnoses,
    connections,
    browser,
    unmet,
  };
}

/** What came of the opening at a hop: its answer, with the subprotocol that it chose; or why nothing was asked. */
function describeHop({ seen }: AskedHop): string {
  const { asked, opening, frames, input, unknownName } = seen;
  if (!opening) return input?.problem ?? unknownName ?? 'no connection';
  const answer = readAnswer(opening, sha1);
  const said = describeUse(answer, opening, frames);
  if (!isChosen(answer, asked)) return said;
  return `${said}, ${answer.subprotocol === null ? 'no subprotocol' : `the subprotocol ${answer.subprotocol}`}`;
}

/**
 * The exit code: 0 healthy, or what was expected came; 1 a failure; 2 of no use as it was typed; 3 nothing better than
 * possible, or nothing amiss until it was interrupted.
 */
export function exitCodeOf(
  { diagnoses, isPartial = false }: Pick<Consultation, 'diagnoses' | 'isPartial'>,
  expected: AnswerExpectation,
  unmet: readonly string[],
): number {
  const [first] = diagnoses;
  if (first && (first.where === 'input' || first.id === 'client/own-handshake-fields')) return 2;
  if (isPartial) return isFailure(first) ? 1 : 3;
  if (unmet.length > 0) return 1;
  if (expected.status !== undefined) return 0;
  if (!first || first.confidence === 'possible') return 3;
  return isFailure(first) ? 1 : 0;
}

function isFailure(first: Diagnosis | undefined): boolean {
  if (!first || first.confidence === 'possible') return false;
  return first.id !== 'healthy' && first.id !== 'client/strictness';
}
