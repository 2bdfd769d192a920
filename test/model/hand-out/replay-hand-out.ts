import pg from 'pg';
import { type JobId, jobId } from '../../../src/job/address.ts';
import type { RunLease } from '../../../src/ledger/backend.ts';
import type { Settled } from '../../../src/ledger/change.ts';
import {
  type Claims,
  type HandedRecord,
  type HandOut,
  type Lead,
  type WorkerLease,
  whyNotClaimed,
} from '../../../src/ledger/hand-out.ts';
import { queueName, queueSchema } from '../../../src/ledger/postgres/workers/queue.ts';
import { stateTrouble } from '../../../src/ledger/state-trouble.ts';
import { createStoreBackend } from '../../../src/ledger/store-backend.ts';
import { recover, resumptionOf, settledAs } from '../../../src/run/resume/recover.ts';
import { loadModelCampaign } from '../model-campaign.ts';
import {
  beginning,
  type EntryView,
  formatHandOutStep,
  type HandOutAction,
  type HandOutStep,
  type HandOutTrace,
  type JobName,
  type LedgerView,
  sorted,
} from './hand-out-trace.ts';

/** A ledger that is broken on purpose. */
export interface Damage {
  readonly handOut?: (handOut: HandOut) => Partial<HandOut>;
  readonly claims?: (claims: Claims, latest: () => Claims) => Partial<Claims>;
  /** A statement before each claim. */
  readonly beforeClaim?: string;
}

const jobs: Readonly<Record<JobName, JobId>> = {
  message: jobId('message', '2348030000001'),
  code: jobId('code', '2348030000002'),
};
const sentWith = { version: '1', digest: 'aa', service: 'sandbox', credentials: 'k' };
/** No lease ends, and hardly any is renewed, while a trace is repeated: the trace says when. */
const leaseSeconds = 600;
let campaigns = 0;

/**
 * Carries out a behaviour of the model with the ledger in PostgreSQL, through the interfaces of leaders and workers. Answers where they
 * disagree. Undefined: they agree at every step.
 */
export async function replayHandOut(
  url: string,
  trace: HandOutTrace,
  damage: Damage = {},
): Promise<string | undefined> {
  await using replayed = await createReplay(url, damage);
  let expected = beginning;
  for (const [index, step] of trace.entries()) {
    expected = { ...expected, ...step.now };
    const where = `step ${index + 1}, ${formatHandOutStep(step)}`;
    try {
      const answered = await replayed.carryOut(step);
      const { said, count } = step;
      const wantedAnswer = JSON.stringify({ said, count });
      const foundAnswer = JSON.stringify({ said: answered.said ?? said, count: answered.count ?? count });
      if (foundAnswer !== wantedAnswer) return `${where}: the model says ${wantedAnswer}, the ledger ${foundAnswer}`;
    } catch (error) {
      return `${where}: ${String(error)}`;
    }
    const found = JSON.stringify(await replayed.view());
    const wanted = JSON.stringify(expected);
    if (found !== wanted) return `${where}: the model says ${wanted}, the ledger ${found}`;
  }
  return undefined;
}

interface ReplayedLeader {
  readonly lease: RunLease;
  readonly handOut: HandOut;
  /** Alarms in the reports that it read last: it judges them before it reads again. */
  judged: number;
  readonly found: Map<number, HandedRecord | undefined>;
  /** Until it is ready, it waits for those who send for the one before. */
  leads: boolean;
}

interface ReplayedWorker {
  readonly lease: WorkerLease;
  readonly seat: number;
  lead: Lead | undefined;
  /** By number of the chunk. */
  readonly hands: Map<number, Claims>;
  /** By epoch. */
  readonly claims: Map<number, Claims>;
}

interface Given {
  readonly id: string;
  readonly job: JobName;
  readonly attempts: number;
  readonly tried: boolean;
}

/** What a step answered, where the model says what it must be. */
interface Answered {
  readonly said?: string;
  readonly count?: number;
}

async function createReplay(url: string, damage: Damage) {
  const { campaign } = await loadModelCampaign();
  const stepOf = (job: JobName) => campaign.steps.find(({ id }) => id === jobs[job].step);
  const about = { campaign: `hand-out-${++campaigns}`, run: '1', service: 'sandbox' };
  const backend = createStoreBackend({ url: `${url}?lease=${leaseSeconds}` });
  const sql = new pg.Client({ connectionString: url });
  await sql.connect();
  const opened: { close(): Promise<void> }[] = [];
  const given = new Map<number, Given>();
  const workers = new Map<string, ReplayedWorker>();
  /** The latest leader, dead or alive, and the living one before it. */
  let leader = await openLeader();
  let former: ReplayedLeader | undefined;
  const [row] = (
    await sql.query<{ campaign: number; run: number }>(
      `SELECT campaign.id AS campaign, run.id AS run FROM callsheet.campaign JOIN callsheet.run ON run.campaign = campaign.id
       WHERE campaign.name = $1`,
      [about.campaign],
    )
  ).rows;
  const ids = row!;
  // As the first worker of a campaign does: the model's leader hands out before there is any.
  await sql.query('SELECT callsheet.make_queue($1)', [ids.campaign]);
  await leader.handOut.open(sentWith, false);
  leader.leads = true;

  async function openLeader(): Promise<ReplayedLeader> {
    const found = await backend.openForRunning({ about, me: { pid: 1, host: 'here', since: 0 }, adopt: false });
    if ('refused' in found) throw new Error(JSON.stringify(found.refused));
    const { lease } = found;
    opened.push(lease);
    const { handOut } = lease;
    if (handOut === undefined) throw new Error('the ledger hands out nothing');
    return { lease, handOut: { ...handOut, ...damage.handOut?.(handOut) }, judged: 0, found: new Map(), leads: false };
  }

  const workerOf = (name = ''): ReplayedWorker => {
    const worker = workers.get(name);
    if (worker === undefined) throw new Error(`${name} is not there`);
    return worker;
  };
  const givenAs = (chunk = 0): Given => {
    const found = given.get(chunk);
    if (found === undefined) throw new Error(`chunk ${chunk} was not given`);
    return found;
  };
  const handOf = ({ worker, chunk = 0 }: HandOutStep): Claims => {
    const claims = workerOf(worker).hands.get(chunk);
    if (claims === undefined) throw new Error(`${worker} does not have chunk ${chunk}`);
    return claims;
  };
  const giveOver = async (by: ReplayedLeader, { job, chunk = 0, attempts = 0, tried = false }: HandOutStep) => {
    const id = `00000000-0000-4000-8000-${String(chunk).padStart(12, '0')}`;
    given.set(chunk, { id, job: job!, attempts, tried });
    await by.handOut.give([{ id, body: { chunk } }]);
  };
  const claimsFor = (worker: ReplayedWorker, lead: Lead): Claims => {
    const known = worker.claims.get(lead.epoch);
    if (known !== undefined) return known;
    const claims = worker.lease.claims(lead);
    const damaged = damage.claims?.(claims, () => worker.lease.claims({ ...lead, epoch: latestEpoch }));
    const all = { ...claims, ...damaged };
    worker.claims.set(lead.epoch, all);
    return all;
  };
  let latestEpoch = 0;
  const readEpoch = async (): Promise<void> => {
    const { rows } = await sql.query<{ epoch: string }>('SELECT epoch FROM callsheet.campaign WHERE id = $1', [
      ids.campaign,
    ]);
    latestEpoch = Number(rows[0]?.epoch);
  };
  await readEpoch();

  const settle = async (step: HandOutStep, state: Settled['state'], more: Partial<Settled> = {}): Promise<Answered> => {
    const claims = handOf(step);
    const { job, attempts } = givenAs(step.chunk);
    const to = { ...jobs[job], attempt: attempts + 1, at: 2_000, state, ...more };
    const isAlarm = state === 'inDoubt';
    await claims.settle({ kind: 'settle', to }, { body: { chunk: step.chunk, isAlarm }, isAlarm });
    workerOf(step.worker).hands.delete(step.chunk!);
    return {};
  };
  const collect = async (): Promise<Answered> => {
    const reports = (await leader.handOut.reports(leader.judged)) as readonly { readonly isAlarm: boolean }[];
    leader.judged = reports.filter(({ isAlarm }) => isAlarm).length;
    return { count: reports.length };
  };
  const setLease = (seat: number, seconds: number) =>
    sql.query(
      `UPDATE callsheet.worker SET lease_until = clock_timestamp() + $3 * interval '1 s' WHERE campaign = $1 AND pid = $2`,
      [ids.campaign, seat, seconds],
    );
  const endLeadership = () =>
    sql.query('UPDATE callsheet.campaign SET lease_until = clock_timestamp() WHERE id = $1', [ids.campaign]);
  const entries = async (): Promise<Record<JobName, EntryView>> => {
    const found = await leader.handOut.records(Object.values(jobs));
    const view = (name: JobName): EntryView => {
      const { job, sender = '' } = found.find((one) => one.job.step === name) ?? {};
      return { state: job?.state ?? 'pending', attempts: job?.attempts ?? 0, doubtful: job?.doubtful === true, sender };
    };
    return { message: view('message'), code: view('code') };
  };

  const actions: Readonly<Record<HandOutAction, (step: HandOutStep) => Promise<Answered>>> = {
    async start({ worker = '', seat = 0 }) {
      const lease = await backend.openForSending?.({ campaign: about.campaign, pid: seat, host: 'there', most: 16 });
      if (lease === undefined || 'refused' in lease) throw new Error(JSON.stringify(lease));
      opened.push(lease);
      workers.set(worker, { lease, seat, lead: undefined, hands: new Map(), claims: new Map() });
      return {};
    },
    async fetch({ worker: name = '' }) {
      const worker = workerOf(name);
      const fetched = await worker.lease.fetch();
      if (fetched === undefined) return { said: 'nothing' };
      const { chunk: count } = fetched.body as { readonly chunk: number };
      // A worker looks who leads when it gets a chunk of another leader.
      if (fetched.epoch !== worker.lead?.epoch) {
        try {
          worker.lead = (await worker.lease.look(0)).lead;
        } catch (error) {
          workers.delete(name);
          return { said: String(stateTrouble(error)), count };
        }
      }
      if (worker.lead === undefined || worker.lead.epoch !== fetched.epoch) return { said: 'ignored', count };
      worker.hands.set(count, claimsFor(worker, worker.lead));
      return { said: 'fetched', count };
    },
    async claim(step) {
      const { id, job, attempts, tried } = givenAs(step.chunk);
      if (damage.beforeClaim !== undefined) await sql.query(damage.beforeClaim);
      const to = { ...jobs[job], attempt: attempts + 1, at: 1_000, requestHash: 'aa' };
      try {
        await handOf(step).claim({ chunk: id, change: { kind: 'intend', to }, isNew: !tried });
        return { said: 'claimed' };
      } catch (error) {
        const said = whyNotClaimed(error) ?? String(error);
        if (said === 'noLease') workers.delete(step.worker!);
        else if (said !== 'closed') workerOf(step.worker).hands.delete(step.chunk!);
        return { said };
      }
    },
    answer: (step) => settle(step, step.said as Settled['state']),
    lose: (step) => settle(step, step.said as Settled['state'], { doubtful: step.said === 'pending' }),
    hold: async (step) => {
      const record = await handOf(step).job(jobs[givenAs(step.chunk).job]);
      return settle(step, 'pending', { attempted: false, doubtful: record?.doubtful });
    },
    async giveBack(step) {
      await handOf(step).report({ body: { chunk: step.chunk, isAlarm: false }, isAlarm: false });
      workerOf(step.worker).hands.delete(step.chunk!);
      return {};
    },
    async crash({ worker = '' }) {
      workers.delete(worker);
      return {};
    },
    async renew({ worker }) {
      await setLease(workerOf(worker).seat, leaseSeconds);
      return {};
    },
    async leaseEnds({ seat = 0 }) {
      await setLease(seat, -1);
      return {};
    },
    async redeliver({ chunk }) {
      await sql.query(`UPDATE ${queueSchema}.job SET state = 'created' WHERE name = $1 AND id = $2`, [
        queueName(ids.campaign),
        givenAs(chunk).id,
      ]);
      return {};
    },
    async forget({ chunk }) {
      await sql.query(`DELETE FROM ${queueSchema}.job WHERE name = $1 AND id = $2`, [
        queueName(ids.campaign),
        givenAs(chunk).id,
      ]);
      return {};
    },
    async pause() {
      await backend.requestControl(about, 'pause');
      return {};
    },
    async resume() {
      await backend.requestControl(about, 'run');
      return {};
    },
    async give(step) {
      await giveOver(leader, step);
      return {};
    },
    async giveAsFormer(step) {
      if (former === undefined) throw new Error('there is no former leader');
      await giveOver(former, step);
      // In everything that it records itself it learns that it is not the leader any more.
      const trouble = await former.lease.apply([{ kind: 'begun', at: 0 }]).then(() => 'nothing', stateTrouble);
      if (trouble !== 'leaseLost') throw new Error(`what a former leader records comes to ${trouble}`);
      former = undefined;
      return {};
    },
    async clean() {
      await leader.handOut.seats();
      return {};
    },
    collect,
    async takeBack({ chunk }) {
      await leader.handOut.takeBack([givenAs(chunk).id]);
      return {};
    },
    async examine({ chunk = 0 }) {
      const [found] = await leader.handOut.records([jobs[givenAs(chunk).job]]);
      leader.found.set(chunk, found);
      return { said: found?.sender ?? '' };
    },
    async conclude({ chunk = 0, said }) {
      const answered = await collect();
      const found = leader.found.get(chunk);
      if (said !== 'recovered') return answered;
      const { job } = found!;
      const resumption = resumptionOf(job, stepOf(givenAs(chunk).job), false);
      await leader.lease.apply([{ kind: 'settle', to: settledAs(job, resumption, 3_000) }]);
      return answered;
    },
    async lead() {
      if (leader.leads) former = leader;
      await endLeadership();
      leader = await openLeader();
      await readEpoch();
      return {};
    },
    async leaderDies() {
      await endLeadership();
      former = undefined;
      return {};
    },
    async ready() {
      const living = await leader.handOut.sendingElsewhere();
      if (living > 0) throw new Error(`${living} jobs are still being sent`);
      await recover(campaign, leader.lease, 3_000);
      await leader.handOut.open(sentWith, false);
      leader.leads = true;
      return {};
    },
  };

  return {
    carryOut: (step: HandOutStep) => actions[step.action](step),
    async view(): Promise<LedgerView> {
      const { rows: queued } = await sql.query<{ number: number; state: string }>(
        `SELECT right(id::text, 12)::int AS number, state FROM ${queueSchema}.job WHERE name = $1`,
        [queueName(ids.campaign)],
      );
      const { rows: seated } = await sql.query<{ pid: number; held: boolean }>(
        'SELECT pid, lease_until > clock_timestamp() AS held FROM callsheet.worker WHERE campaign = $1',
        [ids.campaign],
      );
      const { rows: alarms } = await sql.query<{ unjudged: number }>(
        'SELECT (alarms - judged)::int AS unjudged FROM callsheet.run WHERE id = $1',
        [ids.run],
      );
      return {
        ...(await entries()),
        chunks: sorted(queued.map(({ number, state }) => [String(number), state === 'created' ? 'queued' : 'fetched'])),
        seats: sorted(seated.map(({ pid, held }) => [String(pid), held ? 'held' : 'over'])),
        unjudged: alarms[0]?.unjudged ?? 0,
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.map((one) => one.close()), sql.end()]);
    },
  };
}
