import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress } from '../../src/job/address.ts';
import { listJobs, type RunLease } from '../../src/ledger/backend.ts';
import type { VirtualClock } from '../../src/platform/clocks.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type ProcessRun, type RehearsalHooks, runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { recordEdits } from '../../src/run/before-run.ts';
import { findEdits } from '../../src/run/resume/edits.ts';
import type { World } from '../../src/sandbox/ledger/world.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { connectMsMax } from '../../src/service/http/transport.ts';
import { memoryFiles } from './memory-files.ts';
import { createDice, type Dice, filesOf, type SimulatedCampaign, simulatedCampaign } from './simulated-campaign.ts';
import { createSimulatedDecisions } from './simulated-decisions.ts';
import { edited } from './simulated-edits.ts';
import { createSimulatedMachine, type SimulatedMachine } from './simulated-machine.ts';
import { createSimulatedPeople } from './simulated-people.ts';
import { createSimulatedStateFile } from './simulated-state-file.ts';
import { simulatedWorld } from './simulated-world.ts';
import { brokenEngines, type Control } from './simulation-controls.ts';
import { hasJob, judgeSimulation, type ProcessNote, type Version } from './simulation-judge.ts';
import { simulationStory } from './simulation-story.ts';

/** A whole campaign that a seed made up, with all its events, and what is wrong with how it went. */
export interface Simulation {
  readonly seed: number;
  readonly state: 'memory' | 'file';
  readonly deaths: number;
  readonly edits: number;
  /** Pauses, cancels, drains, closed lids, clocks that were set. */
  readonly acts: number;
  /** Upon jobs in doubt. */
  readonly decisions: number;
  readonly requests: number;
  /** Waves that began. */
  readonly waves: number;
  readonly doubts: number;
  readonly ended: 'finished' | 'stopped';
  /** Sentences; empty when every promise was kept. */
  readonly broken: readonly string[];
}

/** An intent waits for the sync that is under way, and for its own. */
const slowestSyncMs = 5;
const slownessSeed = 5_000_000;
/** After its slot, of a request that had to wait for a connection, or slept with its machine meanwhile (departure.ts). */
const latestDepartureMs = 2_000 + connectMsMax;
export const begins = Date.parse('2026-11-23T07:59:50Z');
export const run = '2026-11-23';
const moreSeed = 7_000_000_000;
const decisionsSeed = 9_000_000_000;
const wavesSeed = 11_000_000_000;

/** The command that shows it again, with its whole story. */
export function replayOf({ seed, state }: Simulation): string {
  return `SEED=${seed}${state === 'file' ? ' STATE=file' : ''} npm run soak -- simulation`;
}

export interface SimulationOptions {
  readonly control?: Control;
  /** `file`: a real state file, and kills rather than power cuts. Default `memory`. */
  readonly state?: 'memory' | 'file';
  /** Is given the whole story. */
  readonly tell?: (story: readonly string[]) => void;
}

export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulation> {
  const { control, state = 'memory', tell } = options;
  const random = createSeededRandom(seed);
  const dice = createDice(random);
  const drafts = await draftsOf(dice, createDice(createSeededRandom(seed + wavesSeed)));
  const [first] = drafts;
  const wayMs = dice.pick([0, 0, 20]);
  const latencyMs = dice.pick([0, 20, 200]);
  // With chance of its own: what a seed made up before there were slow connections stays as it was.
  const slowness = createDice(createSeededRandom(seed + slownessSeed));
  const slowestConnectMs = slowness.pick([0, 0, 0, 0, 300, 4_500]);
  const setup = {
    loaded: first.loaded,
    run,
    world: worldOf(simulatedWorld(dice, createDice(createSeededRandom(seed + moreSeed)))),
    files: memoryFiles(first.files),
    at: begins,
    seed,
    latencyMs,
  };
  const play = createPlay(dice, createDice(createSeededRandom(seed + decisionsSeed)), { drafts, control });
  await using file = state === 'file' ? createSimulatedStateFile(play.world, 'trial') : undefined;
  const parts = control === undefined ? undefined : brokenEngines[control]();
  const rehearsal = await runRehearsal(setup, {
    ...play.hooks,
    ...(file === undefined ? {} : { state: file.state }),
    overrides: (ports) => {
      const counted = { ...ports, lease: play.counting(ports.lease) };
      return { ...counted, ...parts?.(counted) };
    },
    syncMs: () => dice.pick([0, 1, slowestSyncMs]),
    wayMs: () => dice.between(0, wayMs),
    connectMs: () => slowness.between(0, slowestConnectMs),
  });
  const { versions, processes, people, decisions } = play;
  const machine = play.machine();
  const jitterMs = wayMs + 2 * slowestSyncMs;
  const slotJitterMs = jitterMs + (slowestConnectMs > 0 ? latestDepartureMs : 0);
  const evidence = {
    rehearsal,
    versions,
    processes,
    quiets: people.quiets,
    decisions,
    machine,
    jitterMs,
    slotJitterMs,
    latencyMs,
  };
  const { broken, doubts } = judgeSimulation(evidence);
  tell?.(simulationStory(evidence));
  return {
    seed,
    state,
    deaths: rehearsal.deaths,
    edits: versions.length - 1,
    acts: people.acts,
    decisions: decisions.made.length,
    requests: rehearsal.account.journal.count,
    waves: rehearsal.waves.length,
    doubts,
    ended: rehearsal.result.ended,
    broken,
  };
}

export interface Draft {
  readonly written: SimulatedCampaign;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly loaded: LoadedCampaign;
}

/** The campaign as it is at first, and after each edit to come. */
async function draftsOf(dice: Dice, chances: Dice): Promise<readonly [Draft, ...Draft[]]> {
  let written = simulatedCampaign(dice, chances);
  const first = await draftOf(written);
  const more: Draft[] = [];
  for (let edits = dice.pick([0, 0, 0, 1, 2]); edits > 0; edits--) {
    written = edited(dice, written);
    more.push(await draftOf(written));
  }
  return [first, ...more];
}

export async function draftOf(written: SimulatedCampaign): Promise<Draft> {
  const files = { ...filesOf(written), 'greeting-0.wav': wav(0), 'greeting-1.wav': wav(1) };
  return { written, files, loaded: await load(files) };
}

/** Everything that happens to the processes from outside, and the notes that are taken of it. */
function createPlay(
  dice: Dice,
  deciding: Dice,
  { drafts, control }: { readonly drafts: readonly Draft[]; readonly control: Control | undefined },
) {
  const coming = drafts.slice(1);
  let draft = drafts[0]!;
  const versions: Version[] = [{ ...draft, from: 0 }];
  const processes: ProcessNote[] = [];
  let world: VirtualClock | undefined;
  let machine: SimulatedMachine | undefined;
  const theMachine = (): SimulatedMachine => machine!;
  const now = (): Instant => world?.now() ?? 0;
  const sleep = (ms: number): Promise<void> => world!.sleepUntil(now() + ms);
  const decisions = createSimulatedDecisions(deciding, {
    machine: theMachine,
    now,
    sleep,
    isThere: (job) => hasJob(draft.loaded, job),
    hold: (work) => world!.hold(work),
  });
  const people = createSimulatedPeople(dice, {
    machine: theMachine,
    now,
    sleep,
    hasNews: () => coming.length > 0 || decisions.hasNews(),
  });
  const dies = crashes(dice);
  const opens = async (process: ProcessRun): Promise<LoadedCampaign | { readonly refused: string }> => {
    await theMachine().awake();
    const { lease, clock } = process;
    const left = (await listJobs(lease, { state: 'sending' })).map((job) => formatAddress(job));
    const note: ProcessNote = { began: now(), left, doubts: [] };
    processes.push(note);
    await decisions.begins(process);
    const refused = await people.begins(process);
    if (refused !== undefined) return { refused };
    if (processes.length > 1 && coming.length > 0 && dice.chance(0.7)) {
      draft = coming.shift()!;
      versions.push({ ...draft, from: now() });
    }
    // As the command does before it carries anything out.
    const { loaded, files } = draft;
    const edits = await findEdits({ loaded, reader: lease, run, files: memoryFiles(files) });
    const recording = control === 'forgetRenames' ? withoutRenames(lease) : lease;
    if (edits !== undefined) await recordEdits({ loaded, lease: recording }, edits, clock.now());
    return loaded;
  };
  const hooks: RehearsalHooks = {
    machine(given) {
      world = given;
      machine = createSimulatedMachine(given);
      return machine;
    },
    opens,
    dies(moment) {
      people.moment();
      return dies(moment);
    },
    resumesAfterMs(end) {
      decisions.ends(end);
      return people.comeBackAfterMs(end);
    },
    emit: ({ event }) => {
      if (event === 'draining') people.hear('stopping');
    },
  };
  const counting = (lease: RunLease): RunLease => ({
    ...lease,
    apply(changes) {
      const process = processes.at(-1);
      for (const change of changes) {
        const isDropped = change.kind === 'drop';
        const isDoubt = (change.kind === 'settle' || isDropped) && change.to.state === 'inDoubt';
        if (!isDoubt) continue;
        process?.doubts.push({ address: formatAddress(change.to), isDropped });
        decisions.doubted();
      }
      return lease.apply(changes);
    },
  });
  return { hooks, versions, processes, people, decisions, world: () => world!, machine: theMachine, counting };
}

/** Dies at so many of all moments, whichever those are: at a boundary, in a sync, with bytes on their way, or in any wait. */
function crashes(dice: Dice): NonNullable<RehearsalHooks['dies']> {
  let left = dice.pick([0, 1, 1, 2, 5]);
  let moments = dice.between(0, 200);
  return () => {
    if (left === 0 || moments-- > 0) return false;
    left--;
    moments = dice.between(0, 200);
    return true;
  };
}

async function load(content: Draft['files']): Promise<LoadedCampaign> {
  const files = memoryFiles(content);
  const from = { path: 'campaign.yaml', cwd: '/work', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const loaded = await loadCampaign(from);
  if (loaded.value !== undefined) return loaded.value;
  const findings = loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n');
  throw new Error(`the simulation made a campaign with findings:\n${findings}\n${String(content['campaign.yaml'])}`);
}

export function worldOf(written: unknown): World {
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

function withoutRenames(lease: RunLease): RunLease {
  return { ...lease, apply: (changes) => lease.apply(changes.filter(({ kind }) => kind !== 'renameStep')) };
}
