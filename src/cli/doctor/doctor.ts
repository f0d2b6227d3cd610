import { HandshakeError } from '../../client/handshake-error.ts';
import { type Diagnosis, type Observation, quoteBrowser, readAnswer } from '../../diagnosis/index.ts';
import { renderDoctorMarkdown } from '../../doctor/markdown.ts';
import type { DoctorOptions, Step } from '../../doctor/option.ts';
import {
  type AnswerExpectation,
  buildDoctorReport,
  type DoctorReport,
  exitCodeOf,
  findUnmet,
  type OpeningAnswer,
} from '../../doctor/report.ts';
import { renderConclusion, renderStep, renderStepOctets } from '../../doctor/text.ts';
import { visibleDeep } from '../../quote/visible-deep.ts';
import { hashes } from '../../sha1.ts';
import { checkWritable, writeJson, writeRendered } from '../file.ts';
import type { Io } from '../io.ts';
import type { OpeningOptions } from '../opening-option.ts';
import { makePaint, type Paint, visible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { readTrust } from '../verify/trust.ts';
import { type ExaminedSubject, findOut } from './doctor-subject.ts';

export interface DoctorCliOptions extends OpeningOptions {
  readonly direct: readonly string[];
  readonly as?: NonNullable<DoctorOptions['as']>;
  readonly idle?: number;
  readonly send?: string;
  readonly connections?: number;
  readonly expectStatus?: number;
  readonly expectSubprotocol?: string;
  readonly json?: string;
  readonly markdown?: string;
  readonly hideAddresses?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/**
 * Runs `ws101 doctor`: says why a handshake fails, where, and what mends it.
 *
 * @param subject a URL, the words of an error, or a file with a paste or an HTTP archive; `-` for standard input
 * @returns the exit code: 0 healthy or as expected, 1 a failure, 2 of no use as it was typed, 3 nothing is sure,
 *   or it was interrupted with nothing amiss until then
 */
export async function runDoctor(
  version: string,
  subject: string,
  options: DoctorCliOptions,
  io: Io,
): Promise<number> {
  const paint = makePaint(io);
  for (const file of [options.json, options.markdown]) checkWritable(file, io.cwd);
  const isTold = !options.quiet && options.json !== '-' && options.markdown !== '-';
  const found = await examine(subject, options, isTold, io).catch((error: unknown) => {
    if (error instanceof UsageError && options.json !== undefined)
      writeNothing(options.json, version, subject, io);
    throw error;
  });
  const { hider } = io.secrets;
  const expected: AnswerExpectation = {
    ...(options.expectStatus === undefined ? {} : { status: options.expectStatus }),
    ...(options.expectSubprotocol === undefined ? {} : { subprotocol: options.expectSubprotocol }),
  };
  const unmet = findUnmet(expected, readAnswered(found.observation));
  const browser = sayBrowser(found.observation, found.diagnoses);
  const built = buildDoctorReport(found, { version, browser, unmet, hider });
  const report = visibleDeep({ ...built, target: found.target ?? built.target });
  if (isTold) {
    io.stdout.write(renderAll(found, io.secrets.hideAll(report), options, paint));
    for (const command of found.next) io.stdout.writeHidden(`\nNext: ${visible(command)}\n`);
  }
  if (options.json !== undefined) writeJson(options.json, report, io);
  if (options.markdown !== undefined) {
    const isAnonymous = options.hideAddresses ?? false;
    writeRendered(options.markdown, report, (each) => renderDoctorMarkdown(each, { isAnonymous }), io);
  }
  return exitCodeOf(found, expected, unmet);
}

/** Examines the subject, and tells the steps meanwhile. */
async function examine(
  subject: string,
  options: DoctorCliOptions,
  isTold: boolean,
  io: Io,
): Promise<ExaminedSubject & { readonly settings: DoctorOptions }> {
  const settings = readOptions(options, io.cwd);
  const paint = makePaint(io);
  let at = '';
  const onStep = (step: Step) => {
    if (!isTold) return;
    // Where there are several hops, each is named before its steps.
    if (options.direct.length > 0 && step.url !== at)
      io.stdout.write(
        `${at === '' ? '' : '\n'}${paint('bold', visible(io.secrets.hider.target(step.url)))}\n`,
      );
    at = step.url;
    io.stdout.write(`${renderStep(step, paint)}\n`);
  };
  const found = await findOut(subject, settings, onStep, io).catch((error: unknown) => {
    const isInput = error instanceof HandshakeError && error.phase === 'input';
    throw isInput ? new UsageError(error.message) : error;
  });
  return { ...found, settings };
}

/** Writes the report of what could not be examined at all. */
function writeNothing(json: string, version: string, subject: string, io: Io): void {
  const asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: null };
  const found = {
    url: subject,
    steps: [],
    diagnoses: [],
    difference: null,
    connections: 0,
    observation: { asked },
  };
  const { hider } = io.secrets;
  const report = buildDoctorReport(found, { version, browser: null, unmet: [], hider });
  writeJson(json, visibleDeep(report), io);
}

function readAnswered({ opening }: Observation): OpeningAnswer {
  const answer = opening && readAnswer(opening, hashes.sha1);
  return { status: answer?.reply?.status ?? null, subprotocol: answer?.subprotocol ?? null };
}

/** What Chromium would have written. */
function sayBrowser(observation: Observation, [first]: readonly Diagnosis[]): string | null {
  if (!first || first.id === 'healthy' || first.where === 'input') return null;
  return quoteBrowser(observation, hashes);
}

function renderAll(
  found: ExaminedSubject,
  report: DoctorReport,
  options: DoctorCliOptions,
  paint: Paint,
): string {
  const octets = options.verbose ? report.steps.flatMap((step) => renderStepOctets(step, paint)) : [];
  return [
    ...found.told.map((text) => visible(text)),
    ...octets,
    renderConclusion(report, paint, options.verbose ?? false),
  ].join('\n');
}

function readOptions(options: DoctorCliOptions, cwd: string): DoctorOptions {
  const { subprotocol, header, origin, timeout, proxy, deflate, as, idle, send, connections } = options;
  const { tls, proxyTls } = readTrust(options, cwd);
  return {
    headers: header,
    tls,
    proxyTls,
    direct: options.direct,
    proxyFromEnvironment: options.proxyFromEnvironment ?? false,
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
