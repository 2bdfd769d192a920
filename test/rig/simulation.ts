import { type LoadedCampaign, loadCampaign } from '../../src/campaign/load.ts';
import { judgePerformance } from '../../src/cli/rehearsal/judge.ts';
import { type Casting, type Performance, perform } from '../../src/cli/rehearsal/perform.ts';
import type { Files } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import type { World } from '../../src/sandbox/ledger/world.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import type { Settled, Store } from '../../src/state/store.ts';
import { memoryFiles } from './memory-files.ts';
import { createDice, type Dice, simulatedCampaign } from './simulated-campaign.ts';

/** A whole campaign that a seed made up, with its faults, crashes and power cuts, and what is wrong with how it went. */
export interface Simulation {
  readonly seed: number;
  readonly campaign: string;
  readonly deaths: number;
  readonly requests: number;
  readonly doubts: number;
  readonly ended: 'finished' | 'stopped';
  /** Sentences; empty when every promise was kept. */
  readonly broken: readonly string[];
}

/** A broken engine, to show that it is found out. */
export type Control = 'resendDoubts' | 'bookDoubtsAsSent' | 'noIntent';

/** An intent waits for the sync that is under way, and for its own. */
const slowestSyncMs = 5;
const begins = Date.parse('2026-11-23T07:59:50Z');

export async function simulate(seed: number, control?: Control): Promise<Simulation> {
  const random = createSeededRandom(seed);
  const { campaign, members, world: written } = simulatedCampaign(random);
  const dice = createDice(random);
  const files = memoryFiles({
    'campaign.yaml': campaign,
    'members.csv': members,
    'greeting-0.wav': wav(0),
    'greeting-1.wav': wav(1),
  });
  const loaded = await load(files, campaign);
  const wayMs = dice.pick([0, 0, 20]);
  const stage = {
    loaded,
    run: '2026-11-23',
    world: worldOf(written),
    files,
    env: {},
    at: begins,
    seed,
    latencyMs: dice.pick([0, 20, 200]),
  };
  const performance = await perform(stage, {
    ...crashes(dice),
    ...resumes(dice),
    ...(control === undefined ? {} : { disguise: disguises[control] }),
    syncMs: () => dice.pick([0, 1, slowestSyncMs]),
    wayMs: () => dice.between(0, wayMs),
  });
  return report(seed, campaign, loaded, performance, wayMs + 2 * slowestSyncMs);
}

/** Dies at so many of all moments, whichever those are: at a boundary, in a sync, with bytes on their way, or in any wait. */
function crashes(dice: Dice): Pick<Casting, 'dies'> {
  let left = dice.pick([0, 1, 1, 2, 5]);
  let moments = dice.between(0, 200);
  return {
    dies: () => {
      if (left === 0 || moments-- > 0) return false;
      left--;
      moments = dice.between(0, 200);
      return true;
    },
  };
}

/** Somebody gives the command again, a few times. */
function resumes(dice: Dice): Pick<Casting, 'resumesAfterMs'> {
  let left = 3;
  return {
    resumesAfterMs: ({ ended }) => (ended === 'stopped' && left-- > 0 ? dice.between(1, 60) * 10_000 : undefined),
  };
}

function report(
  seed: number,
  campaign: string,
  loaded: LoadedCampaign,
  performance: Performance,
  jitterMs: number,
): Simulation {
  const { result, account, deaths } = performance;
  const { comparison, audit } = judgePerformance(loaded, performance, jitterMs);
  const { doubled, lost, unbooked, strangers, doubtsArrived, doubtsNot } = comparison;
  const { summary, ended, reason } = result;
  const broken = [
    ...doubled.map((address) => `${address} was reached twice`),
    ...lost.map((address) => `${address} is accepted, and was not reached`),
    ...unbooked.map((address) => `${address} was reached, and is booked as if not`),
    ...(strangers > 0 ? [`${strangers} effects belong to no job`] : []),
    ...audit.map(({ rule, step, key, message }) => `audit, ${rule}: ${step ?? ''} ${key ?? ''} ${message}`),
    ...(ended === 'finished' && reason === undefined && summary.pending > 0
      ? [`${summary.pending} jobs are pending though the run is finished`]
      : []),
    ...(reason === 'the rehearsal gave up after a year' ? ['it never ended'] : []),
  ];
  return {
    seed,
    campaign,
    deaths,
    requests: account.journal.count,
    doubts: doubtsArrived.length + doubtsNot.length,
    ended,
    broken,
  };
}

const disguises: Readonly<Record<Control, NonNullable<Casting['disguise']>>> = {
  resendDoubts: ({ store }) => ({
    store: { ...store, settle: (settled) => store.settle(undoubted(settled, 'pending')) },
  }),
  bookDoubtsAsSent: ({ store }) => ({
    store: { ...store, settle: (settled) => store.settle(undoubted(settled, 'accepted')) },
  }),
  noIntent: ({ store }) => ({ store: withoutIntents(store) }),
};

function undoubted(settled: Settled, state: 'pending' | 'accepted'): Settled {
  return settled.state === 'inDoubt' ? { ...settled, state } : settled;
}

/** What an ordinary runner does: it saves its progress after sending. */
function withoutIntents(store: Store): Store {
  const intents = new Map<string, Parameters<Store['intend']>[0]>();
  return {
    ...store,
    intend: async (intent) => void intents.set(`${intent.step} ${intent.key}`, intent),
    async settle(settled) {
      const intent = intents.get(`${settled.step} ${settled.key}`);
      if (intent !== undefined) await store.intend(intent);
      await store.settle(settled);
    },
  };
}

async function load(files: Files, text: string): Promise<LoadedCampaign> {
  const loaded = await loadCampaign({
    path: 'campaign.yaml',
    cwd: '/work',
    files,
    env: {},
    inputs: {},
    depth: 'rendered',
  });
  if (loaded.value !== undefined) return loaded.value;
  const findings = loaded.diagnostics.map(({ code, message }) => `${code} ${message}`);
  throw new Error(`the simulation made a campaign with findings:\n${findings.join('\n')}\n${text}`);
}

function worldOf(written: unknown): World {
  const { world, findings } = readWorld(written);
  if (world === undefined) throw new Error(`the simulation made a world with findings: ${JSON.stringify(findings)}`);
  return world;
}

/** A header and a tenth of a second. */
function wav(sample: number): Uint8Array {
  const bytes = Buffer.alloc(44 + 1600, sample);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 1600, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(16000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(1600, 40);
  return bytes;
}
