import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseTraces, kindsShown } from '../test/model/choose-traces.ts';
import {
  formatHandOutStep,
  handOutKinds,
  handOutTraceFromItf,
  handOutTraces,
  handOutTracesText,
} from '../test/model/hand-out/hand-out-trace.ts';
import { replayHandOut } from '../test/model/hand-out/replay-hand-out.ts';
import { traceFromItf } from '../test/model/itf.ts';
import { replay } from '../test/model/replay.ts';
import { formatStep, type Trace, tracesFolder, traceText } from '../test/model/trace.ts';
import { serverFolder, startServer } from '../test/rig/postgres/start-server.ts';
import { installQuint, quintFile } from './install-quint.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * The models of the ledger's protocol (`test/model/`): random behaviours, looking for a broken promise; each way to break a protocol
 * must be found out; and behaviours are repeated with the real engine, and with the real ledger of workers in PostgreSQL.
 *   SAMPLES=100000 npm run soak -- model          so many behaviours of each model, of up to 40 or 50 steps
 *   TRACES=5000 npm run soak -- model             so many repeated with the engine, every 20th over a state file; a tenth with workers
 *   SEED=0x1a2b npm run soak -- model             begins where another run began
 *   WRITE=yes npm run soak -- model               replaces the committed traces by a choice of the new ones
 *   PART=ledger,hand-out/noRow npm run soak -- model     a part: a model, one beginning of it, `engine` or `workers`
 */
const { SAMPLES = '20000', TRACES = '2000', SEED = `0x${Date.now().toString(16)}`, WRITE, PART } = process.env;
const samples = Number(SAMPLES);
const fileEach = 20;
/** Some faults take a rare order of events: to look at few behaviours would not find them. */
const brokenMost = Math.max(100_000, 5 * samples);
const enginePerWorkers = 10;
const committedMost = 40;
/** Each takes half a second, as its processes connect to the database. */
const workersMost = 24;

interface Model {
  readonly name: string;
  readonly file: string;
  readonly stepsMost: number;
  /** Beginnings whose protocol keeps these promises. */
  readonly sound: Readonly<Record<string, readonly string[]>>;
  /** Beginnings whose protocol is broken, each with the promise that must be found broken. */
  readonly broken: Readonly<Record<string, string>>;
}

const ledgerPromises = ['nobodyTwice', 'nobodyLost', 'quietAfterPause'];
/** Claims, answers and people; `init` has many workers, `today` one process at a time. */
const ledger: Model = {
  name: 'ledger',
  file: modelFile('ledger.qnt'),
  stepsMost: 40,
  sound: { init: ledgerPromises, today: ledgerPromises },
  broken: {
    noFence: 'nobodyTwice',
    noWaitBeforeResend: 'nobodyTwice',
    blindResend: 'nobodyTwice',
    leaseShorterThanRequest: 'nobodyTwice',
    deafGate: 'quietAfterPause',
    doubtAsSent: 'nobodyLost',
  },
};

const ledgerDecides = ['nobodyTwice', 'nobodyLost', 'recordedOnce', 'quietAfterLease', 'quietInAlarm'];
/** Chunks, leases of workers, and leaders that follow one another. */
const handOut: Model = {
  name: 'hand-out',
  file: modelFile('hand-out/hand-out.qnt'),
  stepsMost: 50,
  sound: { init: [...ledgerDecides, 'leaderKnows', 'neverStuck'], redelivers: ledgerDecides },
  broken: {
    noFence: 'leaderKnows',
    noRow: 'nobodyTwice',
    noChunk: 'leaderKnows',
    noLease: 'quietAfterLease',
    hastyLeader: 'recordedOnce',
    takesFromLiving: 'recordedOnce',
    blindResend: 'nobodyTwice',
    lateOverwrites: 'leaderKnows',
    deafToAlarms: 'quietInAlarm',
    redelivers: 'leaderKnows',
  },
};
const models = [ledger, handOut];
const parts = ['engine', 'workers'].concat(
  models.flatMap(({ name, sound, broken }) => [
    name,
    ...Object.keys({ ...sound, ...broken }).map((one) => `${name}/${one}`),
  ]),
);
const unknown = PART?.split(',').find((part) => !parts.includes(part));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; there are ${parts.join(', ')}`);

/** What is compared is what is in the files, not the disk beneath them. */
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

const failures: string[] = [];
if (!installQuint()) throw new Error('Quint could not be installed');
print(`seed ${SEED}`);
for (const model of models) {
  const sound = Object.entries(model.sound).filter(([beginning]) => isWanted(model.name, beginning));
  const broken = Object.entries(model.broken).filter(([beginning]) => isWanted(model.name, beginning));
  if (sound.length + broken.length > 0)
    print(quint('typecheck', model.file).status === 0 ? `${model.name} type-checks` : fail('it does not type-check'));
  for (const [beginning, promises] of sound) explore(model, beginning, promises);
  for (const [beginning, promise] of broken) findOut(model, beginning, promise);
}
const none = { traces: 0, steps: 0, files: 0 };
const engine = isWanted('engine') ? await repeatWithEngine(Number(TRACES)) : none;
const workers = isWanted('workers') ? await repeatWithWorkers(Math.ceil(Number(TRACES) / enginePerWorkers)) : none;

const count = (of: (model: Model) => object): number =>
  models.reduce((sum, model) => sum + Object.keys(of(model)).length, 0);
if (PART === undefined)
  noteMeasured({
    hunt: "model of the ledger's protocol",
    done: `${number(samples * count(({ sound }) => sound))} behaviours of up to ${handOut.stepsMost} steps (seed ${SEED}); ${count(({ broken }) => broken)} broken protocols found out; ${number(engine.traces)} behaviours with ${number(engine.steps)} steps repeated with the engine, ${number(engine.files)} of them over a state file; ${number(workers.traces)} with ${number(workers.steps)} steps repeated with the ledger of workers in PostgreSQL`,
    broken: failures.length,
  });
process.exitCode = failures.length === 0 ? 0 : 1;

function isWanted(part: string, beginning?: string): boolean {
  const wanted = PART?.split(',');
  return wanted === undefined || wanted.includes(part) || wanted.includes(`${part}/${beginning}`);
}

function modelFile(name: string): string {
  return fileURLToPath(new URL(`../test/model/${name}`, import.meta.url));
}

function explore(model: Model, beginning: string, promises: readonly string[]): void {
  const { status, output } = simulate(model, beginning, promises, samples);
  const isKept = status === 0;
  print(`${beginning}: ${isKept ? `no promise broken in ${number(samples)} behaviours` : fail(output)}`);
}

function findOut(model: Model, beginning: string, promise: string): void {
  const { status, output } = simulate(model, beginning, [promise], brokenMost, ['--verbosity=1']);
  const isFound = status !== 0 && output.includes('[violation]');
  const seed = /--seed=(\S+)/.exec(output)?.[1] ?? SEED;
  print(
    `${beginning}: ${isFound ? `found out, ${promise} is broken (seed ${seed})` : fail(`not found out\n${output}`)}`,
  );
}

/** Behaviours of a protocol, of which some promises are kept. */
function behaviours<Trace>(
  model: Model,
  beginning: string,
  traces: number,
  read: (itf: string) => Trace,
): readonly Trace[] {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-model-'));
  try {
    const itf = ['--mbt', `--n-traces=${traces}`, `--out-itf=${folder}/{seq}.itf.json`];
    const { status, output } = simulate(model, beginning, model.sound[beginning] ?? [], traces, itf);
    if (status !== 0) fail(output);
    return readdirSync(folder).map((name) => read(readFileSync(join(folder, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function repeatWithEngine(wanted: number): Promise<{ traces: number; steps: number; files: number }> {
  const traces = behaviours(ledger, 'today', wanted, traceFromItf);
  let files = 0;
  for (const [index, trace] of traces.entries()) {
    const states = index % fileEach === 0 ? (['memory', 'file'] as const) : (['memory'] as const);
    for (const state of states) {
      if (state === 'file') files++;
      const problem = await replay(trace, { state });
      if (problem !== undefined) print(fail(`${state}: ${problem}\n  ${trace.map(formatStep).join('; ')}`));
    }
  }
  print(`the engine repeated ${number(traces.length)} behaviours, ${number(files)} of them also over a state file`);
  if (WRITE !== undefined) write(traces);
  return { traces: traces.length, steps: stepsOf(traces), files };
}

/** Half of them with a queue that gives chunks to two workers. */
async function repeatWithWorkers(wanted: number): Promise<{ traces: number; steps: number }> {
  const traces = ['init', 'redelivers'].flatMap((beginning) =>
    behaviours(handOut, beginning, Math.ceil(wanted / 2), handOutTraceFromItf),
  );
  const folder = serverFolder();
  chmodSync(folder, 0o755);
  const server = await startServer(folder);
  try {
    for (const trace of traces) {
      const problem = await replayHandOut(`${server.url}/postgres`, trace);
      if (problem !== undefined) print(fail(`workers: ${problem}\n  ${trace.map(formatHandOutStep).join('; ')}`));
    }
  } finally {
    process.kill(-server.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  print(`the ledger of workers repeated ${number(traces.length)} behaviours`);
  if (WRITE !== undefined) {
    const chosen = chooseTraces(traces, workersMost, handOutKinds);
    writeFileSync(handOutTraces, handOutTracesText(chosen));
    print(`wrote ${chosen.length} traces of workers`);
  }
  return { traces: traces.length, steps: stepsOf(traces) };
}

function stepsOf(traces: readonly (readonly unknown[])[]): number {
  return traces.reduce((sum, { length }) => sum + length, 0);
}

function write(traces: readonly Trace[]): void {
  for (const name of readdirSync(tracesFolder)) rmSync(new URL(name, tracesFolder));
  const chosen = chooseTraces(traces, committedMost, kindsShown);
  for (const [index, trace] of chosen.entries()) {
    writeFileSync(new URL(`${String(index + 1).padStart(2, '0')}.jsonl`, tracesFolder), traceText(trace));
  }
  print(`wrote ${chosen.length} traces`);
}

function simulate(
  { file, stepsMost }: Model,
  beginning: string,
  invariants: readonly string[],
  most: number,
  more: readonly string[] = [],
) {
  const limits = [`--max-samples=${most}`, `--max-steps=${stepsMost}`, `--seed=${SEED}`];
  return quint(
    'run',
    file,
    '--backend=typescript',
    `--init=${beginning}`,
    ...limits,
    ...more,
    '--invariants',
    ...invariants,
  );
}

function quint(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [quintFile, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return { status, output: `${stdout}${stderr}` };
}

function fail(words: string): string {
  failures.push(words);
  return `FAILED: ${words}`;
}

function print(words: string): void {
  process.stdout.write(`${words}\n`);
}

function number(of: number): string {
  return of.toLocaleString('en-GB');
}
