import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { RunProcess, RunProcesses } from '../../ledger/backend.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Summary } from '../../run/event.ts';
import type { RunState, SeenRun } from '../../run/run-state.ts';
import type { RemovedStep } from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { column, type Table, table } from '../document.ts';
import { outcomeWords } from '../jobs/run-statistics.ts';
import { formatCounts, formatDayTime, formatWait, type NamedStep, stepWords } from '../plan/words.ts';
import { textLines } from '../render/text.ts';
import type { TextOptions } from '../render/text-words.ts';

export const runStateWords: Readonly<Record<RunState, string>> = {
  new: 'not started',
  running: 'running',
  paused: 'paused',
  cancelled: 'cancelled',
  stopped: 'stopped with work left; continue with `callsheet run`',
  finished: 'finished',
};

type EndedRun = Pick<SeenRun, 'ended'> & { readonly state: RunState | 'unreadable' };

export const nobodyContacted = 'Nobody was contacted.';

/** Why a run does not go on, or why it did not reach everybody, without a full stop; undefined where nothing is to be said. */
export function formatRecordedEnd(run: EndedRun, timezone: string): string | undefined {
  return recordedEnd(run, (at) => formatDayTime(at, timezone))?.join('');
}

/** `formatRecordedEnd` in parts, with its moment as one likes. */
export function recordedEnd<Moment>(
  { state, ended }: EndedRun,
  moment: (at: Instant) => Moment,
): readonly (string | Moment)[] | undefined {
  if (state !== 'stopped' && state !== 'finished') return undefined;
  if (ended === undefined) return ['Its process died: it was killed, it crashed, or its machine stopped'];
  if (ended.reason === undefined) return undefined;
  return [state === 'stopped' ? 'Stopped ' : 'Ended ', moment(ended.at), `: ${ended.reason}`];
}

const columns = ['accepted', 'rejected', 'skipped', 'expired', 'inDoubt', 'pending'] as const;

/** Counts by step and outcome, with their sums. */
export function summaryTable(steps: readonly (NamedStep & { readonly summary: Summary })[], total: Summary): Table {
  const shown = total.cancelled === undefined ? columns : [...columns, 'cancelled' as const];
  const counts = (summary: Summary): readonly number[] => shown.map((field) => summary[field] ?? 0);
  const numbers = shown.map((field) => column.number(outcomeWords[field]));
  const rows = steps.map((step) => ({ cells: [stepWords(step), ...counts(step.summary)] }));
  const sums = steps.length > 1 ? [{ cells: ['total', ...counts(total)] }] : [];
  return table('Steps', [column.row('step'), ...numbers], [...rows, ...sums]);
}

export function summaryText(options: TextOptions, ...given: Parameters<typeof summaryTable>): string {
  return textLines([summaryTable(...given)], options).join('\n');
}

/** What the sums leave out: people who were reached by steps that are no longer in the file. */
export function removedStepsText(removed: readonly RemovedStep[]): readonly string[] {
  return removed.map(({ step, accepted, inDoubt, others }) => {
    const more = formatCounts({ 'in doubt': inDoubt, 'with another outcome': others });
    const counts = [`${formatCount(accepted)} accepted`, ...more].join(', ');
    return `Not in these counts: ${counts} in step \`${visibleLine(step)}\`, which is no longer in the file.`;
  });
}

/** Where the reasons are, and how such jobs are sent again; nothing where none was rejected. `report`: that command. */
export function rejectedText({ rejected }: Pick<Summary, 'rejected'>, report: string): readonly string[] {
  return rejected === 0 ? [] : [`\`${report}\` says why jobs were rejected, and how to send them again.`];
}

/** Who leads a run and who sends for it, a line each; nothing where nobody does. */
export function processesToText(processes: RunProcesses, timezone: string): readonly string[] {
  return processLines(processes, (one) => sinceWords(one, timezone)).map((line) => line.join(''));
}

/** `processesToText` in parts, with since when each is there as one likes. */
export function processLines<Since>(
  { leader, workers }: RunProcesses,
  since: (one: RunProcess) => Since,
): readonly (readonly (string | Since)[])[] {
  if (leader === undefined && workers.length === 0) return [];
  const name = (one: RunProcess) => [`process ${one.pid} on ${one.host}, `, since(one)];
  const head = leader === undefined ? ['Nobody leads it'] : ['Led by ', ...name(leader)];
  const lacksSenders = leader?.leavesSending === true && workers.length === 0;
  return [
    [...head, workers.length === 0 ? '.' : '. Workers:'],
    ...(lacksSenders
      ? [['Nobody sends: it leaves that to workers, and there are none. Start `callsheet worker`.']]
      : []),
    ...workers.map((worker) => ['  ', ...name(worker), `, ${worker.slots} of ${worker.most} slots`]),
  ];
}

function sinceWords({ since, seen }: RunProcess, timezone: string): string {
  const lastSeen = seen === undefined ? '' : `, seen ${formatWait(Math.round(seen.agoMs / 1000) * 1000)} ago`;
  return `since ${formatDayTime(since, timezone, true)}${lastSeen}`;
}

/** For a leader that leaves sending to workers: that there are none, or that there are some again. */
export function workersToText({ campaign, run }: { readonly campaign: string; readonly run: string }, count: number) {
  if (count > 0)
    return `${count === 1 ? '1 worker sends' : `${count} workers send`} for run ${run} of ${campaign} now.`;
  return `Nobody sends for run ${run} of ${campaign}: this process leaves that to workers, and there are none. Start \`callsheet worker\`.`;
}

/** `processesToText` as JSON, with instants as ISO 8601. */
export function processesToJson({ leader, workers }: RunProcesses, timezone: string) {
  const asJson = ({ pid, host, since, seen }: RunProcess) => ({
    pid,
    host,
    since: formatInstant(since, timezone),
    ...(seen && { lastSeen: formatInstant(seen.at, timezone) }),
  });
  return {
    leader: leader === undefined ? null : { ...asJson(leader), ...(leader.leavesSending && { sends: false }) },
    workers: workers.map((worker) => ({ ...asJson(worker), slots: worker.slots, mostSlots: worker.most })),
  };
}
