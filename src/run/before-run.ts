import type { Campaign } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { forEachJob } from '../job/history.ts';
import { mayHaveContacted } from '../job/job.ts';
import type { RunLease, RunReader } from '../ledger/backend.ts';
import { unclearRenames } from '../plan/begun.ts';
import type { Files, Instant } from '../platform/ports.ts';
import { reachesPeople } from '../service/operations/operations.ts';
import { type Edits, findEdits, renameChanges, settleRemovedInFlight } from './resume/edits.ts';
import { hasBegun, overdueMs } from './summary.ts';

interface BeforeRunInput {
  readonly loaded: LoadedCampaign;
  readonly lease: RunLease;
  readonly run: string;
  /** The name of the record of its snapshots. */
  readonly pins: string;
  /** The run has a name of its own, and not that of `starts`: nobody starts it by an edit. */
  readonly isNamed: boolean;
  readonly files: Files;
  readonly now: Instant;
  /** See `--late` and `--accept-edits`. */
  readonly late: boolean;
  readonly acceptEdits: boolean;
}

/** What a person must decide before a run may start. */
export type StartRefusal =
  | { readonly kind: 'paused' | 'cancelled' }
  /** They have contacted people already, the latest first. */
  | { readonly kind: 'earlierRuns'; readonly runs: readonly [EarlierRun, ...EarlierRun[]] }
  /** It has begun with snapshots of these audiences that are not known here, and its inputs differ now. */
  | { readonly kind: 'unknownSnapshots'; readonly audiences: readonly string[] }
  | { readonly kind: 'unclearEdits'; readonly edits: Edits['unclear'] }
  /** `starts` passed so many milliseconds ago; see `late`. */
  | { readonly kind: 'overdue'; readonly byMs: number };

interface BeforeRun {
  readonly refused: StartRefusal | undefined;
  /** Undefined where nothing was edited, or nobody looked. */
  readonly edits: Edits | undefined;
  /** By how much `starts` has passed, also where `late` allows it. */
  readonly overdueMs: number | undefined;
}

/** Everything that may keep a run from starting, in the order in which a person should hear of it. Nothing is recorded yet. */
export async function beforeRun(input: BeforeRunInput): Promise<BeforeRun> {
  const { loaded, lease, run, isNamed, files, now, late, acceptEdits } = input;
  const { campaign } = loaded;
  const unseen = { edits: undefined, overdueMs: undefined };
  const { control } = await lease.requests();
  if (control !== 'run') return { ...unseen, refused: { kind: control === 'pause' ? 'paused' : 'cancelled' } };
  const [latest, ...more] = isNamed ? [] : await earlierRuns(campaign, lease);
  if (latest !== undefined) return { ...unseen, refused: { kind: 'earlierRuns', runs: [latest, ...more] } };
  const edits = await findEdits({ loaded, reader: lease, run, files });
  const lateMs = await overdueMs({ campaign, now, reader: lease });
  const unknown = await unknownSnapshots({ loaded, reader: lease, pins: input.pins });
  const refusal = (): StartRefusal | undefined => {
    if (unknown.length > 0 && !acceptEdits) return { kind: 'unknownSnapshots', audiences: unknown };
    if (edits !== undefined && edits.unclear.length > 0 && !acceptEdits)
      return { kind: 'unclearEdits', edits: edits.unclear };
    return lateMs === undefined || late ? undefined : { kind: 'overdue', byMs: lateMs };
  };
  return { refused: refusal(), edits, overdueMs: lateMs };
}

/** Audiences with which the run may have begun with other people: it has other inputs, and the record of its snapshots is missing. */
export async function unknownSnapshots(
  input: Pick<BeforeRunInput, 'loaded' | 'pins'> & { readonly reader: Pick<RunReader, 'status'> },
): Promise<readonly string[]> {
  const { loaded, reader, pins } = input;
  const { inputs } = await reader.status();
  if (inputs === undefined || inputs === loaded.digest) return [];
  return loaded.campaign.audiences
    .filter(({ snapshot }) => snapshot !== undefined && snapshot.pins !== pins)
    .map(({ name }) => name);
}

/**
 * Records that the run goes on with the edited files. Renamed steps get their names in the same transaction: if an edit is taken back,
 * the file that was recorded last is the one whose names the records have. Returns how many jobs are in doubt by that.
 */
export async function recordEdits(
  { loaded, lease }: Pick<BeforeRunInput, 'loaded' | 'lease'>,
  edits: Edits,
  now: Instant,
): Promise<number> {
  const removed = await settleRemovedInFlight(lease, edits, now);
  await lease.apply([...(await renameChanges(lease, loaded.campaign)), { kind: 'inputs', digest: loaded.digest }]);
  return removed;
}

/** Another run of the same state that contacted people by steps that the campaign still has, perhaps under another name. */
export interface EarlierRun {
  readonly run: string;
  /** Those in doubt included. */
  readonly people: number;
  /** Redial tasks, whose people the service knows. */
  readonly tasks: number;
  readonly lastAt: Instant;
}

/** The runs that contacted people before this one, the latest first; none when this one has begun. */
export async function earlierRuns(campaign: Campaign, reader: RunReader): Promise<readonly EarlierRun[]> {
  const others = await reader.otherRuns();
  if (others.length === 0 || (await hasBegun(campaign, reader))) return [];
  const reaching = campaign.steps.filter(({ uses }) => reachesPeople(uses));
  const steps = reaching.flatMap(({ id, was }) => (was === undefined ? [id] : [id, was]));
  const found: EarlierRun[] = [];
  for (const { run, stepHistories } of others) {
    const histories = await stepHistories();
    const renamed = unclearRenames(campaign, histories).filter(({ candidate, others = [] }) =>
      reaching.some(({ id }) => id === candidate || others.includes(id)),
    );
    const people = new Set<string>();
    let tasks = 0;
    let lastAt = Number.NEGATIVE_INFINITY;
    for (const step of [...steps, ...renamed.map(({ lost }) => lost)]) {
      forEachJob({ steps: histories }, step, (job) => {
        if (!mayHaveContacted(job)) return;
        if (job.key === undefined) tasks++;
        else people.add(job.key);
        lastAt = Math.max(lastAt, job.at ?? job.settledAt ?? lastAt);
      });
    }
    if (people.size + tasks > 0) found.push({ run, people: people.size, tasks, lastAt });
  }
  return found.sort((a, b) => b.lastAt - a.lastAt);
}
