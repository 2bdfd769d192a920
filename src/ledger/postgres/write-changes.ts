import type { JobRecord } from '../../job/job.ts';
import type { Refused, RunAbout } from '../backend.ts';
import {
  afterChange,
  type Change,
  type Decided,
  heldContact,
  isJobChange,
  type JobChange,
  type RunChange,
  refusedChange,
} from '../change.ts';
import type { Refusal } from '../commit-group.ts';
import { lockedMost } from '../contacts/store/contact-rows.ts';
import type { StoreJudge, StoreJudgement } from '../contacts/store/judge-in-store.ts';
import type { RunIds } from '../run-rows.ts';
import { groupsOf } from '../signed.ts';
import { inStore } from '../sql.ts';
import { StateError } from '../state-trouble.ts';
import { whyNotHere, writeGroups, writeRun } from '../write-run.ts';
import { type JobToWrite, nameOf, readJobs, stepNumbers, upsert, valuesOf } from './job-rows.ts';
import { type Queries, repeating, type Scans, type Session } from './session.ts';
import { confirmPosition, type LeaderState } from './take-lease.ts';

/**
 * What is written counts only while its leader leads, and only once: if its answer is lost, it can be sent again, and the one that comes
 * second finds another revision. It reads jobs before it writes them, so it does not count either where a person has decided since.
 */
const fence = `UPDATE callsheet.campaign SET revision = revision + 1
  WHERE id = $1 AND epoch = $2 AND revision = $3 AND decisions = $4 RETURNING id`;
const firstValue = 5;

const writeJobs = `WITH fence AS (${fence}), done AS (${upsert(firstValue, 'fence')}) SELECT id FROM fence`;

interface Worked {
  readonly after: ReadonlyMap<string, JobRecord>;
  readonly refused: readonly Refusal[];
}

/** Writes groups of changes of one run as its leader. `repeat` is for statements whose answer was lost. */
export function createWriter(input: {
  readonly session: Pick<Session, 'rows' | 'scan' | 'transaction'>;
  readonly about: Pick<RunAbout, 'campaign' | 'run'>;
  readonly ids: RunIds;
  readonly leader: LeaderState;
  /** Undefined while contacts are not judged. */
  readonly contacts: () => StoreJudge | undefined;
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onRevision: (revision: number) => void;
}) {
  const { session, about, ids, leader, contacts, repeat, onRevision } = input;
  const patient = repeating(session, repeat);
  let stepId = stepNumbers(patient, ids.run);
  /** Jobs that are `sending`: nobody else changes these. */
  const inFlight = new Map<string, JobRecord>();

  /**
   * `write`: a statement with the fence, or a transaction with one; false where it did not count. False where a person has decided since:
   * what was read may have changed.
   */
  async function fenced(write: () => Promise<boolean>): Promise<boolean> {
    if (!(await repeat(write)) && !(await wasWritten())) return false;
    leader.revision++;
    onRevision(leader.revision);
    return true;
  }

  async function counts(queries: Queries, statement: string, values: readonly unknown[]): Promise<boolean> {
    const { epoch, revision, decisions } = leader;
    const name = statement === writeJobs ? 'callsheet_write' : undefined;
    const written = await queries.rows(statement, [ids.campaign, epoch, revision, decisions, ...values], name);
    return written.length > 0;
  }

  /** Whether an earlier try of the same statement has counted. */
  async function wasWritten(): Promise<boolean> {
    const now = await confirmPosition(patient, ids, leader);
    if (now.revision === leader.revision + 1) return true;
    if (now.revision !== leader.revision) {
      throw new StateError('storeLostChanges', `it ends at revision ${now.revision}, not ${leader.revision}`);
    }
    leader.decisions = now.decisions;
    return false;
  }

  /** The jobs as they are after the changes, and which of these are refused. */
  function worked(
    changes: readonly JobChange[],
    before: ReadonlyMap<string, JobRecord>,
    judge: StoreJudgement | undefined,
  ): Worked {
    const after = new Map<string, JobRecord>();
    const refused: Refusal[] = [];
    changes.forEach((change, place) => {
      const name = nameOf(change.to);
      const job = afterChange(after.get(name) ?? inFlight.get(name) ?? before.get(name), change);
      if (job === undefined) refused.push({ place, error: refusedChange(change) });
      else if (judge?.allows(change) === false) refused.push({ place, error: judge.moved ?? heldContact(change) });
      else {
        judge?.recorded(change);
        after.set(name, job);
      }
    });
    return { after, refused };
  }

  /** In one transaction with the contacts of the jobs, where these are judged. Returns those that are not allowed. */
  async function writeGroup(changes: readonly JobChange[]): Promise<readonly Refusal[]> {
    const steps = new Map<string, number>();
    for (const { to } of changes) if (!steps.has(to.step)) steps.set(to.step, await stepId(to.step));
    /** Of tries that counted, or whose answers were lost: one of them counts. */
    const sent: Worked[] = [];
    const write = async (queries: Queries, begin?: Promise<() => StoreJudgement>): Promise<boolean> => {
      const unread = changes.map(({ to }) => to).filter((id) => !inFlight.has(nameOf(id)));
      const [before, judge] = await Promise.all([
        readJobs(queries, ids.run, unread),
        begin?.then((judged) => judged()),
      ]);
      const now = worked(changes, before, judge);
      const toWrite = [...now.after.values()].map((job): JobToWrite => ({ step: steps.get(job.step) ?? 0, job }));
      // Also without any: else it would not be known whether an earlier try has counted.
      sent.push(now);
      const values = [ids.run, ...valuesOf(toWrite)];
      const [isWritten] = await Promise.all([counts(queries, writeJobs, values), judge?.write()]);
      if (isWritten) return true;
      sent.pop();
      // The contacts were written all the same.
      if (judge !== undefined) await queries.rows('ROLLBACK');
      return false;
    };
    const judge = contacts();
    const run = { campaign: about.campaign, run: about.run };
    while (!(await fenced(() => (judge === undefined ? write(session) : judge.transaction(changes, run, write)))));
    const { after, refused } = sent.length === 1 ? sent[0]! : await counted(sent);
    for (const [name, job] of after) {
      if (isSending(job)) inFlight.set(name, job);
      else inFlight.delete(name);
    }
    return refused;
  }

  /** Which of these was recorded: of those whose intents are, the one with the most jobs. Nobody else changes what is being sent. */
  async function counted(sent: readonly Worked[]): Promise<Worked> {
    const intents = ({ after }: Worked): readonly JobRecord[] => [...after.values()].filter(isSending);
    const found = await readJobs(patient, ids.run, sent.flatMap(intents));
    const isRecorded = (job: JobRecord): boolean => {
      const recorded = found.get(nameOf(job));
      return recorded?.state === 'sending' && recorded.attempts === job.attempts;
    };
    return sent
      .filter((one) => intents(one).every(isRecorded))
      .reduce((one, other) => (other.after.size > one.after.size ? other : one));
  }

  async function writeOfRun(change: RunChange): Promise<void> {
    const write = async (within: Scans): Promise<boolean> => {
      if (!(await counts(within, fence, []))) return false;
      if (change.kind === 'renameStep') await renameStep(within, ids.run, change);
      await inStore(within, writeRun(ids, change));
      return true;
    };
    // What a person decides does not change what is written here.
    while (!(await fenced(() => session.transaction(write))));
    if (change.kind !== 'renameStep' && change.kind !== 'receiving') return;
    stepId = stepNumbers(patient, ids.run);
    inFlight.clear();
  }

  return {
    /** In their order; returns those that are not allowed, of which nothing is recorded. Without any, the ledger comes one group further. */
    async commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
      const refused: Refusal[] = [];
      if (changes.length === 0) while (!(await fenced(() => counts(session, fence, []))));
      for (let at = 0; at < changes.length; ) {
        const change = changes[at]!;
        if (!isJobChange(change)) {
          await writeOfRun(change);
          at++;
          continue;
        }
        const next = changes.findIndex((other, place) => place > at && !isJobChange(other));
        const end = next === -1 ? changes.length : next;
        const most = contacts() === undefined ? end - at : lockedMost;
        const group = changes.slice(at, Math.min(end, at + most)).filter(isJobChange);
        for (const one of await writeGroup(group)) refused.push({ ...one, place: at + one.place });
        at += group.length;
      }
      return refused;
    },
  };
}

/** Where the new name is taken, each recipient keeps the job of the step that has it. */
async function renameStep(
  { rows }: Queries,
  run: number,
  { was, id }: Extract<RunChange, { readonly kind: 'renameStep' }>,
): Promise<void> {
  const found = await rows('SELECT id, name FROM callsheet.step WHERE run = $1 AND name IN ($2, $3)', [run, was, id]);
  const [from, to] = [was, id].map((name) => found.find((step) => step['name'] === name)?.['id']);
  if (from === undefined) return;
  if (to === undefined) await rows('UPDATE callsheet.step SET name = $2 WHERE id = $1', [from, id]);
  else
    await rows(
      `UPDATE callsheet.job SET step = $3 WHERE run = $1 AND step = $2 AND NOT EXISTS
         (SELECT FROM callsheet.job AS other WHERE other.run = $1 AND other.step = $3 AND other.key = job.key)`,
      [run, from, to],
    );
}

function isSending({ state }: JobRecord): boolean {
  return state === 'sending';
}

/**
 * Records what a person decides, beside a leader: all of it or nothing. In a transaction, which keeps the leader from writing: it notices by
 * the number of decisions.
 */
export async function writeDecisions(
  queries: Scans,
  ids: RunIds,
  decisions: readonly Decided[],
): Promise<Refused | undefined> {
  const refused = await inStore(queries, whyNotHere(ids));
  if (refused !== undefined) return { refused };
  const steps = await queries.rows('SELECT id, name FROM callsheet.step WHERE run = $1', [ids.run]);
  const idOf = ({ step }: JobRecord): number => Number(steps.find(({ name }) => name === step)?.['id']);
  const jobs = new Map(await readJobs(queries, ids.run, decisions, 'FOR UPDATE OF job'));
  for (const to of decisions) {
    const change: JobChange = { kind: 'decide', to };
    const job = afterChange(jobs.get(nameOf(to)), change);
    if (job === undefined) throw refusedChange(change);
    jobs.set(nameOf(to), job);
  }
  const toWrite = [...jobs.values()].map((job): JobToWrite => ({ step: idOf(job), job }));
  await queries.rows(upsert(1), [ids.run, ...valuesOf(toWrite)]);
  await inStore(queries, writeGroups(ids, groupsOf(decisions)));
  return undefined;
}
