import { readTarget, type Target, type TargetDeclaration } from '../../src/verify/judge/target.ts';
import { unwrap } from '../unwrap.ts';

/** A server with nothing wrong in what is known of it. */
export function targetOf(url: string, options: TargetDeclaration = {}): Target {
  return unwrap(readTarget(url, options));
}
