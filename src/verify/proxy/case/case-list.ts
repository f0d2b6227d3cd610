import fc from 'fast-check';
import type { CaseList } from '../../judge/case.ts';
import { fixed } from '../../run/fixed-case.ts';
import { faultyAnswers, openRefusals, plainSwitch, validAnswers, versionRefused } from './backend-answer.ts';
import {
  connectRequest,
  framedRequests,
  oddRequests,
  plainRequest,
  targetRequests,
  toMarked,
  toOrdinary,
  validRequests,
} from './front-request.ts';
import {
  type BackendAnswer,
  type FrontRequest,
  frameBack,
  frameForth,
  largeFrame,
  type PairCase,
} from './pair-case.ts';

type Parts = Partial<PairCase> & Pick<PairCase, 'title'>;

/** The known-good pair, which goes first and last. Its clause is the one that all pairs are made for, whatever else they show. */
export const knownGood: PairCase = {
  ...fixed,
  number: 0,
  clause: 'service/7/proxy-passes',
  title: 'a plain opening and a plain 101',
  group: 'a plain opening and a plain 101',
  request: plainRequest,
  answer: plainSwitch,
  forth: frameForth,
  back: frameBack,
};

/** Octets of the frames that are large: more than any buffer. */
const large = 1_048_576;

/** What is played besides the parts: how octets come behind the 101, and where none may. */
const passages: readonly Parts[] = [
  {
    title: 'frames right behind the opening',
    request: { ...plainRequest, title: 'a frame right behind the opening', early: frameForth },
  },
  {
    title: 'permessage-deflate, agreed to, and a subprotocol',
    request: {
      title: 'an offer of permessage-deflate, and of a subprotocol',
      edits: [
        {
          kind: 'setField',
          name: 'Sec-WebSocket-Extensions',
          values: ['permessage-deflate; client_max_window_bits'],
        },
        { kind: 'setField', name: 'Sec-WebSocket-Protocol', values: ['chat'] },
      ],
    },
    answer: {
      title: 'a 101 that agrees to permessage-deflate',
      reply: 'switch',
      fields: [
        [
          'Sec-WebSocket-Extensions',
          'permessage-deflate; client_max_window_bits=12; server_no_context_takeover',
        ],
      ],
    },
  },
  {
    title: 'large frames in both directions',
    forth: largeFrame(large, true),
    back: largeFrame(large, false),
  },
  {
    title: 'large frames, in both directions, for who reads late',
    readsLate: true,
    forth: largeFrame(4 * large, true),
    back: largeFrame(4 * large, false),
  },
  {
    title: 'large frames in many pieces',
    pieces: { length: 4_099, gap: 0 },
    forth: largeFrame(large / 4, true),
    back: largeFrame(large / 4, false),
  },
  { title: 'frames octet by octet', pieces: { length: 1, gap: 0 } },
  { title: 'frames octet by octet, and slowly', pieces: { length: 1, gap: 10 } },
  { title: 'a reset by the client behind its frames', ends: 'client', resets: true },
  { title: 'a reset by the backend behind its frames', ends: 'backend', resets: true },
  { title: 'the end of the client behind its frames', ends: 'client' },
  { title: 'the end of the backend behind its frames', ends: 'backend' },
];

const alone = { isBeyond: true, isAlone: true } as const;
const ordinary: FrontRequest = { title: 'a request', edits: toOrdinary, isOdd: true };

/** Two requests on one connection, none of which is answered by a 101: each is for the hop to read. */
const followed: readonly Parts[] = [
  ...openRefusals.map((answer) => ({
    title: `a second request behind ${answer.title}`,
    answer,
    second: toOrdinary,
    ...alone,
  })),
  ...openRefusals.map((answer) => ({
    title: `a request right behind the opening, answered by ${answer.title}`,
    answer,
    second: toOrdinary,
    isPipelined: true,
    ...alone,
  })),
  ...openRefusals.map((answer) => ({
    title: `an opening right behind a request, answered by ${answer.title}`,
    request: ordinary,
    answer,
    second: toMarked,
    isPipelined: true,
    ...alone,
  })),
];

/** Every pair that is written down, the simplest first: a part of one side with the plain part of the other. */
function listLiterals(): readonly Parts[] {
  const withRequest = (request: FrontRequest): Parts => ({ title: request.title, request });
  const withAnswer = (answer: BackendAnswer): Parts => ({
    title: answer.title,
    answer,
    isAlone: answer.isFault ?? false,
  });
  const beyond = (request: FrontRequest, answer: BackendAnswer): Parts => ({
    title: `${request.title}, answered by ${answer.title}, and octets behind it`,
    request,
    answer,
    isBeyond: true,
    isAlone: true,
  });
  const refused = { ...versionRefused, end: 'stays' } as const;
  const late = oddRequests.filter(({ title }) => title !== 'HTTP/1.0');
  return [
    ...[...validRequests, ...targetRequests].map(withRequest),
    ...validAnswers.map(withAnswer),
    ...passages,
    ...oddRequests.map((request) => ({
      ...withRequest(request),
      title: `${request.title}, answered by a 101`,
      answer: { ...plainSwitch, isOdd: true },
    })),
    ...openRefusals.map((answer) => beyond(plainRequest, answer)),
    ...[...late, connectRequest, ...framedRequests].map((request) => beyond(request, refused)),
    ...followed,
    ...faultyAnswers.map(withAnswer),
  ];
}

/** How many of the parts a mixture has at most. */
const mixed = 4;

/** Which pairs there are. */
export interface Drawing {
  readonly seed: number;
  /** Mixtures of cases. */
  readonly runs: number;
  /** Seconds for which a connection is left idle; not at all, if it is not given. */
  readonly idle?: number | undefined;
}

/** All pairs of a run, the known-good one first: the same seed gives the same. */
export function pairCases({ seed, runs, idle }: Drawing): CaseList<PairCase> {
  const mixtures = fc.sample(
    fc.record({
      requests: fc.subarray(
        validRequests.filter(({ isCut }) => !isCut),
        { minLength: 2, maxLength: mixed },
      ),
      answer: fc.constantFrom(plainSwitch, ...validAnswers),
    }),
    { seed, numRuns: runs },
  );
  const drawn = mixtures.map(({ requests: all, answer }): Parts => {
    const requests = all.filter((each, at) => all.slice(0, at).every((other) => !hasSameField(each, other)));
    const title = requests.map((request) => request.title).join(' and ');
    return {
      title: `${title}, answered by ${answer.title}`,
      request: { title, edits: requests.flatMap(({ edits }) => edits) },
      answer,
    };
  });
  const written = [...listLiterals(), ...(idle === undefined ? [] : pausesOf(idle))];
  const literals = [knownGood, ...written.map((parts, at) => complete(parts, at + 1))];
  return {
    literals,
    drawn: drawn.map((parts, at) => ({ ...complete(parts, literals.length + at), isLiteral: false })),
    total: literals.length + drawn.length,
  };
}

/** A pair by the parts in which it differs from the known-good one. */
function complete(parts: Parts, number: number): PairCase {
  return { ...knownGood, ...parts, group: parts.title, number };
}

/** The connection is left alone for so many seconds, with pings and without. */
function pausesOf(seconds: number): readonly Parts[] {
  return [true, false].map((pings) => ({
    pause: { seconds, pings },
    isLong: true,
    title: `${seconds} s ${pings ? 'with pings alone' : 'without an octet'}`,
  }));
}

/** The seconds in the name of such a pair; undefined in that of any other. */
export function secondsOf(name: string): number | undefined {
  const [, seconds] = /^(\d{1,4}) s with/.exec(name) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Whether an opening has a field of its own by one of the names, of which there is another one already. */
export function setsField({ request }: PairCase, names: readonly string[]): boolean {
  const own = namesOf(request);
  return names.some((name) => own.includes(name.toLowerCase()));
}

/** Whether two requests set or add a field of the same name: one opening cannot have both. */
function hasSameField(one: FrontRequest, other: FrontRequest): boolean {
  const names = namesOf(other);
  return namesOf(one).some((name) => names.includes(name));
}

function namesOf({ edits }: FrontRequest): readonly string[] {
  return edits.flatMap((edit) => {
    if (edit.kind === 'setField') return edit.name.toLowerCase();
    return edit.kind === 'addLines' ? edit.lines.map(({ name }) => name.toLowerCase()) : [];
  });
}
