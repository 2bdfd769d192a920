import type { LeaseTerm } from '../ledger/lease-term.ts';

/** What a process does for a run. */
export type Role = 'leading' | 'sending';

export interface WatchedRun {
  readonly campaign: string;
  /** Absent while a worker waits for a leader. */
  readonly run?: string | undefined;
  readonly role: Role;
  /** Absent where the run is this process's own while it lives. */
  readonly term: LeaseTerm | undefined;
  /** Asks the state file or the store for something small. */
  readonly ask: () => Promise<unknown>;
}

export interface Health {
  readonly status: 'ready' | 'starting' | 'notReady';
  readonly runs: readonly RunHealth[];
}

export interface RunHealth {
  readonly campaign: string;
  readonly run?: string | undefined;
  readonly role: Role;
  /** Whether the state file or the store answered within a second. */
  readonly stateAnswers: boolean;
  /** Since the latest renewal of the lease; absent where there is no lease. */
  readonly leaseAgeSeconds?: number;
  readonly leaseLeftSeconds?: number;
}

const answerMsMost = 1_000;

/** Ready: every run could go on now, as its state answers and its lease allows a start. */
export async function checkHealth(runs: readonly WatchedRun[]): Promise<Health> {
  if (runs.length === 0) return { status: 'starting', runs: [] };
  const checked = await Promise.all(runs.map(checkRun));
  return {
    status: checked.every(({ isReady }) => isReady) ? 'ready' : 'notReady',
    runs: checked.map(({ health }) => health),
  };
}

async function checkRun({ campaign, run, role, term, ask }: WatchedRun) {
  const stateAnswers = await answersInTime(ask);
  const ageMs = term?.ageMs() ?? 0;
  const lease =
    term === undefined
      ? {}
      : { leaseAgeSeconds: seconds(ageMs), leaseLeftSeconds: seconds(Math.max(0, term.leaseMs - ageMs)) };
  const health: RunHealth = { campaign, run, role, stateAnswers, ...lease };
  return { isReady: stateAnswers && term?.mayStart() !== false, health };
}

async function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerMsMost);
  });
  const answered = ask().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
