import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseTraces } from '../test/model/choose-traces.ts';
import { traceFromItf } from '../test/model/itf.ts';
import { replay } from '../test/model/replay.ts';
import { formatStep, tracesFolder, traceText } from '../test/model/trace.ts';
import { installQuint, quintFile } from './install-quint.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * The model of the ledger's protocol (`test/model/ledger.qnt`): random behaviours, looking for a broken promise; each way to break
 * the protocol must be found out; and behaviours of today's part are repeated with the real engine.
 *   SAMPLES=100000 npm run soak -- model          so many behaviours of the model, of up to 40 steps
 *   TRACES=5000 npm run soak -- model             so many repeated with the engine, every 20th over a state file
 *   SEED=0x1a2b npm run soak -- model             begins where another run began
 *   WRITE=yes npm run soak -- model               replaces the committed traces by a choice of the new ones
 */
const { SAMPLES = '20000', TRACES = '2000', SEED = `0x${Date.now().toString(16)}`, WRITE } = process.env;
const samples = Number(SAMPLES);
const stepsMost = 40;
const fileEach = 20;
const committedMost = 40;
const model = fileURLToPath(new URL('../test/model/ledger.qnt', import.meta.url));
const promises = ['nobodyTwice', 'nobodyLost', 'quietAfterPause'];
/** Beginnings whose protocol keeps the promises: many workers, and one process at a time. */
const soundBeginnings = ['init', 'today'];
/** Beginnings whose protocol is broken, each with the promise that must be found broken. */
const brokenBeginnings = {
  noFence: 'nobodyTwice',
  noWaitBeforeResend: 'nobodyTwice',
  blindResend: 'nobodyTwice',
  leaseShorterThanRequest: 'nobodyTwice',
  deafGate: 'quietAfterPause',
  doubtAsSent: 'nobodyLost',
};

/** What is compared is what is in the files, not the disk beneath them. */
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

const failures: string[] = [];
if (!installQuint()) throw new Error('Quint could not be installed');
print(quint('typecheck', model).status === 0 ? 'the model type-checks' : fail('the model does not type-check'));
print(`seed ${SEED}`);
for (const beginning of soundBeginnings) explore(beginning);
for (const [beginning, promise] of Object.entries(brokenBeginnings)) findOut(beginning, promise);
const repeated = await repeatWithEngine(Number(TRACES));

noteMeasured({
  hunt: "model of the ledger's protocol",
  done: `${number(samples * soundBeginnings.length)} behaviours of up to ${stepsMost} steps (seed ${SEED}); ${Object.keys(brokenBeginnings).length} broken protocols found out; ${number(repeated.traces)} behaviours with ${number(repeated.steps)} steps repeated with the engine, ${number(repeated.files)} of them over a state file`,
  broken: failures.length,
});
process.exitCode = failures.length === 0 ? 0 : 1;

function explore(beginning: string): void {
  const { status, output } = simulate(beginning, promises, samples);
  const isKept = status === 0;
  print(`${beginning}: ${isKept ? `no promise broken in ${number(samples)} behaviours` : fail(output)}`);
}

/** Until it is found, but not longer than a sound protocol is explored. */
function findOut(beginning: string, promise: string): void {
  const { status, output } = simulate(beginning, [promise], samples, ['--verbosity=1']);
  const isFound = status !== 0 && output.includes('[violation]');
  const seed = /--seed=(\S+)/.exec(output)?.[1] ?? SEED;
  print(
    `${beginning}: ${isFound ? `found out, ${promise} is broken (seed ${seed})` : fail(`not found out\n${output}`)}`,
  );
}

async function repeatWithEngine(count: number): Promise<{ traces: number; steps: number; files: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-model-'));
  try {
    const itf = ['--mbt', `--n-traces=${count}`, `--out-itf=${folder}/{seq}.itf.json`];
    const { status, output } = simulate('today', promises, count, itf);
    if (status !== 0) fail(output);
    const traces = readdirSync(folder).map((name) => traceFromItf(readFileSync(join(folder, name), 'utf8')));
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
    return { traces: traces.length, steps: traces.reduce((sum, { length }) => sum + length, 0), files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(traces: Parameters<typeof chooseTraces>[0]): void {
  for (const name of readdirSync(tracesFolder)) rmSync(new URL(name, tracesFolder));
  const chosen = chooseTraces(traces, committedMost);
  for (const [index, trace] of chosen.entries()) {
    writeFileSync(new URL(`${String(index + 1).padStart(2, '0')}.jsonl`, tracesFolder), traceText(trace));
  }
  print(`wrote ${chosen.length} traces`);
}

function simulate(beginning: string, invariants: readonly string[], count: number, more: readonly string[] = []) {
  const limits = [`--max-samples=${count}`, `--max-steps=${stepsMost}`, `--seed=${SEED}`];
  return quint(
    'run',
    model,
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
