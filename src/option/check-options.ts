import { isRecord, type Kind, type Shape } from './kind.ts';
import { findNearestName } from './nearest-name.ts';

/**
 * Finds what only types would find: an option that is not known, and one of another kind. An option that is
 * `undefined` is left out. What is found is told without the value, which may be a secret.
 *
 * @param caller the function that takes the options, as its user knows it
 * @param place where the options stand among its arguments, as in `routes["/chat"].`; empty where they are one
 * @throws TypeError which names the option, what was expected, and for an unknown name the nearest known one
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  shape: Shape<Options>,
  place = '',
): void {
  if (!isRecord(options)) {
    const where = place === '' ? caller : `${caller}, ${place.slice(0, -1)}`;
    throw new TypeError(`${where}: an object of options was expected, and not ${describe(options)}`);
  }
  checkInside(caller, place, options, shape);
}

function checkInside(
  caller: string,
  place: string,
  options: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, Kind>>,
): void {
  for (const name in options) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) throw new TypeError(tellUnknown(caller, place, name, Object.keys(shape)));
    const value = options[name];
    if (value === undefined) continue;
    const path = place + name;
    if (!kind.fits(value)) throw wrongKind(caller, path, value, kind);
    const { inside } = kind;
    if (inside === undefined) continue;
    if (isRecord(value)) checkInside(caller, `${path}.`, value, inside);
    else if (Array.isArray(value)) {
      value.forEach((each, at) => {
        checkInside(caller, `${path}[${at}].`, each, inside);
      });
    }
  }
}

function tellUnknown(caller: string, place: string, name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  const help =
    nearest === null
      ? `It knows ${known.map((each) => `\`${place}${each}\``).join(', ')}.`
      : `Did you mean \`${place}${nearest}\`?`;
  return `${caller} has no option \`${place}${name}\`. ${help}`;
}

/** The error for an option of another kind. */
export function wrongKind(
  caller: string,
  option: string,
  value: unknown,
  { expected, isTold = false }: Kind,
): TypeError {
  const seen = isTold && ['string', 'number'].includes(typeof value) ? quote(value) : describe(value);
  return new TypeError(`the option \`${option}\` of ${caller} is ${seen}: ${expected} was expected`);
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** What kind of value it is, in words. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
