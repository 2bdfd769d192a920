import { randomBytes, randomInt } from 'node:crypto';
import { isSameService } from '../../service/contract/addresses.ts';
import type { LedgerMove, OpenForRunning, RunAbout } from '../backend.ts';
import { isContact } from '../job-rows.ts';
import type { Holder, StateRefusal } from '../refusal.ts';
import type { RollbackMark } from '../rollback-guard.ts';
import { moveOf, type RunIds, refusedMove } from '../run-rows.ts';
import { StateError } from '../state-trouble.ts';
import { joinAccount } from './account.ts';
import type { Queries, Row, Session } from './session.ts';
import { type Moment, thisMoment } from './term.ts';

/** What a new leader knows. */
export interface TakenLease {
  readonly ids: RunIds;
  readonly lineage: string;
  readonly leader: LeaderState;
  readonly since: Moment;
  /** The row of the account whose limits it shares; undefined where it has none. */
  readonly account: number | undefined;
  readonly move: LedgerMove;
}

type Request = Pick<OpenForRunning, 'about' | 'me' | 'account' | 'moves' | 'limited'>;

/** Makes this process the leader of a campaign, whose runs share its rates, unless another process leads it. `check` may refuse. */
export function takeLease(
  session: Session,
  { about, me, account, moves, limited }: Request,
  leaseMs: number,
  check: (lineage: string, revision: number, move: LedgerMove) => StateRefusal | undefined,
): Promise<TakenLease | { readonly refused: StateRefusal }> {
  return session.transaction(async (queries) => {
    await queries.rows(
      'INSERT INTO callsheet.campaign (name, service, lineage) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [about.campaign, about.service, randomBytes(8).toString('hex')],
    );
    const [row] = await queries.rows(
      `SELECT *, (extract(epoch FROM lease_until - now()) * 1000)::float8 AS left_ms
       FROM callsheet.campaign WHERE name = $1 FOR UPDATE`,
      [about.campaign],
    );
    if (row === undefined) throw new Error('a campaign that was just added is not there');
    const [campaign, lineage] = [Number(row['id']), String(row['lineage'])];
    const move = moveOf(row);
    const refused =
      ledBy(row, about.run) ??
      refusedMove(move, moves) ??
      (await ofOtherService(queries, row, about.service)) ??
      check(lineage, Number(row['revision']), move);
    if (refused !== undefined) return { refused };
    const epoch = newEpoch();
    const joined = account && (await joinAccount(queries, { campaign, epoch, service: about.service }, account));
    if (typeof joined === 'object') return { refused: joined };
    const since = thisMoment();
    const [led] = await queries.rows(
      `UPDATE callsheet.campaign SET service = $2, epoch = $8, leader_run = $3, leader_pid = $4, leader_host = $5,
         leader_since = $6, lease_ms = $7::int, lease_until = clock_timestamp() + $7::int * interval '1 ms'
       WHERE id = $1 RETURNING epoch, revision, decisions`,
      [campaign, about.service, about.run, me.pid, me.host, Math.round(me.since), leaseMs, epoch],
    );
    const [run] = await queries.rows(
      `INSERT INTO callsheet.run (campaign, name, limited) VALUES ($1, $2, $3)
       ON CONFLICT (campaign, name) DO UPDATE SET limited = excluded.limited OR ($4 AND run.limited) RETURNING id`,
      // What the process was to do that carried it out in a file is not known.
      [campaign, about.run, limited === true || moves === 'arriving', moves !== undefined],
    );
    const count = (name: string): number => Number(led?.[name]);
    const leader = { epoch: count('epoch'), revision: count('revision'), decisions: count('decisions') };
    return { ids: { campaign, run: Number(run?.['id']) }, lineage, leader, since, account: joined, move };
  });
}

/** Random, as a database that goes back to an earlier state would count the same number twice. */
export const newEpoch = (): number => randomInt(1, 2 ** 48 - 1);

function ledBy(row: Row, run: string): StateRefusal | undefined {
  const leftMs = Number(row['left_ms'] ?? 0);
  if (leftMs <= 0) return undefined;
  const holder = holderOf(row);
  return { kind: 'locked', holder, leaseMs: leftMs, ...(holder.run === run ? {} : { otherRun: holder.run }) };
}

/** Who leads a campaign, by its row. */
export function holderOf(row: Row): Holder {
  return {
    run: String(row['leader_run']),
    pid: Number(row['leader_pid']),
    host: String(row['leader_host']),
    since: Number(row['leader_since']),
  };
}

/** As the lease would be refused, but for who has it now. */
export async function refusalOfStore(
  queries: Queries,
  given: { readonly campaign: number; readonly about: RunAbout; readonly check: RollbackMark['check'] | undefined },
): Promise<StateRefusal | undefined> {
  const { campaign, about, check } = given;
  const row = async (): Promise<Row> =>
    (await queries.rows('SELECT id, service, lineage, revision FROM callsheet.campaign WHERE id = $1', [campaign]))[0]!;
  const first = await row();
  const otherService = about.service === '' ? undefined : await ofOtherService(queries, first, about.service);
  if (otherService !== undefined) return otherService;
  const refused = check?.(String(first['lineage']), Number(first['revision']));
  // Another run may have gone on between the two looks: what its process remembers is newer than what was read.
  if (refused?.kind === 'behind' && Number((await row())['revision']) >= refused.known) return undefined;
  return refused;
}

/** A base URL that was mistyped may be corrected until a request has succeeded, or may have. */
async function ofOtherService(queries: Queries, row: Row, service: string): Promise<StateRefusal | undefined> {
  if (isSameService(String(row['service']), service)) return undefined;
  const [contacted] = await queries.rows(
    `SELECT 1 FROM callsheet.job JOIN callsheet.run ON run.id = job.run
     WHERE run.campaign = $1 AND ${isContact} LIMIT 1`,
    [row['id']],
  );
  return contacted === undefined ? undefined : { kind: 'otherService', service: String(row['service']) };
}

export async function renewLease(queries: Queries, ids: RunIds, leader: LeaderState, leaseMs: number): Promise<void> {
  const known = { ...leader };
  const [renewed] = await queries.rows(
    `UPDATE callsheet.campaign SET lease_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE id = $1 AND epoch = $2 AND leader_run IS NOT NULL RETURNING revision, decisions`,
    [ids.campaign, leader.epoch, leaseMs],
  );
  if (renewed !== undefined) return void positionIn(renewed, known);
  await confirmPosition(queries, ids, leader);
  // A renewal that came late must not lock the run again.
  throw new StateError('leaseLost', 'this process has released it');
}

export async function releaseLease({ rows }: Queries, { campaign }: RunIds, epoch: number): Promise<void> {
  await rows('UPDATE callsheet.campaign SET leader_run = NULL, lease_until = NULL WHERE id = $1 AND epoch = $2', [
    campaign,
    epoch,
  ]);
}

/** Where a leader has come in the ledger. */
export interface LeaderState {
  readonly epoch: number;
  /** Groups of changes that are durable. */
  revision: number;
  /** Groups of people's decisions that this leader knows of. */
  decisions: number;
}

/**
 * Where the ledger has come, after a statement of this leader has changed nothing. Throws where another process leads, or where less is
 * recorded than this leader knows of: the database then went back, whatever its epoch says.
 *
 * It is a write, as that is answered when all standbys that must confirm have what was written before it. After a restart a server shows
 * commits that no standby has.
 */
export async function confirmPosition(
  { rows }: Queries,
  { campaign }: RunIds,
  leader: LeaderState,
): Promise<Pick<LeaderState, 'revision' | 'decisions'>> {
  // What was durable before it is asked: a change that is being written must not count as lost.
  const known = { ...leader };
  const [row] = await rows(
    'UPDATE callsheet.campaign SET revision = revision WHERE id = $1 RETURNING epoch, revision, decisions',
    [campaign],
  );
  const now = positionIn(row, known);
  if (row?.['epoch'] !== known.epoch)
    throw new StateError('leaseLost', 'another process now carries out this campaign');
  return now;
}

/** Throws where less is recorded than was known. */
function positionIn(row: Row | undefined, known: LeaderState): Pick<LeaderState, 'revision' | 'decisions'> {
  const now = { revision: Number(row?.['revision'] ?? 0), decisions: Number(row?.['decisions'] ?? 0) };
  if (now.revision < known.revision)
    throw new StateError('storeLostChanges', `it ends at revision ${now.revision}, not ${known.revision}`);
  if (now.decisions < known.decisions)
    throw new StateError('storeLostChanges', `it has ${now.decisions} groups of decisions, not ${known.decisions}`);
  return now;
}

/**
 * No machine may continue the run before a person has looked: this process alone knows that the ledger is incomplete. The run may be
 * missing in it, and may have another leader already, which obeys.
 */
export async function pauseIncompleteRun({ rows }: Queries, lineage: string, run: string): Promise<void> {
  await rows(
    `INSERT INTO callsheet.run (campaign, name, control) SELECT id, $2, 'pause' FROM callsheet.campaign WHERE lineage = $1
     ON CONFLICT (campaign, name) DO UPDATE SET control = 'pause' WHERE run.control = 'run'`,
    [lineage, run],
  );
}
