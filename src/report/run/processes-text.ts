import type { RunProcess, RunProcesses } from '../../state/backend.ts';
import { formatInstant } from '../../time/local-time.ts';
import { formatDayTime, formatLength } from '../plan/words.ts';

/** Who leads a run and who sends for it, a line each; nothing where nobody does. */
export function processesToText({ leader, workers }: RunProcesses, timezone: string): readonly string[] {
  if (leader === undefined && workers.length === 0) return [];
  const name = (one: RunProcess): string => `process ${one.pid} on ${one.host}, ${sinceWords(one, timezone)}`;
  const head = leader === undefined ? 'Nobody leads it' : `Led by ${name(leader)}`;
  return [
    `${head}${workers.length === 0 ? '.' : '. Workers:'}`,
    ...workers.map((worker) => `  ${name(worker)}, ${worker.slots} of ${worker.most} slots`),
  ];
}

function sinceWords({ since, seen }: RunProcess, timezone: string): string {
  const lastSeen = seen === undefined ? '' : `, seen ${formatLength(Math.round(seen.agoMs / 1000) * 1000)} ago`;
  return `since ${formatDayTime(since, timezone, true)}${lastSeen}`;
}

/** The same as JSON, with instants as ISO 8601. */
export function processesToJson({ leader, workers }: RunProcesses, timezone: string) {
  const asJson = ({ pid, host, since, seen }: RunProcess) => ({
    pid,
    host,
    since: formatInstant(since, timezone),
    ...(seen && { lastSeen: formatInstant(seen.at, timezone) }),
  });
  return {
    leader: leader === undefined ? null : asJson(leader),
    workers: workers.map((worker) => ({ ...asJson(worker), slots: worker.slots, mostSlots: worker.most })),
  };
}
