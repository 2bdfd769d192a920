import type { RunProcess, RunProcesses } from '../../backend.ts';
import type { Queries, Row } from '../session.ts';

/** The columns of a process. */
const processColumns = (table: string): string => `
  (extract(epoch FROM ${table}.lease_until) * 1000 - ${table}.lease_ms)::float8 AS seen_at,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

/** As the leader of now has said it: an earlier leader may have sent itself. */
const leavesSending = `coalesce(run.sent_with::jsonb @> jsonb_build_object('leaderSends', false, 'epoch', ledger.epoch), false)`;

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
  const workers = await rows(
    `SELECT pid, host, share, most, (extract(epoch FROM since) * 1000)::float8 AS since, ${processColumns('worker')}
     FROM callsheet.worker WHERE campaign = $1 AND lease_until > clock_timestamp() ORDER BY id`,
    [campaign],
  );
  return {
    leader: leader && { ...readProcess(leader), leavesSending: leader['leaves_sending'] === true },
    workers: workers.map((row) => ({ ...readProcess(row), slots: Number(row['share']), most: Number(row['most']) })),
  };
}

function readProcess(row: Row): RunProcess {
  const seenAt = Math.round(Number(row['seen_at']));
  return {
    pid: Number(row['pid']),
    host: String(row['host']),
    since: Math.round(Number(row['since'])),
    seen: { at: seenAt, agoMs: Math.max(0, Math.round(Number(row['now']) - seenAt)) },
  };
}
