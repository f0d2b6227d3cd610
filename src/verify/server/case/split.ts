import { type RequestMessage, writeRequestMessage } from '../../../arbitraries/index.ts';
import { decodeLatin1 } from '../../../wire/index.ts';
import { acceptance, type RequestCase } from '../../judge/case.ts';

/** The opening cut in two at each of its octets, or at every so many of them in a small run. */
export function splits(base: RequestMessage, runs: number): readonly Omit<RequestCase, 'number'>[] {
  const { length } = writeRequestMessage(base);
  const step = Math.max(1, Math.round(10 / runs));
  const places = Array.from({ length: Math.floor((length - 1) / step) }, (_, nth) => (nth + 1) * step);
  return splitAt(base, places).map((each) => ({ ...each, isLiteral: false }));
}

/** Where a target that does not wait for all of a request shows it: each of the two pieces is read by itself. */
export function plainSplits(base: RequestMessage): readonly Omit<RequestCase, 'number'>[] {
  const text = decodeLatin1(writeRequestMessage(base));
  const inKey = text.indexOf('Sec-WebSocket-Key') + 'Sec-WebSocket-Key: '.length + 8;
  const places = [text.indexOf('\r\n') + 2, inKey, text.length - 2, text.indexOf('\r\n') + 1, 2];
  return splitAt(base, places).map((each) => ({ ...each, isPatient: true }));
}

function splitAt(base: RequestMessage, places: readonly number[]): readonly Omit<RequestCase, 'number'>[] {
  const octets = writeRequestMessage(base);
  return places.map((at) => ({
    clause: acceptance,
    title: `the canonical request in two pieces, the first of ${at} octets`,
    group: 'pieces',
    isLiteral: true,
    base,
    changes: [],
    isCut: true,
    pieces: [octets.subarray(0, at), octets.subarray(at)],
  }));
}
