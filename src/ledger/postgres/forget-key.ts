import { cleanedJob, cleanRuns, type Forgotten, withoutTexts } from '../forgotten-job.ts';
import type { StateRefusal } from '../refusal.ts';
import { inStore } from '../sql.ts';
import { recordColumns, recordIn, upsert, valuesOf } from './job-rows.ts';
import { contactSchema } from './schema.ts';
import type { Queries, Scans } from './session.ts';
import { holderOf, newEpoch } from './take-lease.ts';
import { queueSchema } from './workers/queue.ts';

/**
 * In a transaction: keeps every process away from all campaigns until it ends, and for good those that still believe that they lead.
 * Refused where one of them does.
 */
export async function keepRunsAway({ rows }: Queries): Promise<StateRefusal | undefined> {
  // A campaign that is new here has no row yet: its run waits for this transaction, and then reads who was forgotten.
  await rows('LOCK TABLE callsheet.campaign IN SHARE ROW EXCLUSIVE MODE');
  const led = await rows(
    `SELECT id, leader_run, leader_pid, leader_host, leader_since, lease_until > clock_timestamp() AS is_led,
       EXISTS (SELECT FROM callsheet.worker
         WHERE worker.campaign = campaign.id AND worker.lease_until > clock_timestamp()) AS has_workers
     FROM callsheet.campaign ORDER BY id FOR UPDATE`,
  );
  const busy = led.find((row) => row['leader_run'] !== null && row['is_led'] === true);
  if (busy !== undefined) return { kind: 'locked', holder: holderOf(busy) };
  if (led.some((row) => row['has_workers'] === true)) return { kind: 'locked', holder: undefined };
  for (const { id } of led)
    await rows('UPDATE callsheet.campaign SET epoch = $2, leader_run = NULL WHERE id = $1', [id, newEpoch()]);
  return undefined;
}

/** Takes a person out of the tables of all campaigns. Their jobs stay, under a token and without texts, so that sums stay true. */
export async function forgetKey(queries: Scans, forgotten: Forgotten): Promise<void> {
  const { key, clean } = forgotten;
  await cleanJobs(queries, forgotten);
  await inStore(queries, cleanRuns(clean));
  // The numbers of everybody whom a person has confirmed: the next run asks again.
  await queries.rows("UPDATE callsheet.confirmed_people SET text = '{}'");
  // What was handed out, or reported, under a leader that is gone: the jobs themselves are recorded.
  await queries.scan('DELETE FROM callsheet.report WHERE strpos(bodies::text, $1) > 0', [key]);
  await queries.scan(`DELETE FROM ${queueSchema}.job WHERE strpos(data::text, $1) > 0`, [key]);
}

/** All notations of a number end alike. */
const sharedDigits = 6;

/** The digits of a text in SQL, in ASCII: people write a number in many notations. */
function digitsOf(text: string): string {
  const scripts = [0xff10, 0x0660, 0x06f0, 0x0966].flatMap((zero) =>
    [...Array(10).keys()].map((digit) => zero + digit),
  );
  return `regexp_replace(translate(${text}, '${String.fromCodePoint(...scripts)}', '${'0123456789'.repeat(4)}'), '[^0-9]', '', 'g')`;
}

async function cleanJobs(queries: Scans, { key, token, clean }: Forgotten): Promise<void> {
  const found = await queries.scan(
    `SELECT job.run, job.step AS step_id, step.name, ${recordColumns}
     FROM callsheet.job JOIN callsheet.step ON step.id = job.step
     WHERE job.key = $1 OR strpos(${digitsOf('concat(job.outputs, job.details)')}, $2) > 0`,
    [key, key.slice(-sharedDigits)],
  );
  for (const row of found) {
    const job = recordIn(String(row['name']), row);
    const isTheirs = job.key === key;
    if (isTheirs)
      await queries.rows('UPDATE callsheet.job SET key = $4 WHERE run = $1 AND step = $2 AND key = $3', [
        row['run'],
        row['step_id'],
        key,
        token,
      ]);
    const cleaned = isTheirs ? { ...withoutTexts(job), key: token } : cleanedJob(job, clean);
    await queries.rows(upsert(1), [row['run'], ...valuesOf([{ step: Number(row['step_id']), job: cleaned }])]);
  }
}

/** Every table of ours, with the number of its rows that name the person in a text, in whatever notation. */
export async function rowsWith(
  { rows, scan }: Scans,
  { key, clean }: Pick<Forgotten, 'key' | 'clean'>,
): Promise<ReadonlyMap<string, number>> {
  const tables = await rows(
    `SELECT format('%I.%I', table_schema, table_name) AS name, string_agg(format('%I', column_name), ', ') AS texts
     FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
     WHERE table_schema = ANY ($1) AND table_type = 'BASE TABLE'
       AND data_type IN ('text', 'character varying', 'json', 'jsonb')
     GROUP BY 1 ORDER BY 1`,
    [['callsheet', contactSchema, queueSchema]],
  );
  const found = new Map<string, number>();
  for (const { name, texts } of tables) {
    const candidates = await scan(
      `SELECT text, count(*) AS rows FROM (SELECT concat_ws(E'\\n', ${String(texts)}) AS text FROM ${String(name)}) AS one
       WHERE strpos(${digitsOf('text')}, $1) > 0 GROUP BY text`,
      [key.slice(-sharedDigits)],
    );
    const having = candidates.filter(({ text }) => clean(String(text)) !== text);
    const sum = having.reduce((total, one) => total + Number(one['rows']), 0);
    if (sum > 0) found.set(String(name), sum);
  }
  return found;
}
