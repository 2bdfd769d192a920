import { createRealClock } from '../platform/clocks.ts';
import { urlHost } from '../platform/listen.ts';
import type { Clock } from '../platform/ports.ts';
import type { Account } from './account/account.ts';
import { type Accounts, createAccounts } from './account/accounts.ts';
import type { CodeView, MessageView } from './admin-api/shown.ts';
import { codesIn, messagesIn } from './admin-api/views.ts';
import { serve } from './http/server.ts';
import { createFileJournal, openJournalFile } from './journal/file-journal.ts';
import type { Journal } from './journal/journal.ts';
import { createMemoryJournal } from './journal/memory-journal.ts';
import { credentialsOf } from './ledger/world.ts';
import { defaultWorld } from './world/complete-world.ts';
import { readWorld, requireWorld } from './world/read-world.ts';
import type { WorldInput } from './world/world-input.gen.ts';

export type { CodeView, MessageView, WorldInput };

export interface SandboxOptions {
  /** What a world file says, parsed (`schemas/world.schema.json`); it is laid over the default world. */
  readonly world?: WorldInput | undefined;
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined;
  /** Default: loopback. */
  readonly host?: string | undefined;
  /** Where all its time comes from; the real clock by default. `POST /_sandbox/clock` moves sandbox time on top of it. */
  readonly clock?: Clock | undefined;
  /** A SQLite file that keeps the ledger across restarts; without one it lives in memory. */
  readonly data?: string | undefined;
  /** A request must be whole within this time, its headers within 10 s of it at most. Default 30 s. */
  readonly requestTimeoutMs?: number | undefined;
  /** Called when an internal error occurs. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The service in the box, running. */
export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** What `run` and `createClient` need to reach it: its address, and the first key of its world. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string; readonly apiSecret: string };
  /** The WhatsApp messages that it accepted, oldest first. */
  messages(): readonly MessageView[];
  /** The verification codes that it sent, oldest first. */
  codes(): readonly CodeView[];
  /** The account of the world's own keys: its ledger, journal, clock and faults, for callers in the same process. */
  readonly account: Account;
  close(): Promise<void>;
}

/** Starts a sandbox over HTTP. Rejects when the world has findings, which its message names, or the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    clock = createRealClock(),
    data,
    log = () => {},
    requestTimeoutMs = 30_000,
  } = options;
  const world = options.world === undefined ? defaultWorld : requireWorld(options.world);
  const storage = openStorage(data);
  const accounts = createAccounts({ world, clock, ...storage });
  restoreWorlds(accounts, storage.openings, log);
  const server = await serve({ accounts, port, host, requestTimeoutMs, log }).catch((error: unknown) => {
    storage.close();
    throw error;
  });
  const url = `http://${urlHost(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)}:${server.port}`;
  const { main } = accounts;
  return {
    url,
    port: server.port,
    service: { baseUrl: url, ...credentialsOf(main.world) },
    messages: () => messagesIn(main),
    codes: () => codesIn(main),
    account: main,
    async close() {
      await server.close();
      storage.close();
    },
  };
}

interface Storage {
  readonly openJournal: (account: string) => Journal;
  readonly openings?: Journal;
  close(): void;
}

function openStorage(data: string | undefined): Storage {
  if (data === undefined) return { openJournal: createMemoryJournal, close() {} };
  const file = openJournalFile(data);
  const openJournal = (account: string): Journal => createFileJournal(file.database, account);
  return { openJournal, openings: openJournal('openings'), close: () => file.close() };
}

/** Opens the worlds that were open before, each in its latest version. */
function restoreWorlds(accounts: Accounts, openings: Journal | undefined, log: (line: string) => void): void {
  for (const line of openings?.lines() ?? []) {
    const { world, findings } = readWorld(JSON.parse(line));
    const opened = world && accounts.open(world);
    const trouble =
      opened === undefined ? findings[0]?.message : 'taken' in opened ? `key ${opened.taken} is taken` : undefined;
    if (trouble !== undefined) log(`sandbox: a world of an earlier start stays closed: ${trouble}`);
  }
}
