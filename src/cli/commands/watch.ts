import { relative, resolve } from 'node:path';
import { messageOf } from '../../diagnostic/message-of.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import { variableDigests } from '../../plan/saved/digests.ts';
import {
  type Console,
  type Files,
  type Host,
  type Instant,
  interrupted,
  stopSignal,
  withConsole,
} from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';
import { planDocument } from '../../report/plan/document.ts';
import { formatClock } from '../../report/plan/words.ts';
import { createWatcher } from '../../watch/watcher.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { tellHeld, tellNewRun } from '../messages/held-run.ts';
import { attachState, type OpenedCampaign, snapshotsOf } from '../open/open-campaign.ts';
import { printFindings } from '../open/refuse.ts';
import { isInFuture } from '../open/start-time.ts';
import type { RunOptions } from '../options/shared-options.ts';
import { printDocument } from '../output/print-document.ts';
import { type ComparablePlan, createComparison } from '../plan/compare-plan.ts';
import { planInput, plannedFrom } from '../plan/plan-input.ts';
import { runToEnd } from '../run/run-to-end.ts';

export interface WatchOptions extends RunOptions {
  /** `--run`: after each good save, carry out what is left. */
  readonly carryOut: boolean;
}

/** callsheet watch FILE: on every save of it or a file it names, check, plan again, and say what changed. Until Ctrl-C. */
export async function watch(options: WatchOptions, host: Host): Promise<ExitCode> {
  if (options.carryOut && options.at !== undefined && !options.sandbox)
    return couldNot(host, '--at with --run needs --sandbox: a real run starts at `starts`, or now. Nothing was sent.');
  const { fault } = openProject(options, host);
  if (fault !== undefined) return couldNot(host, fault);
  const envFiles = options.envFile === undefined ? [] : [resolve(host.cwd, options.envFile)];
  /** The last valid plan. */
  let seen: ComparablePlan | undefined;
  let timezone: string | undefined;
  let refused: ExitCode | undefined;
  let carriedOut = exitCode.done as ExitCode;
  // With JSON, stdout is for the events of a run: findings and changes are for people.
  const people = options.format === 'json' ? withConsole(host, { out: host.console.err }) : host;
  // Plans are compared as of one instant: what differs then is the edit, not the hour.
  const begun = host.clock.now();
  const stop = new AbortController();
  const ask = async (question: string): Promise<string | undefined> => {
    const answer = await host.console.ask(question);
    if (answer === interrupted) stop.abort();
    return answer;
  };

  const noted: Files = {
    ...host.files,
    readBytes(path, mostBytes) {
      watcher.reads(path);
      return host.files.readBytes(path, mostBytes);
    },
    stream(path, mostBytes) {
      watcher.reads(path);
      return host.files.stream(path, mostBytes);
    },
  };

  const look = async (): Promise<void> => {
    // The env file may have been saved.
    const project = openProject(options, host);
    if (project.fault !== undefined) {
      host.console.err(`${project.fault} Waiting for the next save.\n`);
      return;
    }
    const loaded = await loadFrom(project, {
      files: noted,
      path: options.file,
      depth: 'rendered',
      unsetEnv: options.carryOut ? 'error' : 'warning',
      snapshots: snapshotsOf(project, options, host, 'missing'),
      isInFuture: isInFuture(host.clock),
    });
    watcher.follow([...loaded.referencedFiles, ...envFiles]);
    if (loaded.absent) {
      host.console.err(`There is no file ${options.file}; waiting for it.\n`);
      return;
    }
    if (loaded.diagnostics.length > 0) printFindings({ ...options, findings: 'pretty' }, loaded.diagnostics, people);
    if (loaded.value === undefined) {
      host.console.err(
        `${seen === undefined ? 'No plan yet' : 'Keeping the last valid plan'}; waiting for the next save.\n`,
      );
      return;
    }
    const opened = await attachState(project, { ...loaded, value: loaded.value }, options, host);
    if (typeof opened === 'number') {
      refused = opened;
      stop.abort();
      return;
    }
    try {
      // As `plan` would take it at the start of the watch.
      const now = options.realTime ? begun : await plannedFrom(opened, options.at, begun);
      if (typeof now === 'string') {
        refused = couldNot(host, now);
        stop.abort();
        return;
      }
      // A run refuses, and says so itself.
      if (!options.carryOut) {
        await tellNewRun(opened);
        await tellHeld(opened);
      }
      seen = await tell(opened, now, seen, options, people.console);
      ({ timezone } = opened.campaign);
    } finally {
      await opened.close();
    }
    if (options.carryOut) carriedOut = await runToEnd(options, withConsole(host, { ask }));
    if (!stop.signal.aborted) host.console.err('Watching for changes. Press Ctrl-C to stop.\n');
  };

  const savedLine = (changed: readonly string[]): string => {
    const names = changed.map((path) => visibleLine(relative(host.cwd, path))).join(', ');
    const time = timezone === undefined ? '' : `${formatClock(host.clock.now(), timezone, true)}  `;
    return `${time}${names} changed`;
  };
  /** A terminal shows the latest save alone; what runs have done stays, and so does what is piped. */
  const clearScreen = (): void => {
    const { outIsTerminal, errIsTerminal, height } = host.console;
    if (outIsTerminal && errIsTerminal && !options.carryOut) host.console.erase('err', height);
  };
  const watcher = createWatcher(async (changed) => {
    try {
      if (changed.length > 0) {
        clearScreen();
        people.console.err(`\n${savedLine(changed)}\n`);
      }
      await look();
    } catch (error) {
      host.console.err(`${messageOf(error)}\n`);
    }
  });
  void stopSignal(host.signals).then(() => stop.abort());
  watcher.follow([resolve(host.cwd, options.file)]);
  await watcher.runNow();
  if (!stop.signal.aborted) await new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()));
  await watcher.close();
  // Ctrl-C ends a watch as it should; a run that it stopped has work left.
  return refused ?? (carriedOut === exitCode.stopped ? carriedOut : exitCode.done);
}

/** Prints the plan the first time, unless a run does, and afterwards the difference in words. */
async function tell(
  opened: OpenedCampaign,
  now: Instant,
  before: ComparablePlan | undefined,
  { carryOut, yes, sandbox, showNumbers }: WatchOptions,
  console: Console,
): Promise<ComparablePlan> {
  const comparison = createComparison(opened, variableDigests(opened.campaign.id, opened.env));
  const planned = await planInput(opened, now);
  const plan = planCampaign({ ...planned, onJob: comparison.note });
  if (before !== undefined) {
    const { document } = await comparison.since(before, plan, planned.history, showNumbers);
    printDocument(document, 'text', console);
  } else if (!carryOut || yes || sandbox) {
    // A run that asks shows its plan itself.
    printDocument(planDocument(plan, { showNumbers }), 'text', console);
  }
  return comparison.comparable(plan);
}
