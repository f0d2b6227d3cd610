/** Code of which a mutant survives and makes no difference that a test could see. */
export interface Equivalent {
  readonly file: string;
  /** The code as it is, in one line, cut at 60 characters. */
  readonly original: string;
  readonly why: string;
}

const shortCut = 'it is a short cut, and the long way comes to the same';
const behind =
  'what stands behind the end of a text, or of octets, is nothing, and no character fits nothing';
const unused = 'the value in its place fits nothing either';
const cutBefore = 'the text has been cut to what the pattern can match before';
const overwritten = 'the white space that is stepped over twice is no part of what is left';

const inWire: readonly (readonly [file: string, original: string, why: string])[] = [
  [
    'body-reader.ts',
    "this.#content.kind === 'length'",
    'no other content has a number of octets to compare with',
  ],
  ['chunk-decoder.ts', '!/[0-9A-Fa-f]/.test(octet)', shortCut],
  ['content.ts', "''", unused],
  ['field.ts', 'nameEnd + 1', 'a name has nothing that would end the text behind it'],
  ['field.ts', 'end < 0', 'a line end at 0 is an empty line, which ends the fields before'],
  ['head-reader.ts', 'from + chunk.length <= this.#limit', shortCut],
  ['head-reader.ts', 'at < this.#start + octetsJudged[this.#kind]', shortCut],
  ['head-reader.ts', 'read < chunk.length', shortCut],
  ['host.ts', "/^\\[v[0-9a-f]+\\.[a-z0-9\\-._~!$&'()*+,;=:]+\\]$/i", cutBefore],
  ['host.ts', '/^\\[[0-9A-Fa-f:.]+\\]$/', cutBefore],
  ['host.ts', "'%'", shortCut],
  ['key.ts', 'PADDING.startsWith(padding)', 'what begins with "=" and ends with it are the same here'],
  ['list.ts', 'values.length === 1 && only !== undefined', shortCut],
  ['list.ts', 'only !== undefined', shortCut],
  ['list.ts', 'start <= value.length', 'the element behind the last comma is empty'],
  ['list.ts', 'slash < 0', 'an empty name is no token'],
  ['obs-fold.ts', '!FOLD.test(head)', shortCut],
  ['octet-buffer.ts', 'needed <= this.#octets.length', shortCut],
  ['octet.ts', "typeof Buffer === 'undefined'", shortCut],
  ['octet.ts', 'NodeBuffer !== null && octets instanceof NodeBuffer', shortCut],
  ['octet.ts', 'at < octets.length', behind],
  ['octet.ts', '!NOT_ASCII.test(text)', shortCut],
  ['octet.ts', 'at < text.length', behind],
  ['quoted-string.ts', '/^[\\t\\x20-\\x7e\\x80-\\xff]$/', cutBefore],
  ['start-line.ts', '/^[0-9]{3}$/', cutBefore],
  ['target.ts', "''", unused],
  ['target.ts', 'target.charCodeAt(at) === PERCENT', shortCut],
  ['target.ts', 'start < target.length', behind],
  ['text-run.ts', 'end < text.length', behind],
  ['uri.ts', "''", unused],
  ['uri.ts', '[]', unused],
  ['uri.ts', '/^\\[|\\]$/g', 'a host has brackets at its ends alone'],
  ['version.ts', 'value.length <= LONGEST', 'a number of more digits is beyond the largest'],
  ['white-space.ts', 'end < text.length', behind],
  ['white-space.ts', 'first < end', overwritten],
  ['white-space.ts', 'last > first', overwritten],
];

/** `isAlone` of request-facts.ts: nothing has to be parsed to know that a list is its one element. */
const inAlone = [
  'values.length === 1',
  'only !== undefined',
  'values.length === 1 && only !== undefined',
  'values.length === 1 && only !== undefined && equalsIgnoringC',
  '{ const only = values[0]; return values.length === 1 && only',
];

export const equivalents: readonly Equivalent[] = [
  ...inAlone.map((original) => ({ file: 'src/facts/request-facts.ts', original, why: shortCut })),
  {
    ...{ file: 'models/compile.ts', original: '[]' },
    why: 'an event that no state answers to is ignored',
  },
  {
    ...{ file: 'models/compile.ts', original: 'this.#step.get(this.#state)?.get' },
    why: 'every state has its steps, be they none',
  },
  {
    ...{ file: 'models/decide.ts', original: 'guards[row.guard]?.(facts)' },
    why: 'every row of a table has its guard, which the compiler sees to',
  },
  {
    ...{ file: 'src/negotiation/deflate-parameter.ts', original: 'value !== null' },
    why: 'the pattern does not match "null"',
  },
  ...inWire.map(([name, original, why]) => ({ file: `src/wire/${name}`, original, why })),
];
