/** Notifications only save time: everything is in the tables, and is looked for without one, too. */
export function leaderChannel(campaign: number): string {
  return `callsheet_leader_${campaign}`;
}

export function workersChannel(campaign: number): string {
  return `callsheet_workers_${campaign}`;
}
