import { createHash } from 'node:crypto';
import { formatAddress, type JobAddress, type JobId, parseAddress } from '../../src/job/address.ts';
import type { Decision, JobRecord } from '../../src/job/job.ts';
import { listJobs, type RunAbout, type StateBackend } from '../../src/ledger/backend.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { loggedRequests } from '../../src/rehearsal/kill-everywhere.ts';
import type { ProcessRun } from '../../src/rehearsal/run-rehearsal.ts';
import { decideJobs } from '../../src/run/operator/decide-jobs.ts';
import type { RunResult } from '../../src/run/run-state.ts';
import type { Account } from '../../src/sandbox/account/account.ts';
import type { Dice } from './simulated-campaign.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

export interface DecidedJob {
  readonly address: JobAddress;
  readonly to: Decision['state'];
  readonly at: Instant;
}

/** Those who ask the service what became of the jobs in doubt, and decide upon them beside the run, as `reconcile` does. */
export interface SimulatedDecisions {
  /** A job is in doubt from now on: somebody may look at it soon, or later. */
  doubted(): void;
  begins(process: ProcessRun): Promise<void>;
  ends(end: RunResult | 'died'): void;
  /** There is something for another process to do. */
  hasNews(): boolean;
  readonly made: readonly DecidedJob[];
  /** Sentences: a process ended by itself, and did not act upon decisions that it knew of. */
  readonly ignored: readonly string[];
}

/** What is on its way arrives sooner: a person who looks at a doubt so much later sees the truth. */
const surelyArrivedMs = 15_000;
/** A process that knew of a decision so long before its end has had the time to act on it. */
const actsWithinMs = 1_000;

export function createSimulatedDecisions(
  dice: Dice,
  given: {
    readonly machine: () => SimulatedMachine;
    readonly now: () => Instant;
    readonly sleep: (ms: number) => Promise<void>;
    /** The files still have the job. */
    readonly isThere: (job: JobId) => boolean;
    readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  },
): SimulatedDecisions {
  const { machine, now, sleep, isThere, hold } = given;
  const made: DecidedJob[] = [];
  const ignored: string[] = [];
  let left = dice.pick([0, 1, 2, 5]);
  let isNews = false;
  let process: ProcessRun | undefined;
  let place: { readonly backend: StateBackend; readonly about: RunAbout; readonly account: Account } | undefined;
  /** What the process that is there knows to be decided. */
  let known: readonly DecidedJob[] = [];
  let knownSince: Instant = 0;
  /** The process before ended by itself, and had the time to act on these. */
  let due: readonly DecidedJob[] = [];

  const decide = async (): Promise<void> => {
    const { backend, about, account } = place!;
    const at = machine().now();
    const found = await hold(async () => {
      const opened = await backend.openForReading({ about });
      if (opened === undefined || 'refused' in opened) return [];
      const { reader } = opened;
      const old = (await listJobs(reader, { state: 'inDoubt' })).filter((job) => isOld(job, at));
      const decisions = old.map((job) => ({ job, to: rightly(job, account, dice) }));
      const who = { by: 'Ada', comment: 'as the service shows it' };
      const result = await decideJobs({ backend, reader, decisions, who, at, now: false, together: false });
      await reader.close();
      return 'refused' in result || !('decided' in result) ? [] : result.decided;
    });
    if (found.length === 0) return;
    isNews = true;
    made.push(...found.map(({ job, to }) => ({ address: formatAddress(job), to, at: now() })));
    const running = process;
    await sleep(dice.between(0, 250));
    await machine().awake();
    if (running === undefined || running !== process || !running.isAlive()) return;
    const { decisions } = await hold(() => running.lease.requests());
    running.control.noteDecisions(decisions);
    known = [...made];
    knownSince = now();
  };

  return {
    made,
    ignored,
    hasNews: () => isNews,
    doubted() {
      if (left === 0 || dice.chance(0.3)) return;
      left--;
      const waitMs = surelyArrivedMs + dice.pick([0, 5_000, 60_000, 600_000, 7_200_000]);
      void sleep(waitMs).then(decide);
    },
    async begins(next) {
      process = next;
      place = { backend: next.state, about: next.lease.about, account: next.account };
      [known, isNews] = [[], false];
      for (const { address } of due) {
        const job = await next.lease.job(parseAddress(address)!);
        const times = due.filter((one) => one.address === address).length;
        const isLeft = job?.state === 'pending' && isThere(job) && job.decisions?.at(-1)?.at === job.settledAt;
        // What was decided after that process has ended is for this one.
        if (job?.decisions?.length !== times) continue;
        if (isLeft) ignored.push(`${address} was to be sent again, and a process ended by itself without it`);
      }
    },
    ends(end) {
      process = undefined;
      const endedByItself = end !== 'died' && end.reason === undefined && end.kept.length === 0;
      due = endedByItself && knownSince + actsWithinMs < now() ? known : [];
    },
  };
}

function isOld({ settledAt = 0 }: JobRecord, at: Instant): boolean {
  return settledAt + surelyArrivedMs <= at;
}

/** What the service shows of the job decides; what did not arrive is given up now and then. */
function rightly({ requestHash }: JobRecord, account: Account, dice: Dice): Decision['state'] {
  for (const { body, effect } of loggedRequests(account)) {
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16);
    if (effect && hash === requestHash) return 'accepted';
  }
  return dice.pick(['pending', 'pending', 'cancelled']);
}
