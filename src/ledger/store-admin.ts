import type { Refused } from './backend.ts';
import { contactSchema, schemaVersion } from './postgres/schema.ts';
import { inSession, type Row, type Session, textOf } from './postgres/session.ts';
import { checkDurability, durability, type Migrated, makeStore, tablesOf } from './postgres/tables.ts';
import { holderOf } from './postgres/take-lease.ts';
import { queueSchema } from './postgres/workers/queue.ts';
import type { Holder } from './refusal.ts';

export interface StoreFacts {
  readonly serverVersion: string;
  readonly isStandby: boolean;
  readonly isEncrypted: boolean;
  /** As the server sees it. */
  readonly isOnThisMachine: boolean;
  readonly tables: { readonly version: number; readonly needed: number };
  /** Of the server's clock, against the one of this machine. */
  readonly clockAheadMs: number;
  readonly durability: readonly { readonly name: string; readonly value: string; readonly isDurable: boolean }[];
  /** `synchronous_standby_names`. */
  readonly standbys: string;
  readonly connections: { readonly used: number; readonly most: number };
  /** Of those that this role may see; undefined where there is none. */
  readonly oldestTransactionMs: number | undefined;
  readonly bytes: number;
  readonly deadRows: readonly { readonly table: string; readonly live: number; readonly dead: number }[];
  /** Such as `UPDATE on job`. */
  readonly missingRights: readonly string[];
  readonly campaigns: readonly CampaignFacts[];
}

export interface CampaignFacts {
  readonly name: string;
  readonly service: string;
  readonly runs: number;
  readonly leader: Leadership | undefined;
  /** Where its ledger is now. */
  readonly movedTo: string | undefined;
  /** Where its ledger is copied from; the copy is not complete. */
  readonly movedFrom: string | undefined;
}

/** Which process carries out a run. */
interface Leadership extends Holder {
  /** Negative where its lease has ended: it died. */
  readonly leaseLeftMs: number;
}

/** Makes the tables of a database that holds ledgers. */
export function migrate(url: string): Promise<Migrated | Refused> {
  return inSession(url, async (session) => {
    await checkDurability(session);
    return makeStore(session);
  });
}

/** What a person should know of a database that holds ledgers. It changes nothing, and reads no job. */
export function inspect(url: string): Promise<StoreFacts | Refused> {
  return inSession(url, async (session): Promise<StoreFacts> => {
    const tables = await tablesOf(session);
    const version = typeof tables === 'number' ? tables : tables.kind === 'newer' ? tables.version : 0;
    const aheadMs = await clockOffset(session);
    const [server] = await session.rows(
      `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
       current_setting('max_connections')::int AS most, pg_database_size(current_database())::bigint AS bytes,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       (SELECT max(extract(epoch FROM clock_timestamp() - xact_start))::float8 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()) AS oldest,
       current_setting('synchronous_standby_names') AS standbys,
       coalesce(inet_client_addr() = inet_server_addr() OR inet_client_addr() <<= '127.0.0.0/8', true) AS near,
       (SELECT bool_or(ssl) FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted`,
    );
    return {
      serverVersion: String(server?.['version']),
      isStandby: server?.['standby'] === true,
      isEncrypted: server?.['encrypted'] === true,
      isOnThisMachine: server?.['near'] === true,
      tables: { version, needed: schemaVersion },
      clockAheadMs: aheadMs,
      durability: (await durability(session)).map(({ name, setting }) => ({
        name: String(name),
        value: String(setting),
        isDurable: setting === 'on',
      })),
      standbys: textOf(server?.['standbys']) ?? '',
      connections: { used: Number(server?.['connections']), most: Number(server?.['most']) },
      oldestTransactionMs: server?.['oldest'] === null ? undefined : Math.round(Number(server?.['oldest']) * 1000),
      bytes: Number(server?.['bytes']),
      deadRows: await deadRows(session),
      missingRights: version === 0 ? [] : await missingRights(session),
      campaigns: version === 0 || typeof tables !== 'number' ? [] : await campaigns(session),
    };
  });
}

/** How far the clock of the server is ahead of ours: half of the time that the question took is not known. */
async function clockOffset(session: Session): Promise<number> {
  const asked = Date.now();
  const [row] = await session.rows('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now');
  return Math.round(Number(row?.['now']) - (asked + Date.now()) / 2);
}

async function deadRows({ rows }: Session): Promise<StoreFacts['deadRows']> {
  const found = await rows(
    `SELECT relname AS name, n_live_tup AS live, n_dead_tup AS dead FROM pg_catalog.pg_stat_user_tables
     WHERE schemaname IN ('callsheet', $1, $2) ORDER BY relname`,
    [queueSchema, contactSchema],
  );
  return found.map(({ name, live, dead }) => ({ table: String(name), live: Number(live), dead: Number(dead) }));
}

/** Of those that runs and workers need: `docs/scale.md` lists them. */
async function missingRights({ rows }: Session): Promise<readonly string[]> {
  const written = ['SELECT', 'INSERT', 'UPDATE'];
  const found = await rows(
    `SELECT wanted || ' on ' || CASE n.nspname WHEN 'callsheet' THEN '' ELSE n.nspname || '.' END || c.relname AS name
     FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace,
       unnest(CASE WHEN n.nspname = ANY ($3) OR c.relname = ANY ($2) THEN $1::text[] || 'DELETE'::text ELSE $1 END) AS wanted
     WHERE (n.nspname = 'callsheet' AND c.relname <> 'version' OR n.nspname = ANY ($3)) AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition AND NOT has_table_privilege(c.oid, wanted)
     ORDER BY n.nspname, c.relname, wanted`,
    [written, ['worker', 'report', 'snapshot', 'snapshot_part'], [queueSchema, contactSchema]],
  );
  const schemas = await rows(
    `SELECT 'USAGE on schema ' || nspname AS name FROM pg_catalog.pg_namespace
     WHERE nspname IN ('callsheet', $1, $2) AND NOT has_schema_privilege(oid, 'USAGE') ORDER BY nspname`,
    [queueSchema, contactSchema],
  );
  return [...schemas, ...found].map(({ name }) => String(name));
}

async function campaigns({ rows }: Session): Promise<StoreFacts['campaigns']> {
  const found = await rows(
    `SELECT name, service, leader_run, leader_pid, leader_host, leader_since,
       (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float8 AS left_ms,
       moved_to, moved_from,
       (SELECT count(*) FROM callsheet.run WHERE run.campaign = campaign.id) AS runs
     FROM callsheet.campaign ORDER BY name`,
  );
  return found.map((row) => ({
    name: String(row['name']),
    service: String(row['service']),
    runs: Number(row['runs']),
    leader: leaderOf(row),
    movedTo: textOf(row['moved_to']),
    movedFrom: textOf(row['moved_from']),
  }));
}

function leaderOf(row: Row): Leadership | undefined {
  if (row['leader_run'] === null) return undefined;
  return { ...holderOf(row), leaseLeftMs: Math.round(Number(row['left_ms'])) };
}
