import fc from 'fast-check';

/** Octets cut into pieces, none of them empty, whose concatenation is the octets. */
export function fragmentation(octets: Uint8Array): fc.Arbitrary<readonly Uint8Array[]> {
  const inner = Math.max(octets.length - 1, 0);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: Math.max(inner, 1) }), {
    maxLength: Math.min(inner, 12),
  });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: cuts.map((at) =>
        cutAt(
          octets,
          at.sort((a, b) => a - b),
        ),
      ),
    },
    { weight: 1, arbitrary: fc.constant(octets).map((all) => cutAt(all, [...all.keys()].slice(1))) },
  );
}

function cutAt(octets: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const edges = [0, ...cuts, octets.length];
  return edges.slice(1).map((end, index) => octets.subarray(edges[index], end));
}
