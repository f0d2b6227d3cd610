import { onTestFinished } from 'vitest';
import {
  type RecordingHop,
  type RecordingHopOptions,
  startRecordingHop,
} from '../src/verify/peer/scripted/recording-hop.ts';

/** A hop that looks on until the test is over. */
export async function recordUntilFinished(options: RecordingHopOptions): Promise<RecordingHop> {
  const hop = await startRecordingHop(options);
  onTestFinished(() => hop.close());
  return hop;
}

/** All that came by in one direction, over all connections, as Latin-1 text. */
export function recordedText({ connections }: RecordingHop, side: 'sent' | 'received'): string {
  return Buffer.concat(connections.map((connection) => connection[side].octets)).toString('latin1');
}
