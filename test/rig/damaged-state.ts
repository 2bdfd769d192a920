import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '../../src/campaign/campaign.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import { formatAddress, type JobAddress } from '../../src/job/address.ts';
import type { JobState } from '../../src/job/job.ts';
import { listJobs, type RunLease } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { createSkippingClock } from '../../src/platform/clocks.ts';
import type { Clock } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import { createInProcessSandbox } from '../../src/sandbox/in-process-sandbox.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import type { Transport } from '../../src/service/http/transport.ts';
import { campaignText, otpStep, people, whatsappStep } from './campaign-rig.ts';
import { memoryFiles } from './memory-files.ts';

/** The files of a run whose process was killed half-way, and a service that remembers what it had been sent by then. */
export interface HalfRun extends Disposable {
  readonly sizes: { readonly db: number; readonly wal: number };
  /** Jobs by state, when the process died. */
  readonly states: Readonly<Record<string, number>>;
  /** Damages fresh copies of the files, and carries the run out to its end: what came of it, for everybody. */
  resume(damage: Damage, options?: { readonly rollbackGuard: boolean }): Promise<Resumed>;
}

/** Undefined removes the file. */
export type Damage = Partial<Record<'db' | 'wal', (bytes: Uint8Array) => Uint8Array | undefined>>;

export interface Resumed {
  /** `ran`, or why not. */
  readonly ended: string;
  /** Whom a step reached more than once. */
  readonly doubled: readonly JobAddress[];
  /** After a run to the end: people who were not reached, are not in doubt, and do not have the state that they would have without the damage. */
  readonly lost: readonly JobAddress[];
}

/** Why a damaged file may be refused. */
export const refusals: readonly string[] = [
  'damaged',
  'foreign',
  'newer',
  'behind',
  'replaced',
  'missing',
  'otherService',
  'otherHost',
  'copied',
  'io',
  'readOnly',
];

export interface HalfRunOptions {
  /** `mixed`: every kind of row that there is. */
  readonly steps: 'whatsapp.send' | 'otp.send' | 'mixed';
  /** So many answers come; then the process is killed. */
  readonly answers: number;
  /** `file`: its changes have come from the log into the file itself, as they do now and then. */
  readonly written?: 'log' | 'file';
  /** Bytes. Smaller pages have the same rows and heads, and less emptiness between them. Default 4096, as SQLite has it. */
  readonly page?: number;
}

const about = { campaign: 'trial', run: '1', service: 'https://service.example' };
const begins = Date.parse('2026-11-23T11:00:00Z');
/** Somebody runs it again a minute after it died. */
const resumes = begins + 60_000;

export async function createHalfRun({
  steps,
  answers,
  written = 'log',
  page = 4096,
}: HalfRunOptions): Promise<HalfRun> {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-half-'));
  const live = join(folder, 'live');
  const kept = join(folder, 'kept');
  const rollbackGuardFolder = join(live, 'rollback-guard');
  const paths = statePaths({ folder: live, campaign: 'trial', sandbox: false });
  const { yaml, members, faults } = plots[steps];
  const files = memoryFiles({
    'campaign.yaml': campaignText(yaml, 'timezone: Africa/Lagos\nlimits: { concurrency: 4 }'),
    'members.csv': ['phone,first_name', ...members, ''].join('\n'),
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

  let time = createSkippingClock(begins);
  const clock: Clock = { now: () => time.now(), sleepUntil: (until, signal) => time.sleepUntil(until, signal) };
  const { world } = readWorld({ faults });
  if (world === undefined) throw new Error('the trial made a world with findings');
  const { account, transport } = createInProcessSandbox({ clock, world });

  const open = (rollbackGuard: boolean) =>
    createFileBackend({ paths, rollbackGuard: rollbackGuard ? rollbackGuardFolder : undefined }).openForRunning({
      about,
      me: { pid: 1, host: 'here', since: 0 },
      adopt: false,
    });
  const carryOut = (lease: RunLease, connection: Transport) =>
    runCampaign({
      loaded: campaign,
      run: about.run,
      service: about.service,
      lease,
      transport: connection,
      clock,
      files,
      random: createSeededRandom(1),
      emit: () => undefined,
      control: createRunControl(),
    });

  // The first process: its answers end after so many, and there its files are copied, as a kill leaves them.
  mkdirSync(live);
  const empty = openDatabase(paths.database);
  empty.exec(`PRAGMA page_size = ${page}; VACUUM`);
  empty.close();
  const first = await open(true);
  if ('refused' in first) throw new Error(first.refused.kind);
  await new Promise<void>((died) => {
    let left = answers;
    const crashable: Transport = {
      async send(operation, body, options) {
        const outcome = await transport.send(operation, body, options);
        if (left-- > 0) return outcome;
        setImmediate(died);
        return new Promise(() => {});
      },
      close: () => Promise.resolve(),
    };
    void carryOut(first.lease, crashable);
  });
  const sent = account.journal.count;
  const states = Object.fromEntries(
    (await first.lease.counts()).map(({ step, state, jobs }) => [`${step} ${state}`, jobs]),
  );
  cpSync(live, kept, { recursive: true });
  if (written === 'file') {
    const database = openDatabase(join(kept, 'ledger.db'));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    cpSync(join(kept, 'ledger.db'), join(kept, 'whole.db'));
    database.close();
    cpSync(join(kept, 'whole.db'), join(kept, 'ledger.db'));
    writeFileSync(join(kept, 'ledger.db-wal'), '');
  }
  const bytes = { db: readFileSync(join(kept, 'ledger.db')), wal: readFileSync(join(kept, 'ledger.db-wal')) };
  const remembered = readdirSync(join(kept, 'rollback-guard')).map(
    (name) => [name, readFileSync(join(kept, 'rollback-guard', name))] as const,
  );

  const carryOutAgain = async (damage: Damage, rollbackGuard: boolean): Promise<Ended> => {
    rmSync(live, { recursive: true, force: true });
    mkdirSync(rollbackGuardFolder, { recursive: true });
    for (const [name, content] of remembered) writeFileSync(join(rollbackGuardFolder, name), content);
    for (const part of ['db', 'wal'] as const) {
      const left = damage[part] === undefined ? bytes[part] : damage[part](bytes[part]);
      if (left !== undefined) writeFileSync(`${paths.database}${part === 'db' ? '' : '-wal'}`, left);
    }
    account.rewind(sent);
    time = createSkippingClock(resumes);
    const reached = (): readonly JobAddress[] => reachedBy(account.journal.lines(), campaign.campaign.steps);
    const opened = await open(rollbackGuard);
    if ('refused' in opened) {
      const { refused } = opened;
      return { ended: refused.kind === 'trouble' ? refused.trouble : refused.kind, reached: reached(), states: none };
    }
    const { lease } = opened;
    try {
      await carryOut(lease, transport);
      const found = new Map((await listJobs(lease)).map((job) => [formatAddress(job), job.state]));
      return { ended: 'ran', reached: reached(), states: found };
    } catch (error) {
      const trouble = stateTrouble(error);
      if (trouble === undefined) throw error;
      return { ended: trouble, reached: reached(), states: none };
    } finally {
      await lease.close().catch(() => undefined);
    }
  };
  const whole = await carryOutAgain({}, true);

  return {
    sizes: { db: bytes.db.length, wal: bytes.wal.length },
    states,
    async resume(damage, { rollbackGuard } = { rollbackGuard: true }) {
      const { ended, reached, states: found } = await carryOutAgain(damage, rollbackGuard);
      const isSafe = (address: JobAddress, state: JobState): boolean => {
        const now = found.get(address);
        if (reached.includes(address) || now === 'inDoubt') return true;
        return now === state && (now !== 'accepted' || !whole.reached.includes(address));
      };
      const lost =
        ended !== 'ran' ? [] : [...whole.states].filter((one) => !isSafe(...one)).map(([address]) => address);
      return { ended, doubled: twice(reached), lost };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Ended {
  readonly ended: string;
  readonly reached: readonly JobAddress[];
  readonly states: ReadonlyMap<JobAddress, JobState>;
}

const none: ReadonlyMap<JobAddress, JobState> = new Map();

/** What such runs consist of. */
const plots = {
  'whatsapp.send': { yaml: whatsappStep, members: people(30).map((number) => `${number},Ada`), faults: [] },
  'otp.send': { yaml: otpStep, members: people(30).map((number) => `${number},Ada`), faults: [] },
  mixed: {
    yaml: `
funds: { uses: sms.balance, expect: { available: { atLeast: 1 } }, with: {} }
hello:
  uses: whatsapp.send
  forEach: members
  needs: funds
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
code:
  uses: otp.send
  forEach: members
  needs: funds
  with: { templateId: 31 }
report:
  uses: sms.backfill
  forEach: { audience: members, onlyIf: { step: code, outcome: accepted } }
  needs: code
  with: { msgid: "{{ steps.code.verificationId }}", time: "1790000000" }
`,
    // One has no price, one no name: rejected, and skipped.
    members: ['9988030000007,Ben', ...people(6).map((number) => `${number},Ada`), '2348030000008,'],
    faults: [
      { kind: 'reset-after', operation: 'whatsapp.send', skip: 1, times: 1 },
      { kind: 'reset-after', operation: 'otp.send', skip: 1, times: 1 },
      { kind: 'status', status: '-18', operation: 'otp.send', skip: 2, times: 2 },
    ],
  },
} as const;

/** For whom each step did something, as often as it did. Of a report that is made twice nothing comes. */
function reachedBy(lines: Iterable<string>, steps: readonly Step[]): readonly JobAddress[] {
  return [...lines].flatMap((line) => {
    const { operation, facts, body } = JSON.parse(line) as {
      operation?: string;
      facts?: readonly unknown[];
      body?: { recipient?: string; to?: string };
    };
    const key = body?.recipient ?? body?.to;
    const step = steps.find(({ uses }) => uses === operation);
    return facts === undefined || facts.length === 0 || key === undefined || step === undefined
      ? []
      : [formatAddress({ step: step.id, key })];
  });
}

function twice(names: readonly JobAddress[]): readonly JobAddress[] {
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
