import type { JobRecord } from '../../../job/job.ts';
import type { Lead, Report } from '../../hand-out.ts';
import { storeError } from '../../store-trouble.ts';
import { columnsOf, valuesOf } from '../job-rows.ts';
import type { Session } from '../session.ts';
import { type Batches, type BatchesInput, createBatches } from './batches.ts';
import { createNotifier, leaderChannel } from './channels.ts';

/** An outcome, and the row of its job, where it was claimed. */
interface Reported {
  readonly lead: Pick<Lead, 'epoch' | 'runId'>;
  readonly report: Report;
  readonly row: { readonly job: JobRecord; readonly step: number; readonly claim: number } | undefined;
}

export type ReportWriter = Batches<Reported>;

const firstColumn = 7;
const { names, types, update, next } = columnsOf(firstColumn);

/**
 * The rows that were claimed. Only the index of keys can find them in this way: for an UPDATE the planner would read all jobs of the run,
 * as it has no statistics of a table that has just been filled. Where a claimed row is not there any more (its person may have been
 * forgotten), none may be made: of a row that was inserted, and not updated, `xmax` is 0.
 */
const writeClaimed = `
  INSERT INTO callsheet.job (run, worker, ${names}, claim)
  SELECT $3::int, $1::int, new.* FROM seat, unnest(${types}, $${next}::bigint[]) AS new (${names}, claim)
  ON CONFLICT (run, step, key) DO UPDATE SET ${update}
  WHERE job.worker = excluded.worker AND job.claim = excluded.claim AND job.state = 'sending'
  RETURNING CASE WHEN xmax = '0' THEN callsheet.refuse('a job that this worker has claimed is not there') END`;

/** Counts once, however often it is sent: it names the group of reports that it follows. */
const report = `
  WITH seat AS (
    UPDATE callsheet.worker SET reports = reports + 1 WHERE id = $1::int AND reports = $2 RETURNING id),
  written AS (${writeClaimed}),
  reported AS (
    INSERT INTO callsheet.report (run, epoch, bodies) SELECT $3::int, $4, $5::json FROM seat),
  alarm AS (
    UPDATE callsheet.run SET alarms = alarms + $6 FROM seat WHERE run.id = $3::int AND $6 > 0)
  SELECT (SELECT count(*) FROM seat) AS seat, (SELECT count(*) FROM written) AS written`;

/** After the lease: an outcome may end the doubt into which the leader has put the claim, and nothing else. */
const reportLate = `
  WITH seat AS (SELECT $2::bigint, $4::bigint, $5::json, $6::int)
  UPDATE callsheet.job SET ${update.replaceAll('excluded.', 'new.')}
  FROM seat, unnest(${types}, $${next}::bigint[]) AS new (${names}, claim)
  WHERE job.run = $3::int AND job.step = new.step AND job.key = new.key
    AND job.worker = $1::int AND job.claim = new.claim AND job.state = 'inDoubt'`;

/** Writes the outcomes of one worker, in one group after another. */
export function createReportWriter(input: {
  readonly session: Pick<Session, 'rows' | 'unsynced'>;
  readonly campaign: number;
  readonly worker: number;
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
  readonly expectsMore: BatchesInput<unknown>['expectsMore'];
}): ReportWriter {
  const { session, campaign, worker, repeat, expectsMore } = input;
  let groups = 0;
  const notifyLeader = createNotifier(session.unsynced, leaderChannel(campaign));

  async function writeGroup(group: readonly Reported[]): Promise<void> {
    const [{ lead }] = group as [Reported];
    const rows = group.flatMap(({ row }) => (row === undefined ? [] : [row]));
    const values = (ofRows: typeof rows): unknown[] => [
      worker,
      groups,
      lead.runId,
      lead.epoch,
      JSON.stringify(group.map((one) => one.report.body)),
      group.filter((one) => one.report.isAlarm).length,
      ...valuesOf(ofRows),
      ofRows.map(({ claim }) => claim),
    ];
    const [found] = await repeat(() => session.rows(report, values(rows), 'callsheet_report'));
    if (Number(found?.['seat']) === 1) {
      groups++;
      notifyLeader();
      if (Number(found?.['written']) === rows.length) return;
      throw storeError('storeLostChanges', 'jobs that this worker has claimed are recorded otherwise');
    }
    // A write, so that it waits for the standbys for which the first try would have waited.
    const [seat] = await repeat(() =>
      session.rows('UPDATE callsheet.worker SET reports = reports WHERE id = $1 RETURNING reports', [worker]),
    );
    if (seat === undefined) {
      const isOutcome = ({ job }: (typeof rows)[number]): boolean =>
        job.state === 'accepted' || job.state === 'rejected';
      const late = rows.filter(isOutcome);
      if (late.length > 0) await repeat(() => session.rows(reportLate, values(late)));
      return;
    }
    if (Number(seat['reports']) !== groups + 1)
      throw storeError('storeLostChanges', `it has ${Number(seat['reports'])} groups of reports, not ${groups + 1}`);
    groups++;
  }

  const write = async (reported: readonly Reported[]): Promise<ReadonlyMap<Reported, Error>> => {
    const byLead = new Map<string, Reported[]>();
    for (const one of reported) {
      const name = `${one.lead.runId} ${one.lead.epoch}`;
      const group = byLead.get(name);
      if (group === undefined) byLead.set(name, [one]);
      else group.push(one);
    }
    for (const group of byLead.values()) await writeGroup(group);
    return new Map();
  };
  return createBatches({ write, expectsMore });
}
