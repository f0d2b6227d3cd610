/** A value as it is written in a label: short, on one line, and the same each time. */
export function formatValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return /^[\w.:/#*-]+$/u.test(value) ? value : JSON.stringify(value);
  if (typeof value === 'function') return nameFunction(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date || value instanceof RegExp)
    return String(value instanceof Date ? value.toJSON() : value);
  if (depth > 2) return '…';
  if (Array.isArray(value)) return `[${value.map((each) => formatValue(each, depth + 1)).join(', ')}]`;
  return `{${formatEntries(value, depth + 1)}}`;
}

/** The keys and values of an object, without brackets. */
export function formatEntries(value: object, depth = 0): string {
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${formatValue(each, depth)}`)
    .join(', ');
}

/** Properties that a function without a name is called after by the language. */
const unnamed = [
  '',
  'guard',
  'actions',
  'entry',
  'exit',
  'input',
  'output',
  'params',
  'src',
  'default',
  'to',
  'delay',
];

/** The name that somebody has given a function, or `inline`. */
export function nameFunction(value: unknown): string {
  const name = typeof value === 'function' ? value.name : '';
  return unnamed.includes(name) ? 'inline' : name;
}

/** `name (key: value, …)`, as guards and actions with parameters are written. */
export function formatNamed({ type, params }: { readonly type: string; readonly params?: unknown }): string {
  if (typeof params === 'function') return `${type} (${nameFunction(params)})`;
  if (typeof params !== 'object' || params === null) {
    return params === undefined ? type : `${type} (${formatValue(params)})`;
  }
  const text = Array.isArray(params) ? formatValue(params) : formatEntries(params);
  return text === '' ? type : `${type} (${text})`;
}
