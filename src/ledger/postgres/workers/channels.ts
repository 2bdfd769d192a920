import { looksOnMs } from '../../hand-out.ts';
import type { Queries } from '../session.ts';

/** Notifications only save time: everything is in the tables, and is looked for without one, too. */
export function leaderChannel(campaign: number): string {
  return `callsheet_leader_${campaign}`;
}

export function workersChannel(campaign: number): string {
  return `callsheet_workers_${campaign}`;
}

/** Notifies, unless it has lately: the leader goes on looking by itself then. Each notification is a commit, and wakes processes. */
export function createNotifier({ rows }: Queries, channel: string): () => void {
  let notifiedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - notifiedAt < looksOnMs / 2) return;
    notifiedAt = now;
    rows('SELECT pg_notify($1, $2)', [channel, '']).catch(() => {});
  };
}
