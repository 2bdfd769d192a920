import type { RunProcess, RunProcesses } from '../../backend.ts';
import type { Queries, Row } from '../session.ts';

/** The columns of a process. Tables of an earlier version do not say how long a renewal of a lease lasts. */
const processColumns = (table: string): string => `
  (extract(epoch FROM ${table}.lease_until) * 1000 - (to_jsonb(${table}) ->> 'lease_ms')::float8)::float8 AS seen_at,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

/** As the leader of now has said it: an earlier leader may have sent itself. Earlier versions have not said it. */
const leavesSending = `coalesce(to_jsonb(run) -> 'sent_with' @> jsonb_build_object('leaderSends', false, 'epoch', ledger.epoch), false)`;

/** Those whose leases have not ended. */
export async function readProcesses(
  { rows }: Queries,
  { campaign, run }: { readonly campaign: number; readonly run: number },
): Promise<RunProcesses> {
  const [leader] = await rows(
    `SELECT leader_pid AS pid, leader_host AS host, leader_since AS since, ${processColumns('ledger')},
       ${leavesSending} AS leaves_sending
     FROM callsheet.campaign AS ledger JOIN callsheet.run ON run.campaign = ledger.id AND run.name = ledger.leader_run
     WHERE ledger.id = $1 AND run.id = $2 AND ledger.lease_until > clock_timestamp()`,
    [campaign, run],
  );
  // Earlier versions have no such table, and a role that only reads may have been granted the others before it was made.
  const [right] = await rows(`SELECT has_table_privilege(to_regclass('callsheet.worker'), 'SELECT') AS may_read`);
  const workers =
    right?.['may_read'] === true
      ? await rows(
          `SELECT pid, host, share, most, (extract(epoch FROM since) * 1000)::float8 AS since, ${processColumns('worker')}
           FROM callsheet.worker WHERE campaign = $1 AND lease_until > clock_timestamp() ORDER BY id`,
          [campaign],
        )
      : [];
  return {
    leader: leader && { ...readProcess(leader), leavesSending: leader['leaves_sending'] === true },
    workers: workers.map((row) => ({ ...readProcess(row), slots: Number(row['share']), most: Number(row['most']) })),
  };
}

function readProcess(row: Row): RunProcess {
  const seenAt = row['seen_at'] === null ? undefined : Math.round(Number(row['seen_at']));
  return {
    pid: Number(row['pid']),
    host: String(row['host']),
    since: Math.round(Number(row['since'])),
    seen:
      seenAt === undefined ? undefined : { at: seenAt, agoMs: Math.max(0, Math.round(Number(row['now']) - seenAt)) },
  };
}
