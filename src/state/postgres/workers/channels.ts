import type { Queries } from '../session.ts';

/** Notifications only save time: everything is in the tables, and is looked for without one, too. */
export function leaderChannel(campaign: number): string {
  return `callsheet_leader_${campaign}`;
}

export function workersChannel(campaign: number): string {
  return `callsheet_workers_${campaign}`;
}

/** Notifies at once, but not more often than the leader can make use of it: each of them wakes a process of the server, and a commit. */
export function createNotifier({ rows }: Queries, channel: string): () => void {
  return notMoreOftenThan(leaderReadsMs, () => void rows('SELECT pg_notify($1, $2)', [channel, '']).catch(() => {}));
}

export const leaderReadsMs = 10;

/** Does it at once, unless it was done so short a time ago: then at the end of that time. */
export function notMoreOftenThan(ms: number, work: () => void): () => void {
  let doneAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;
  const doIt = (): void => {
    later = undefined;
    doneAt = performance.now();
    work();
  };
  return () => {
    if (later !== undefined) return;
    const waitMs = doneAt + ms - performance.now();
    if (waitMs <= 0) doIt();
    else later = setTimeout(doIt, waitMs).unref();
  };
}
