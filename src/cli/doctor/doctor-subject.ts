import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Hider } from '../../auth/hider.ts';
import {
  diagnoseFailure,
  type ErrorText,
  isMessage,
  nameNextCommand,
  type Observation,
  readPasted,
  tellWords,
} from '../../diagnosis/index.ts';
import { type Consultation, consult } from '../../doctor/doctor.ts';
import type { DoctorOptions, Step } from '../../doctor/option.ts';
import { findPasted, toUtf8 } from '../../paste/index.ts';
import { hashes } from '../../sha1.ts';
import { readInput } from '../file.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/** What was found out, whatever it was asked of. */
export interface ExaminedSubject extends Consultation {
  /** The subject, with what is secret in it hidden, where it is a text. */
  readonly target?: string;
  /** What has to be said before the conclusion: what a text was taken for, and what its words mean. */
  readonly told: readonly string[];
  /** What to run next, in which nothing is secret; none for a target that was examined. */
  readonly next: readonly string[];
}

/**
 * Finds out about a URL, the words of an error, or a file; texts and files are read without a connection.
 *
 * @param onStep told each step when it ends
 * @throws UsageError where there is nothing to go by, HandshakeError of phase `input` where the options are of no use
 */
export async function findOut(
  subject: string,
  options: DoctorOptions,
  onStep: (step: Step) => void,
  io: Io,
): Promise<ExaminedSubject> {
  if (subject.trim() === '') throw new UsageError(`an empty text was given: ${expected}`);
  if (subject === '-' || existsSync(resolve(io.cwd, subject)))
    return findInText(subject, toUtf8(await readInput(subject, io)), subject, io);
  // A shell takes off the line feeds that a text ends with, and leaves what stands before them.
  if (/\s/.test(subject))
    return findInText('this text', Buffer.from(subject.replace(/\r$/, '\r\n')), subject, io);
  const found = await consult(subject, { ...options, signal: io.signal }, onStep);
  return { ...found, told: isPath(subject) ? [`${subject}: there is no such file`] : [], next: [] };
}

const expected = 'a URL, the text of an error, or a file with either or with a handshake was expected';

/** Whether it can be nothing but a path. */
function isPath(subject: string): boolean {
  return /^\.{0,2}\/(?!\/)|\.(?:har|txt|log)$/i.test(subject);
}

/**
 * @param name what an error calls the text
 * @param octets a message, or a text in UTF-8
 */
function findInText(
  name: string,
  octets: Uint8Array,
  subject: string,
  io: Pick<Io, 'secrets'>,
): ExaminedSubject {
  const read = readPasted(octets);
  io.secrets.keep(findPasted(octets, 'problem' in read ? null : read.paste));
  if ('problem' in read)
    throw new UsageError(`${name} has neither a handshake nor a known error message: ${read.problem}`);
  if (read.words === null && read.paste !== null && !isMessage(read.paste))
    throw new UsageError(`${name} has neither a handshake nor a known error message: ${expected}`);
  return conclude(subject, read.observation, read.words, read.told, io.secrets.hider);
}

function conclude(
  url: string,
  observation: Observation,
  words: ErrorText | null,
  told: readonly string[],
  hider: Hider,
): ExaminedSubject {
  const diagnoses = diagnoseFailure(observation, hashes);
  return {
    url,
    target: hider.text(url),
    steps: [],
    diagnoses,
    difference: null,
    connections: 0,
    observation,
    told: [...told, ...(words === null ? [] : tellWords(words))],
    next: [nameNextCommand(words, observation.asked, hider)],
  };
}
