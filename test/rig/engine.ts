import { writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadCampaign } from '../../src/campaign/load.ts';
import { formatAddress, type JobAddress, type JobId } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createSkippingClock } from '../../src/platform/skipping-clock.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { type RunResult, runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { createClient } from '../../src/service/http/client.ts';
import { openStore, openStoreForReading } from '../../src/state/open-store.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import type { Intent, Store } from '../../src/state/store.ts';

export interface EngineInput {
  /** The campaign file, absolute. */
  readonly file: string;
  /** Of a sandbox whose timestamps are valid for a day: the engine's clock skips every wait. */
  readonly url: string;
  /** The process dies here, in the first try or a later one of whichever of these jobs comes first; it says its address before. */
  readonly dieAt?: {
    readonly boundary: Boundary;
    readonly addresses: readonly JobAddress[];
    readonly attempt: 'first' | 'later';
  };
  /** Breaks the engine on purpose: what finds nothing wrong with it then finds nothing at all. */
  readonly sabotage?: Sabotage;
  readonly answerWithinMs?: number;
}

export type Sabotage = 'resendDoubts' | 'doubtsCountAsSent' | 'noIntent';

/** The engine as `run` has it, with its own client over HTTP and its own state file, but with time that skips waits. */
export async function runEngine(input: EngineInput): Promise<{ result: RunResult; events: readonly RunEvent[] }> {
  const files = createNodeFiles();
  const folder = dirname(input.file);
  const load = { path: input.file, cwd: folder, files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded, diagnostics } = await loadCampaign(load);
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  const clock = createSkippingClock(Date.now());
  const opened = openStore({
    paths: pathsOf(folder),
    about: { campaign: loaded.campaign.id, run: '1', service: input.url },
    me: { pid: process.pid, host: 'here', since: clock.now() },
    adopt: false,
  });
  if ('refused' in opened) throw new Error(`state refused: ${JSON.stringify(opened.refused)}`);
  const client = createClient({
    baseUrl: input.url,
    apiKey: 'sandbox-key',
    apiSecret: 'sandbox-secret',
    clock,
    connections: loaded.campaign.limits.concurrency,
    ...(input.answerWithinMs === undefined ? {} : { timeouts: { totalMs: input.answerWithinMs } }),
  });
  const events: RunEvent[] = [];
  const attempts = new Map<JobAddress, 'first' | 'later'>();
  try {
    const result = await runCampaign({
      loaded,
      run: '1',
      store: sabotaged(opened.store, input.sabotage),
      service: input.url,
      transport: client,
      clock,
      during: clock.during,
      files,
      random: createSeededRandom(1),
      control: createRunControl(),
      emit: (event) => events.push(event),
      boundary(boundary, job) {
        const address = formatAddress(job);
        if (boundary === 'beforeIntent') attempts.set(address, opened.store.job(job) === undefined ? 'first' : 'later');
        const { dieAt } = input;
        if (dieAt?.boundary !== boundary || !dieAt.addresses.includes(address)) return;
        if (attempts.get(address) !== dieAt.attempt) return;
        writeSync(1, address);
        process.kill(process.pid, 'SIGKILL');
      },
    });
    return { result, events };
  } finally {
    await client.close();
    await opened.store.close();
  }
}

/** A person decides that the next run sends this job again. */
export async function resend({ file, url }: EngineInput, job: JobId): Promise<void> {
  const about = { campaign: 'trial', run: '1', service: url };
  const me = { pid: process.pid, host: 'here', since: Date.now() };
  const opened = openStore({ paths: pathsOf(dirname(file)), about, me, adopt: false });
  if ('refused' in opened) throw new Error(`state refused: ${JSON.stringify(opened.refused)}`);
  await opened.store.decide(job, 'pending', Date.now());
  await opened.store.close();
}

/** What the state file says of every job. */
export async function jobsOf(file: string): Promise<ReadonlyMap<JobAddress, JobRecord>> {
  const paths = pathsOf(dirname(file));
  const opened = openStoreForReading({ paths, about: { campaign: 'trial', run: '1', service: '' } });
  if (opened === undefined || 'refused' in opened) throw new Error(`no state file: ${JSON.stringify(opened)}`);
  const jobs = new Map([...opened.store.jobs()].map((job) => [formatAddress(job), job]));
  await opened.store.close();
  return jobs;
}

function pathsOf(folder: string) {
  return statePaths({ folder: `${folder}/.callsheet`, campaign: 'trial', sandbox: false });
}

function sabotaged(store: Store, sabotage: Sabotage | undefined): Store {
  switch (sabotage) {
    case undefined:
      return store;
    case 'resendDoubts':
      return {
        ...store,
        settle: (settled) =>
          store.settle(settled.state === 'inDoubt' ? { ...settled, state: 'pending', notBefore: 0 } : settled),
      };
    case 'doubtsCountAsSent':
      return {
        ...store,
        settle: (settled) => store.settle(settled.state === 'inDoubt' ? { ...settled, state: 'accepted' } : settled),
      };
    case 'noIntent': {
      // What "save the progress after sending" comes to.
      const intents = new Map<JobAddress, Intent>();
      return {
        ...store,
        async intend(intent) {
          intents.set(formatAddress(intent), intent);
        },
        async settle(settled) {
          const intent = intents.get(formatAddress(settled));
          if (intent !== undefined) await store.intend(intent);
          await store.settle(settled);
        },
      };
    }
    default:
      return sabotage satisfies never;
  }
}
