import fc from 'fast-check';

/** Cuts octets into pieces, none of them empty, whose concatenation is the octets. */
export type Cutting = (octets: Uint8Array) => readonly Uint8Array[];

/** Ways to cut octets, however many they are: at up to twelve places, or one in five times between all of them. */
export const cutting: fc.Arbitrary<Cutting> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.nat(), { maxLength: 12 }).map(cutAtPlaces) },
  { weight: 1, arbitrary: fc.constant(cutAll) },
);

/** Octets cut into pieces, none of them empty, whose concatenation is the octets. */
export function fragmentation(octets: Uint8Array): fc.Arbitrary<readonly Uint8Array[]> {
  return cutting.map((cut) => cut(octets));
}

/** @param places numbers of any size, of which each means one of the places between two octets */
function cutAtPlaces(places: readonly number[]): Cutting {
  return (octets) => {
    const inner = octets.length - 1;
    const cuts = inner > 0 ? new Set(places.map((place) => 1 + (place % inner))) : [];
    return cutAt(
      octets,
      [...cuts].sort((a, b) => a - b),
    );
  };
}

function cutAll(octets: Uint8Array): readonly Uint8Array[] {
  return cutAt(octets, [...octets.keys()].slice(1));
}

function cutAt(octets: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  if (octets.length === 0) return [];
  const edges = [0, ...cuts, octets.length];
  return edges.slice(1).map((end, index) => octets.subarray(edges[index], end));
}
