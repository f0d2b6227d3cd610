/**
 * A value with every text in it made anew, and every name of a key. What writes itself as JSON stays as it is.
 *
 * @param map is given a text, and the name of the key above it, empty where there is none
 */
export function mapTexts<T>(
  value: T,
  map: (text: string, name: string) => string,
  mapName: (name: string) => string = (name) => name,
): T {
  const make = (each: unknown, name: string): unknown => {
    if (typeof each === 'string') return map(each, name);
    if (Array.isArray(each)) return each.map((one) => make(one, name));
    if (typeof each !== 'object' || each === null || 'toJSON' in each) return each;
    return Object.fromEntries(Object.entries(each).map(([key, one]) => [mapName(key), make(one, key)]));
  };
  return make(value, '') as T; // only texts have become other texts
}
