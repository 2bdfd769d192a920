import type { JobRecord } from '../../job/job.ts';
import type { RunProcesses } from '../../ledger/backend.ts';
import type { Approval } from '../../ledger/signed/approval.ts';
import type { DecisionGroup, RunAction } from '../../ledger/signed/decision-log.ts';
import type { Summary } from '../../run/event.ts';
import { isUnderWay, type RunState, type SeenRun, seeRecorded } from '../../run/run-state.ts';
import {
  type JobCounts,
  jobCounts,
  jobsIn,
  type RemovedStep,
  removedSteps,
  type StepSummary,
  summarise,
} from '../../run/summary.ts';
import { readWavesSoFar, type WaveSoFar } from '../../run/waves-so-far.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';

/** What the state file says at one moment. */
export interface Peek extends SeenRun {
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
  /** A process carries it out. */
  readonly isHeld: boolean;
  readonly counts: JobCounts;
  readonly removed: readonly RemovedStep[];
  readonly inDoubt: readonly JobRecord[];
  readonly sending: readonly JobRecord[];
  readonly waves: readonly WaveSoFar[];
  readonly approvals: readonly Approval[];
  /** Who has paused or cancelled it, where that was said. */
  readonly lastAction: readonly DecisionGroup[];
  /** Undefined with a state file. */
  readonly processes: RunProcesses | undefined;
}

/** What does not change while they live. */
export function namesOf(processes: RunProcesses | undefined): readonly unknown[] {
  if (processes === undefined) return [];
  const { leader, workers } = processes;
  return [
    leader?.pid,
    leader?.host,
    leader?.leavesSending,
    ...workers.map(({ pid, host, slots }) => [pid, host, slots]),
  ];
}

const stoppedBy: Readonly<Partial<Record<RunState, RunAction>>> = { paused: 'pause', cancelled: 'cancel' };

export async function peek(opened: OpenedCampaign): Promise<Peek> {
  const { campaign, reader } = opened;
  const counts = await jobCounts(reader);
  const inDoubt = await jobsIn(reader, counts, 'inDoubt');
  const seen = await seeRecorded(reader);
  const isHeld = reader !== undefined && (await isUnderWay(reader));
  const actions = ((await reader?.decisions()) ?? []).filter(({ did }) => did !== undefined);
  return {
    ...seen,
    ...(await summarise(opened, reader, counts)),
    isHeld,
    counts,
    inDoubt,
    removed: removedSteps(campaign, counts),
    sending: await jobsIn(reader, counts, 'sending'),
    waves: await readWavesSoFar(campaign, reader, isHeld),
    approvals: (await reader?.approvals()) ?? [],
    lastAction: actions.slice(-1).filter(({ did }) => did === stoppedBy[seen.state]),
    processes: await reader?.processes?.(),
  };
}
