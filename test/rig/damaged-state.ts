import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCampaign } from '../../src/campaign/load.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createSkippingClock } from '../../src/platform/skipping-clock.ts';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import { createInProcessSandbox } from '../../src/sandbox/in-process-sandbox.ts';
import type { OperationId } from '../../src/service/operation-id.ts';
import type { Transport } from '../../src/service/transport.ts';
import { openStore } from '../../src/state/open-store.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import { stateTrouble } from '../../src/state/state-trouble.ts';
import type { Store } from '../../src/state/store.ts';
import { campaignText, otpStep, people, whatsappStep } from './campaign-rig.ts';
import { memoryFiles } from './memory-files.ts';

/** The files of a run whose process was killed half-way, and what the service had been sent by then. */
export interface HalfRun extends Disposable {
  readonly sizes: { readonly db: number; readonly wal: number };
  /** Damages fresh copies of the files, and carries the run out to its end: what came of it, for everybody. */
  resume(damage: Damage, options?: { readonly witness: boolean }): Promise<Resumed>;
}

/** Undefined removes the file. */
export type Damage = Partial<Record<'db' | 'wal', (bytes: Uint8Array) => Uint8Array | undefined>>;

export interface Resumed {
  /** `ran`, or why not. */
  readonly ended: string;
  /** Whom the service did something for more than once. */
  readonly doubled: readonly string[];
  /** After a run to the end: who was not reached, and is not in doubt. */
  readonly lost: readonly string[];
}

const members = people(30);
const about = { campaign: 'trial', run: '1', service: 'https://service.example' };
const begins = Date.parse('2026-11-23T11:00:00Z');

/** `file`: its changes have come from the log into the file itself, as they do now and then. */
export async function createHalfRun(
  operation: 'whatsapp.send' | 'otp.send',
  answers: number,
  written: 'log' | 'file' = 'log',
): Promise<HalfRun> {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-half-'));
  const live = join(folder, 'live');
  const kept = join(folder, 'kept');
  const paths = statePaths({ folder: live, campaign: 'trial', sandbox: false });
  const steps = operation === 'otp.send' ? otpStep : whatsappStep;
  const files = memoryFiles({
    'campaign.yaml': campaignText(steps, 'timezone: Africa/Lagos\nlimits: { concurrency: 4 }'),
    'members.csv': ['phone,first_name', ...members.map((number) => `${number},Ada`), ''].join('\n'),
  });
  const loaded = await loadCampaign({
    path: 'campaign.yaml',
    cwd: '/work',
    files,
    env: {},
    inputs: {},
    depth: 'rendered',
    unsetEnv: 'error',
  });
  const campaign = loaded.value;
  if (campaign === undefined) throw new Error(JSON.stringify(loaded.diagnostics));

  const open = (witness: boolean) =>
    openStore({
      paths,
      about,
      me: { pid: 1, host: 'here', since: 0 },
      adopt: false,
      ...(witness ? { witness: join(live, 'witness') } : {}),
    });
  const carryOut = (store: Store, transport: Transport, clock = createSkippingClock(begins)) =>
    runCampaign({
      loaded: campaign,
      run: about.run,
      service: about.service,
      store,
      transport,
      clock,
      files,
      env: {},
      random: createSeededRandom(1),
      emit: () => undefined,
      control: createRunControl(),
    });

  // The first process: its answers end after so many, and there its files are copied, as a kill leaves them.
  const arrived: { readonly operation: OperationId; readonly body: Readonly<Record<string, unknown>> | undefined }[] =
    [];
  const first = open(true);
  if ('refused' in first) throw new Error(first.refused.kind);
  const clock = createSkippingClock(begins);
  const sandbox = createInProcessSandbox({ clock });
  await new Promise<void>((died) => {
    let left = answers;
    const mortal: Transport = {
      async send(sent, body, signal) {
        arrived.push({ operation: sent, body });
        const outcome = await sandbox.transport.send(sent, body, signal);
        if (left-- > 0) return outcome;
        setImmediate(died);
        return new Promise(() => {});
      },
      close: () => Promise.resolve(),
    };
    void carryOut(first.store, mortal, clock);
  });
  cpSync(live, kept, { recursive: true });
  rmSync(live, { recursive: true });
  if (written === 'file') {
    const database = openDatabase(join(kept, 'trial.db'));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    cpSync(join(kept, 'trial.db'), join(kept, 'whole.db'));
    database.close();
    cpSync(join(kept, 'whole.db'), join(kept, 'trial.db'));
    writeFileSync(join(kept, 'trial.db-wal'), '');
  }
  const bytes = { db: readFileSync(join(kept, 'trial.db')), wal: readFileSync(join(kept, 'trial.db-wal')) };

  return {
    sizes: { db: bytes.db.length, wal: bytes.wal.length },
    async resume(damage, { witness } = { witness: true }) {
      rmSync(live, { recursive: true, force: true });
      mkdirSync(live, { recursive: true });
      cpSync(join(kept, 'witness'), join(live, 'witness'), { recursive: true });
      for (const part of ['db', 'wal'] as const) {
        const left = damage[part] === undefined ? bytes[part] : damage[part](bytes[part]);
        if (left !== undefined) writeFileSync(`${paths.database}${part === 'db' ? '' : '-wal'}`, left);
      }
      const service = createInProcessSandbox({ clock: createSkippingClock(begins) });
      for (const { operation: sent, body } of arrived) await service.transport.send(sent, body);
      const reached = (): readonly string[] => effectsOf(service.account.journal.lines());
      const opened = open(witness);
      if ('refused' in opened) {
        const { refused } = opened;
        const ended = refused.kind === 'trouble' ? refused.trouble : refused.kind;
        return { ended, doubled: twice(reached()), lost: [] };
      }
      const { store } = opened;
      try {
        await carryOut(store, service.transport);
        const doubts = [...store.jobs({ state: 'inDoubt' })].map(({ key }) => key ?? '');
        const known = new Set([...reached(), ...doubts]);
        return { ended: 'ran', doubled: twice(reached()), lost: members.filter((name) => !known.has(name)) };
      } catch (error) {
        const trouble = stateTrouble(error);
        if (trouble === undefined) throw error;
        return { ended: trouble, doubled: twice(reached()), lost: [] };
      } finally {
        await store.close().catch(() => undefined);
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** For whom the service did something, as often as it did. */
function effectsOf(lines: Iterable<string>): readonly string[] {
  return [...lines].flatMap((line) => {
    const { facts = [], body = {} } = JSON.parse(line) as {
      facts?: readonly unknown[];
      body?: { recipient?: string; to?: string };
    };
    const name = body?.recipient ?? body?.to;
    return facts.length === 0 || name === undefined ? [] : [name];
  });
}

function twice(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** The same bytes with one bit of another value. */
export function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = bit >> 3;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** The same file after a change that no run makes. */
export function edited(bytes: Uint8Array, sql: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-edited-'));
  const path = join(folder, 'edited.db');
  writeFileSync(path, bytes);
  const database = openDatabase(path);
  database.exec(`PRAGMA journal_mode = DELETE; ${sql}; PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)`);
  const after = readFileSync(path);
  database.close();
  rmSync(folder, { recursive: true });
  return after;
}
