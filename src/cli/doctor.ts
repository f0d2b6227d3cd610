import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Diagnosis,
  diagnoseFailure,
  type ErrorText,
  type Observation,
  quoteBrowser,
  readAnswer,
  readPasted,
  readWords,
} from '../diagnosis/index.ts';
import { type Consultation, consult } from '../doctor/doctor.ts';
import { renderDoctorMarkdown } from '../doctor/markdown.ts';
import type { DoctorOptions, Step } from '../doctor/option.ts';
import {
  type Answered,
  buildDoctorReport,
  type DoctorReport,
  type Expectation,
  exitCodeOf,
  findUnmet,
} from '../doctor/report.ts';
import { renderConclusion, renderStep, renderStepOctets } from '../doctor/text.ts';
import { hashes } from '../sha1.ts';
import type { NewField } from '../wire/index.ts';
import { readInput, writeJson, writeText } from './file.ts';
import type { Io } from './io.ts';
import { makePaint, type Paint, visible } from './terminal.ts';
import { readTrust, type TrustOptions } from './trust.ts';
import { UsageError } from './usage-error.ts';

export interface DoctorCliOptions extends TrustOptions {
  readonly subprotocol?: readonly string[];
  readonly header: readonly NewField[];
  readonly origin?: string;
  readonly timeout?: number;
  readonly proxy?: string;
  readonly proxyFromEnvironment?: boolean;
  readonly deflate?: boolean;
  readonly direct: readonly string[];
  readonly as?: NonNullable<DoctorOptions['as']>;
  readonly idle?: number;
  readonly send?: string;
  readonly http2?: boolean;
  readonly connections?: number;
  readonly expectStatus?: number;
  readonly expectSubprotocol?: string;
  readonly json?: string;
  readonly markdown?: string;
  readonly hideAddresses?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** What was found out, whatever it was asked of. */
interface Found extends Consultation {
  /** What has to be said before the conclusion: what a text was taken for, and what its words mean. */
  readonly told: readonly string[];
  /** What to run next; none for a target that was examined. */
  readonly next: readonly string[];
}

/**
 * Runs `ws101 doctor`: says why a handshake fails, where, and what mends it.
 *
 * @param subject a URL, the words of an error, or a file with a paste or an HTTP archive; `-` for standard input
 * @returns the exit code: 0 healthy or as expected, 1 a failure, 2 of no use as it was typed, 3 nothing is sure
 */
export async function runDoctor(
  version: string,
  subject: string,
  options: DoctorCliOptions,
  io: Io,
): Promise<number> {
  const paint = makePaint(io);
  const isTold = !options.quiet && options.json !== '-' && options.markdown !== '-';
  const settings = readOptions(options, io.cwd);
  const onStep = (step: Step) => {
    if (isTold) io.stdout.write(`${renderStep(step, paint)}\n`);
  };
  const found = await find(subject, settings, onStep, io);
  const expected: Expectation = {
    ...(options.expectStatus === undefined ? {} : { status: options.expectStatus }),
    ...(options.expectSubprotocol === undefined ? {} : { subprotocol: options.expectSubprotocol }),
  };
  const unmet = findUnmet(expected, readAnswered(found.observation));
  const browser = sayBrowser(found.observation, found.diagnoses);
  const report = buildDoctorReport(found, { version, browser, unmet, options: settings });
  if (isTold) io.stdout.write(renderAll(found, report, options, paint));
  if (options.json !== undefined) writeJson(options.json, report, io);
  if (options.markdown !== undefined) {
    const isAnonymous = options.hideAddresses ?? false;
    writeText(options.markdown, renderDoctorMarkdown(report, { isAnonymous }), io);
  }
  return exitCodeOf(found.diagnoses, expected, unmet);
}

function find(subject: string, options: DoctorOptions, onStep: (step: Step) => void, io: Io): Promise<Found> {
  if (subject === '-' || existsSync(resolve(io.cwd, subject))) return findInFile(subject, io);
  if (/\s/.test(subject)) return Promise.resolve(findInWords(subject));
  return consult(subject, options, onStep).then((consultation) => ({ ...consultation, told: [], next: [] }));
}

async function findInFile(file: string, io: Io): Promise<Found> {
  const octets = await readInput(file, io).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  });
  const read = readPasted(octets);
  if ('problem' in read) throw new UsageError(`${file} has nothing to go by: ${read.problem}`);
  return conclude(file, read.observation, read.words, read.told);
}

function findInWords(text: string): Found {
  const read = readWords(text);
  if (read) return conclude(text, read.observation, read.words, []);
  throw new UsageError(
    'these words are those of no client that is known: a URL, the text of an error, or a file was expected',
  );
}

function conclude(
  url: string,
  observation: Observation,
  words: ErrorText | null,
  told: readonly string[],
): Found {
  const diagnoses = diagnoseFailure(observation, hashes);
  const said = words === null ? [] : [`${words.client} says so: "${words.quote}".`, words.meaning];
  return {
    ...{ url, steps: [], diagnoses, difference: null, connections: 0, observation },
    told: [...told, ...said],
    next: [nameNext(words, observation)],
  };
}

/** The command to run next. */
function nameNext(words: ErrorText | null, { asked }: Observation): string {
  const { as, subprotocol } = words?.options ?? {};
  const uri = asked.uri;
  const url =
    words?.url ?? (uri === null ? '<url>' : `${uri.secure ? 'wss' : 'ws'}://${uri.authority}${uri.path}`);
  const quoted =
    /^[\w:/.%~@+=,-]+$/.test(url) || url === '<url>' ? url : `'${url.replaceAll("'", String.raw`'\''`)}'`;
  return `ws101 doctor ${quoted}${as === undefined ? '' : ` --as ${as}`}${subprotocol === undefined ? '' : ` --subprotocol ${subprotocol}`}`;
}

function readAnswered({ opening }: Observation): Answered {
  const answer = opening && readAnswer(opening, hashes.sha1);
  return { status: answer?.reply?.status ?? null, subprotocol: answer?.subprotocol ?? null };
}

/** What Chromium would have written. */
function sayBrowser(observation: Observation, [first]: readonly Diagnosis[]): string | null {
  if (!first || first.id === 'healthy' || first.where === 'input') return null;
  return quoteBrowser(observation, hashes);
}

function renderAll(found: Found, report: DoctorReport, options: DoctorCliOptions, paint: Paint): string {
  const octets = options.verbose ? report.steps.flatMap((step) => renderStepOctets(step, paint)) : [];
  return [
    ...found.told.map((text) => visible(text)),
    ...octets,
    renderConclusion(report, paint),
    ...found.next.map((command) => `Next: ${visible(command)}\n`),
  ].join('\n');
}

function readOptions(options: DoctorCliOptions, cwd: string): DoctorOptions {
  const { subprotocol, header, origin, timeout, proxy, deflate, as, idle, send, connections } = options;
  const { tls, proxyTls } = readTrust(options, cwd);
  return {
    ...{ headers: header, tls, proxyTls, direct: options.direct },
    ...{ proxyFromEnvironment: options.proxyFromEnvironment ?? false, http2: options.http2 ?? false },
    ...(subprotocol ? { subprotocols: subprotocol } : {}),
    ...(origin === undefined ? {} : { origin }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(deflate === undefined ? {} : { permessageDeflate: deflate }),
    ...(as === undefined ? {} : { as }),
    ...(idle === undefined ? {} : { idle }),
    ...(send === undefined ? {} : { send }),
    ...(connections === undefined ? {} : { connections }),
  };
}
