import { sourceOf } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import { quoteForShell } from '../../quote/shell.ts';
import { answerPhrase } from '../../verify/judge/seen/phrase.ts';
import { encodeOctets, encodeSeen, toBase64 } from '../../verify/report/exhibit.ts';
import type { Paint } from '../../verify/report/format/paint.ts';
import { renderFinding } from '../../verify/report/format/text.ts';
import { describeFault, describePhrase } from '../../verify/report/phrase.ts';
import { hideInReplies, hideInRequests, hideIssued, showUrl } from '../../verify/report/placeholder.ts';
import type { Finding } from '../../verify/report/report.ts';
import { replayFinding } from '../../verify/server/replay/replay.ts';
import { fieldValues, isToken, type NewField, parseReply } from '../../wire/index.ts';
import { checkWritable, writeRendered } from '../file.ts';
import type { Io } from '../io.ts';
import { makePaint, visible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { BackendSettings } from '../verify/backend.ts';
import type { ClientStart } from '../verify/start-client.ts';
import { makeTarget } from '../verify/target-option.ts';
import type { ReplaySeen } from './replayed.ts';
import { type FindingFile, readFinding } from './report-file.ts';

export interface ReplayOptions extends ClientStart, Partial<BackendSettings> {
  readonly clause?: string;
  /** The target, where it has moved, or its URL has a secret. */
  readonly url?: string;
  readonly auth?: string;
  readonly header?: readonly NewField[];
  readonly subprotocol?: readonly string[];
  readonly insecure?: boolean;
  readonly showSecrets?: boolean;
  readonly timeout: number;
  /** Which rules bind a client. Default: those of the URL's kind, rfc6455 but for browsers. */
  readonly rules?: ClientChoices['rules'];
  /** Where the finding is written as Markdown. */
  readonly markdown?: string;
}

/**
 * Runs `ws101 replay`: sends the octets of a finding again, and shows and judges what comes of it.
 *
 * @param command how a client is started; empty where it is none, or a browser
 * @returns the exit code: 1 still fails, 0 fixed, 3 cannot tell
 */
export async function runReplay(
  version: string,
  file: string,
  command: readonly string[],
  options: ReplayOptions,
  io: Io,
): Promise<number> {
  const { clause, url, timeout, markdown, ...given } = options;
  checkWritable(markdown, io.cwd);
  const read = await readFinding(file, clause, io);
  const { mode, target: from, declared, finding } = read;
  if (mode === 'client') {
    const seen = await replayClient(read, command, options);
    const { tellStart } = await import('../verify/start-client.ts');
    const rules = options.rules === undefined ? [] : [`--rules ${options.rules}`];
    const again = withCommand(finding, [...rules, ...tellStart(command, options)]);
    const hide = options.showSecrets ? <T>(each: T) => each : hideInRequests;
    return tell({ ...hide(seen), target: from }, hide(again), options, version, io);
  }
  if (command.length > 0 || options.browser !== undefined)
    throw new UsageError(`${file} is about a ${mode}: a command after -- and --browser are only for clients`);
  const { auth: _auth, header: _header, subprotocol = [], subprotocolRequired = false, ...kept } = declared;
  const names = subprotocol.filter(isToken); // others have a placeholder
  const settings = { ...kept, ...(names.length > 0 ? { subprotocol: names, subprotocolRequired } : {}) };
  const isHidden = url === undefined && from.includes('***');
  const target = isHidden ? null : makeTarget(url ?? from, { ...settings, ...given });
  const isOfProxy = mode === 'proxy';
  if (isOfProxy && !options.backend)
    throw new UsageError(`${file} is about a proxy: give --backend, the address that the proxy forwards to`);
  // Whoever has written the file has chosen where this leads.
  if (url === undefined && target)
    io.stderr.write(`ws101: connecting to ${visible(from)}, which is the target in ${visible(file)}\n`);
  if (isOfProxy && target && options.backend) {
    const { replayProxy } = await import('./replay-proxy.ts');
    const seen = await replayProxy(read, target, { ...options, backend: options.backend }, io);
    const { tellBackend } = await import('../verify/backend.ts');
    const again = withCommand(finding, [tellBackend({ ...options, backend: options.backend })]);
    const at = url === undefined ? from : showUrl(target);
    return tell({ ...seen, target: at }, withUrl(again, url, at), options, version, io);
  }
  const replay =
    target === null
      ? {
          outcome: 'cannot tell' as const,
          problem: `the secret in the URL ${from} is hidden: give the whole URL with --url`,
        }
      : await replayFinding(finding, declared, target, timeout);
  const answer = 'answer' in replay ? replay.answer : undefined;
  const hide = options.showSecrets ? <T>(each: T) => each : hideInReplies;
  const seen: ReplaySeen = hide({
    outcome: replay.outcome,
    problem: 'problem' in replay ? replay.problem : '',
    target: target === null || url === undefined ? from : showUrl(target),
    now: {
      ...('fault' in replay ? { ...describeFault(replay.fault), seen: encodeSeen(replay.fault) } : {}),
      ...(replay.outcome === 'fixed' ? { observed: describePhrase(answerPhrase(replay.answer)) } : {}),
      ...(answer && target ? { response: toBase64(hideIssued(answer.octets, target)) } : {}),
    },
  });
  if (url === undefined || target === null || !('sent' in replay))
    return tell(seen, withUrl(finding, url, seen.target), options, version, io);
  // What depends on the URL is another now, and so is the script.
  const { response: _response, ...sent } = encodeOctets({ ...replay.sent, response: new Uint8Array() });
  const { remakeFinding } = await import('./remake.ts');
  const moved = remakeFinding({ ...finding, ...sent }, { mode, target: seen.target, declared, file });
  return tell(seen, withUrl(moved, url, seen.target), options, version, io);
}

/** The finding, whose command leads where it was played now, without what is secret of that. */
function withUrl(finding: Finding, url: string | undefined, at: string): Finding {
  const isTold = url === undefined || finding.replay.includes(' --url ');
  return isTold ? finding : withCommand(finding, [`--url ${quoteForShell(at)}`]);
}

/** The finding, whose command says how it is played as well. */
function withCommand(finding: Finding, how: readonly string[]): Finding {
  return { ...finding, replay: [finding.replay, ...how].join(' ') };
}

async function replayClient(
  { finding, ...run }: FindingFile,
  command: readonly string[],
  { rules, timeout, ...start }: ReplayOptions,
): Promise<Omit<ReplaySeen, 'target'>> {
  const { startClient } = await import('../verify/start-client.ts');
  const { NoClient } = await import('../../verify/connector/connector.ts');
  const { replayClientFinding } = await import('../../verify/client/replay.ts');
  try {
    const connector = await startClient(command, start, 1);
    try {
      const bound = rules ?? (start.browser === undefined ? 'rfc6455' : 'whatwg');
      const replay = await replayClientFinding(finding, connector, { ...run, rules: bound, timeout });
      if (replay.outcome === 'cannot tell') return { ...replay, now: {} };
      const { outcome, shown = { request: new Uint8Array(), response: new Uint8Array() } } = replay;
      const { expected, observed, hint } =
        'fault' in replay
          ? describeFault(replay.fault)
          : { ...finding, observed: describePhrase(replay.observed) };
      // The title names the accept value of the octets, which is another one now; a short one may be any word of it.
      const [then, later] = [Buffer.from(finding.response, 'base64'), shown.response].map(acceptOf);
      const isNamed = then !== undefined && then.length > 20 && later;
      const title = isNamed ? finding.title?.replaceAll(then, later) : undefined;
      const words = { ...(title === undefined ? {} : { title }), ...(hint === undefined ? {} : { hint }) };
      const seen = 'fault' in replay ? encodeSeen(replay.fault) : [];
      return { outcome, problem: '', now: { expected, observed, seen, ...words, ...encodeOctets(shown) } };
    } finally {
      await connector.close();
    }
  } catch (error) {
    if (error instanceof NoClient) return { outcome: 'cannot tell', problem: error.message, now: {} };
    throw error;
  }
}

function acceptOf(reply: Uint8Array): string | undefined {
  const parsed = parseReply(reply);
  return parsed.ok ? fieldValues(parsed.value.fields, 'sec-websocket-accept')[0] : undefined;
}

/** Says what came of it. @returns the exit code */
async function tell(
  { outcome, problem, target, now }: ReplaySeen,
  finding: Finding,
  { markdown, clause: asked }: Pick<ReplayOptions, 'markdown' | 'clause'>,
  version: string,
  io: Io,
): Promise<number> {
  // Where another request has come, so has what stands behind it.
  const { behind: _behind, hint: _hint, ...withoutBehind } = finding;
  // How often it was seen then is not how often it is now; another request has another key, which a hint may name.
  const { again: _again, ...played }: Finding = 'request' in now ? withoutBehind : finding;
  const seen: Finding = { ...played, ...('response' in now ? { seen: [] } : {}), ...now };
  const { stdout, stderr } = io;
  const paint = makePaint(io);
  const about = `${finding.level} ${finding.clause} (${sourceOf(finding.clause)})`;
  if (markdown !== undefined) {
    const { renderFindingMarkdown } = await import('../../verify/report/format/markdown.ts');
    const render = (each: { readonly seen: Finding; readonly target: string }) =>
      renderFindingMarkdown(each.seen, each.target, version);
    writeRendered(markdown, { seen, target }, render, io);
  }
  const out = markdown === '-' ? stderr : stdout;
  const isFixed = outcome === 'fixed';
  const isOfAnother = isFixed && asked !== undefined && asked !== finding.clause;
  if (outcome === 'cannot tell' || isOfAnother) {
    const why = isOfAnother ? `it is kept now, and its octets do not show whether ${asked} is` : problem;
    stderr.write(`ws101: ${about}: ${visible(why)}\n`);
    out.write(`${paint('yellow', 'cannot tell')}\n`);
    return 3;
  }
  out.write(`${isFixed ? paint('green', 'fixed') : paint('red', 'still fails')}  ${about}\n`);
  if (markdown === undefined)
    writeRendered('-', seen, (each) => `${tellSeen(each, isFixed, paint).join('\n')}\n`, io);
  if (isFixed)
    out.write(
      `The clause may be broken in another way: ws101 verify --only ${finding.clause} plays all of it.\n`,
    );
  return isFixed ? 0 : 1;
}

/** What was sent and what came back, now. What is fixed is no finding any more. */
function tellSeen(seen: Finding, isFixed: boolean, paint: Paint): readonly string[] {
  if (!isFixed) return renderFinding(seen, true, paint).slice(1);
  const { title: _title, hint: _hint, also: _also, ...kept } = seen;
  return renderFinding({ ...kept, title: seen.rule ?? seen.clause }, true, paint).slice(2);
}
