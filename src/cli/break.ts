import { visible } from '../quote/visible.ts';

/** What is told where ws101 itself broke, and the exit code: 2 where the system has not let it begin. */
export function describeBreak(error: unknown): { readonly text: string; readonly code: 2 | 70 } {
  const starved = tellStarved(error);
  if (starved !== null) return { text: `ws101: ${starved}\n`, code: 2 };
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `ws101 broke: ${visible(told, true)}\n`, code: 70 };
}

/** Open files that every command needs less than; with 130 all of them were seen to start. */
const enough = 256;

/**
 * Why nothing works, where the system lets the process open too few files: Node says so, or that a module is missing which
 * it had no descriptor left to look for. Null where that is not the reason.
 */
function tellStarved(error: unknown): string | null {
  const { code }: { readonly code?: unknown } = Object(error);
  const isTooMany = code === 'EMFILE' || code === 'ENFILE';
  if (!isTooMany && code !== 'ERR_MODULE_NOT_FOUND') return null;
  const most = readLimit();
  if (!isTooMany && (most === null || most >= enough)) return null;
  const limit = most === null ? '' : `: ${most}`;
  return `the system allows this process too few open files at the same time${limit}. Allow ${enough} or more, for example with ulimit -n ${enough}`;
}

/** As `ulimit -n` tells it; null where nothing tells it. */
function readLimit(): number | null {
  const report: unknown = process.report?.getReport();
  const { userLimits }: { readonly userLimits?: unknown } = Object(report);
  const { open_files: files }: { readonly open_files?: unknown } = Object(userLimits);
  const { soft }: { readonly soft?: unknown } = Object(files);
  return typeof soft === 'number' ? soft : null;
}
