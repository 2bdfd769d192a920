import { messageOf } from '../../diagnostic/message-of.ts';
import {
  type Client,
  type ClientBase,
  loadPostgres,
  type Pool,
  type PoolConfig,
  type QueryConfig,
  withPlainTlsMode,
} from '../../platform/sql/postgres.ts';
import type { Refused } from '../backend.ts';
import { refusedBy, StateError } from '../state-trouble.ts';
import { parseStoreAddress, type StoreAddress } from '../store-address.ts';
import { asStoreError, isTimeout } from './server-error.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Statements to one database. What goes wrong is thrown as a `StateError`. */
export interface Queries {
  /** `name`: it is sent so often that each connection keeps it prepared, as to plan it takes longer than to carry it out. */
  rows(sql: string, values?: readonly unknown[], name?: string): Promise<readonly Row[]>;
}

/** For what reads many rows, too: it takes longer than a server that answers at all takes for a few. */
export interface Scans extends Queries {
  scan(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A few connections, which are made when they are needed, and made again when they were lost. */
export interface Session extends Scans {
  /**
   * For what costs only time when a crash of the server loses it: the commit does not wait for the disk. One at a time, over a
   * connection of its own.
   */
  readonly unsynced: Queries;
  /** `settings`: of the server, for this transaction. `first`: statements without parameters that it begins with. */
  transaction<T>(work: (queries: Scans) => Promise<T>, settings?: readonly string[], first?: string): Promise<T>;
  /** Calls back at notifications, over a connection of its own. Some may be missed. Returns how to stop it. */
  listen(channel: string, onNotification: () => void): () => void;
  close(): Promise<void>;
}

/** The same, each as often as `repeat` says. */
export function repeating({ rows, scan }: Scans, repeat: <T>(work: () => Promise<T>) => Promise<T>): Scans {
  return {
    rows: (...statement) => repeat(() => rows(...statement)),
    scan: (...statement) => repeat(() => scan(...statement)),
  };
}

/** Undefined where the column is null. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** One list for each of these columns of the rows, as `unnest` takes them. */
export function listsOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...columns: readonly Name[]
): readonly (readonly Row[Name][])[] {
  return columns.map((name) => rows.map((row) => row[name]));
}

const connectMsMost = 5_000;
const answerMsMost = 10_000;
const frozenMsMost = 2_000;
/** Of one query; the types of the driver do not have it. */
const scanLimit = { query_timeout: 120_000 };

export async function openSession(address: StoreAddress): Promise<Session> {
  const pg = await loadPostgres();
  const connectionString = withPlainTlsMode(address.url);
  // It decodes the address and reads the files that it names.
  const makeClient = (): unknown => new pg.Client({ connectionString });
  try {
    makeClient();
  } catch (error) {
    throw new StateError('storeAddress', messageOf(error));
  }
  const unreplicated = new WeakSet<ClientBase>();
  const settings: PoolConfig = {
    connectionString,
    application_name: 'callsheet',
    keepAlive: true,
    // Statements of one transaction that do not need each other's answers go together.
    pipeline: true,
    connectionTimeoutMillis: Math.min(connectMsMost, address.leaseMs / 4),
    query_timeout: Math.min(answerMsMost, address.leaseMs / 4),
    types: {
      // Instants and counters: all of them are exact as numbers.
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  };
  const openPool = (max: number, ...first: readonly string[]): Pool => {
    const pool = new pg.Pool({
      ...settings,
      max,
      // Not `verify`: the pool loses a connection for good whose first query ends after what asked for it was refused.
      async onConnect(client) {
        // What was lost is said by the query that was under way, or by the next one.
        client.on('error', () => {});
        client.on('notice', ({ routine }) => void (routine === 'SyncRepWaitForLSN' && unreplicated.add(client)));
        await client.query(first.join('; '));
      },
    });
    // A connection was lost while nobody used it: the next query makes another.
    pool.on('error', () => {});
    return pool;
  };
  // The statements are written for this level: a database may have another default.
  const isolation = 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED';
  // To compile a statement for 5,000 people takes ten times as long as to carry it out.
  const uncompiled = 'SET jit = off';
  // A role, a database or a server that has taken another one's place may have another default.
  const durable = 'SET synchronous_commit = on';
  // Heartbeats, writes, reads of a few rows and of many do not wait for one another.
  const pool = openPool(4, isolation, uncompiled, durable);
  // No lease ends while the first one is made: a busy server may take longer for it than a short lease allows later.
  const { connectionTimeoutMillis } = pool.options;
  pool.options.connectionTimeoutMillis = connectMsMost;
  pool.once('connect', () => void (pool.options.connectionTimeoutMillis = connectionTimeoutMillis));
  const unsyncedPool = openPool(1, isolation, uncompiled, 'SET synchronous_commit = off');
  const ask = async (client: ClientBase, query: QueryConfig): Promise<readonly Row[]> => {
    const { rows } = await client.query<Row>(query).catch(rethrow);
    // Somebody cancelled its wait for a standby: the server then reports it as done.
    if (unreplicated.delete(client)) throw new StateError('storeUnreachable', 'no standby has confirmed the commit');
    return rows;
  };
  const rowsOver =
    (over: Pool): Queries['rows'] =>
    (...statement) =>
      onClient(over, (client) => ask(client, queryOf(...statement)));
  return {
    rows: rowsOver(pool),
    unsynced: { rows: rowsOver(unsyncedPool) },
    scan: (...statement) =>
      onClient(pool, (client) => ask(client, { ...queryOf(...statement), ...scanLimit })).catch((error: unknown) => {
        throw isTimeout(error) ? new StateError('storeSlow', `${scanLimit.query_timeout / 1000} s`) : error;
      }),
    transaction: (work, settings = [], first = '') =>
      onClient(pool, async (client) => {
        const rows: Queries['rows'] = (...statement) => ask(client, queryOf(...statement));
        const scan: Scans['scan'] = (...statement) => ask(client, { ...queryOf(...statement), ...scanLimit });
        // A process that was stopped in the middle must not hold up the others until their lease ends.
        const all = [
          `idle_in_transaction_session_timeout = ${Math.min(frozenMsMost, address.leaseMs / 2)}`,
          ...settings,
        ];
        const begun = rows(['BEGIN', ...all.map((setting) => `SET LOCAL ${setting}`), first].join('; '));
        // What it reads first need not wait for the answer: it is carried out behind it.
        const [, result] = await Promise.all([begun, work({ rows, scan })]);
        await rows('COMMIT');
        return result;
      }),
    listen: (channel, onNotification) => {
      const connect = () => new pg.Client({ connectionString, application_name: 'callsheet', keepAlive: true });
      return listenOn(channel, onNotification, connect);
    },
    async close() {
      await Promise.all([pool.end(), unsyncedPool.end()]);
    },
  };
}

function queryOf(text: string, values: readonly unknown[] = [], name?: string): QueryConfig {
  return { text, values: [...values], ...(name && { name }) };
}

async function onClient<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow);
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // To close the connection rolls back.
    client.release(failure);
  }
}

function rethrow(error: unknown): never {
  throw asStoreError(error);
}

const listenAgainMs = 1_000;

function listenOn(channel: string, onNotification: () => void, connect: () => Client): () => void {
  let isStopped = false;
  let client: Client;
  let again: NodeJS.Timeout | undefined;
  const listen = (): void => {
    client = connect();
    client.on('notification', onNotification);
    client.on('error', () => {});
    client.once('end', () => {
      if (!isStopped) again = setTimeout(listen, listenAgainMs).unref();
    });
    // What goes wrong ends the connection.
    client.connect().then(
      () => client.query(`LISTEN ${channel}`).catch(() => client.end()),
      () => {},
    );
  };
  listen();
  return () => {
    isStopped = true;
    clearTimeout(again);
    client.end().catch(() => {});
  };
}

/**
 * Opens a session, and closes it after `use` unless it is kept open. What is wrong with the store, or the text of its address, becomes a
 * refusal.
 */
export async function inSession<T>(
  url: string,
  use: (session: Session, keepOpen: () => void, address: StoreAddress) => Promise<T>,
): Promise<T | Refused> {
  const address = parseStoreAddress(url);
  if ('fault' in address) return { refused: { kind: 'trouble', trouble: 'storeAddress', message: address.fault } };
  let session: Session | undefined;
  let isKept = false;
  try {
    session = await openSession(address);
    return await use(session, () => void (isKept = true), address);
  } catch (error) {
    return { refused: refusedBy(error) };
  } finally {
    if (!isKept) await session?.close();
  }
}
