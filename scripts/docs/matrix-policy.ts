/** What was learnt of a choice, in words. */
export function tellValue(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(tellValue).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${tellValue(each)}`)
      .join('; ');
  }
  return String(value);
}
