import { everybodyIn } from '../../campaign/audiences/selection.ts';
import { emptyHistory } from '../../job/history.ts';
import type { RunProcesses } from '../../ledger/backend.ts';
import type { StaleList } from '../../ledger/contacts/ledger.ts';
import type { RunAction } from '../../ledger/signed.ts';
import { nothingLeft, whatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import { staleListOf } from '../../project/contacts.ts';
import { heldInFlight, readHistory, resumed } from '../../run/resume/effective-history.ts';
import {
  historyDetail,
  isDoneForGood,
  type SeenRecords,
  seeRun,
  type WorkLeft,
  workLeft,
} from '../../run/resume/work-left.ts';
import { isUnderWay, type RunState, seeRecorded } from '../../run/run-state.ts';
import { jobCounts, jobsIn, overdueMs, readWavesSoFar, removedSteps, summarise } from '../../run/summary.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { nowOf } from '../open/start-time.ts';

/** What is next, and by which clock. */
export interface Outlook extends WorkLeft {
  readonly now: Instant;
  /** Nothing was done of a campaign whose `starts` has passed: a real run asks for `--late`. */
  readonly overdue: boolean;
  /** For which a run would be refused now. */
  readonly stale: StaleList | undefined;
}

export async function foresee(
  look: Pick<Peek, 'state' | 'summary' | 'steps' | 'sending'>,
  opened: OpenedCampaign,
  held: boolean,
): Promise<Outlook> {
  const { state, summary, steps, sending } = look;
  const { campaign, rosters, reader, shared, project, contacts } = opened;
  const about = await aboutNext(opened);
  const { now } = about;
  const hasReached = summary.accepted + summary.rejected + summary.inDoubt > 0;
  const isDone = isDoneForGood(campaign, steps, sending.length > 0);
  const mayBeOverdue = !project.sandbox && !isDone && !hasReached;
  const overdue = mayBeOverdue && (await overdueMs({ campaign, now, reader: shared })) !== undefined;
  if (!isDone) await contacts?.know(everybodyIn(opened));
  const stale = isDone || held ? undefined : contacts && (await staleListOf(project, opened, contacts, now));
  const seen = { now, overdue, stale };
  if (reader !== undefined && !held) return { ...seen, ...(await workLeft({ ...about, reader, steps })) };
  const recorded = shared && (await readHistory(campaign, shared, historyDetail(campaign)));
  const isSent = held && state === 'running';
  const history = recorded && (isSent ? heldInFlight(recorded) : resumed(campaign, recorded, new Set()));
  const next = whatNext({ ...about, campaign, rosters, history: history ?? emptyHistory });
  return { ...seen, edited: [], renames: [], ...nothingLeft, ...next };
}

/** What a run is, and what is recorded of it, as the next process takes it. */
export async function seeNow(opened: OpenedCampaign): Promise<SeenRecords> {
  const { reader } = opened;
  if (reader !== undefined && !(await isUnderWay(reader))) await opened.contacts?.know(everybodyIn(opened));
  return seeRun({ ...(await aboutNext(opened)), reader });
}

/** The next process of a run, as far as what it does depends on that. */
async function aboutNext(opened: OpenedCampaign) {
  const { run, contacts, project, host } = opened;
  return {
    loaded: opened,
    run,
    files: host.files,
    contacts: contacts && { run, factsOf: contacts.factsOf, keepsPlanned: true },
    part: undefined,
    now: await nowOf(opened),
    // A sandbox run begins each wave by itself, unless one has broken `haltIf`.
    promotes: project.sandbox ? ('unbroken' as const) : undefined,
  };
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

export type Peek = Awaited<ReturnType<typeof peek>>;

/** What the state file says at one moment. */
export async function peek(opened: OpenedCampaign) {
  const { campaign, reader } = opened;
  const counts = await jobCounts(reader);
  const inDoubt = await jobsIn(reader, counts, 'inDoubt');
  const seen = await seeRecorded(reader);
  const isHeld = reader !== undefined && (await isUnderWay(reader));
  const actions = ((await reader?.decisions()) ?? []).filter(({ did }) => did !== undefined);
  return {
    ...seen,
    ...(await summarise(opened, reader, counts)),
    /** A process carries it out. */
    isHeld,
    counts,
    inDoubt,
    removed: removedSteps(campaign, counts),
    sending: await jobsIn(reader, counts, 'sending'),
    waves: await readWavesSoFar(campaign, reader, isHeld),
    approvals: (await reader?.approvals()) ?? [],
    /** Who has paused or cancelled it, where that was said. */
    lastAction: actions.slice(-1).filter(({ did }) => did === stoppedBy[seen.state]),
    /** Undefined with a state file. */
    processes: await reader?.processes?.(),
  };
}
