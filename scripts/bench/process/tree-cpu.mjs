import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Microseconds of CPU that a process and all below it have taken so far, as Linux tells them. */
export function readTreeCpu(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may hold blanks, come the fields from the third on; user and system are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticks;
  return listChildren(pid).reduce((sum, child) => sum + readTreeCpu(child), own);
}

function listChildren(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}
