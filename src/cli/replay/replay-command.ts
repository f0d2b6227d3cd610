import { quoteForShell } from '../../quote/shell.ts';
import type { Report } from '../../verify/report/report.ts';
import { askFor, askForNames } from '../../verify/server/replay/replay.ts';

/** What a command has to say of a run so that something of it is played again. */
export type ReplayableRun = Pick<Report, 'mode' | 'target' | 'declared'>;

/**
 * The command that plays a finding of a file again.
 *
 * @param clause of a finding in a report; left out where the file has one finding alone
 * @param how a client is started, or a proxy reached from both sides, as a shell takes it
 */
export function tellReplay(file: string, clause: string | undefined, run: ReplayableRun, how = ''): string {
  const { mode, target } = run;
  const isHidden = mode !== 'client' && target.includes('***');
  return [
    `ws101 replay ${quoteForShell(file)}`,
    ...(clause === undefined ? [] : [`--clause ${clause}`]),
    ...(isHidden ? [`--url ${quoteForShell(target)}`] : []),
    ...(mode === 'server' ? giveAgain(run) : []),
    ...(how === '' ? [] : [how]),
  ].join(' ');
}

/** The options that give again what no report of a server has, each with an ellipsis for the value. */
export function giveAgain({ declared }: Pick<ReplayableRun, 'declared'>): readonly string[] {
  const { auth, header = [] } = declared;
  const names = askForNames(declared);
  return [
    ...(names === null ? [] : [names]),
    ...(auth === undefined ? [] : [`--auth ${quoteForShell(askFor(auth))}`]),
    ...header.map((name) => `--header ${quoteForShell(`${name}: …`)}`),
  ];
}
