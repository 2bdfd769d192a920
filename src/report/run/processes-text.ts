import type { RunProcess, RunProcesses } from '../../ledger/backend.ts';
import { formatInstant } from '../../time/local-time.ts';
import { formatDayTime, formatWait } from '../plan/words.ts';

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
