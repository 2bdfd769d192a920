import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { everybodyIn } from '../../src/campaign/audiences/selection.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, type JobId, parseAddress } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { listJobs, type RunLease, type StateBackend } from '../../src/ledger/backend.ts';
import type { ContactClaims } from '../../src/ledger/contacts/ledger.ts';
import type { RunContacts } from '../../src/ledger/contacts/run-contacts.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { contactPaths, statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { createSkippingClock } from '../../src/platform/clocks.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl, type RunControl } from '../../src/run/run-control.ts';
import type { RunResult } from '../../src/run/run-state.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { createClient } from '../../src/service/http/client.ts';
import { operations } from '../../src/service/operations/operations.ts';
import { type ContactSabotage, type LedgerDeath, openCrashingContacts } from './crashing-contacts.ts';
import { settling, withoutIntents, withTwiceDecided } from './simulation-controls.ts';

export interface EngineInput {
  /** The campaign file, absolute. */
  readonly file: string;
  /** Of a sandbox whose timestamps are valid for a day: the engine's clock skips every wait. */
  readonly url: string;
  /** The process dies here, in the first try or a later one of whichever of these jobs comes first; it says its address before. */
  readonly dieAt?:
    | {
        readonly boundary: Boundary;
        readonly addresses: readonly JobAddress[];
        readonly attempt: 'first' | 'later';
      }
    | undefined;
  /** A person decides that this job is sent again, beside the process, when that one has its answer. */
  readonly resendBeside?: { readonly job: JobAddress; readonly after: JobAddress } | undefined;
  /** Breaks the engine on purpose: what finds nothing wrong with it then finds nothing at all. */
  readonly sabotage?: Sabotage;
  readonly ledgerDeath?: LedgerDeath | undefined;
  readonly contactSabotage?: ContactSabotage | undefined;
  /** The run claims its contacts, and drops what is left of the claims at its end. */
  readonly claims?: true | undefined;
  readonly answerWithinMs?: number;
  /** Where its state and its contacts are, in place of files beside the campaign. */
  readonly store?: string | undefined;
}

export type Sabotage = 'resendDoubts' | 'doubtsCountAsSent' | 'noIntent' | 'doubleDecisions';

/** The engine as `run` has it, with its own client over HTTP and its own state file, but with time that skips waits. */
export async function runEngine(input: EngineInput): Promise<{ result: RunResult; events: readonly RunEvent[] }> {
  const files = createNodeFiles();
  const folder = dirname(input.file);
  const load = { path: input.file, cwd: folder, files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded, diagnostics } = await loadCampaign(load);
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  const clock = createSkippingClock(Date.now());
  const backend = backendOf(folder, input.store, loaded.campaign.id);
  const opened = await backend.openForRunning({
    about: { campaign: loaded.campaign.id, run: '1', service: input.url },
    me: { pid: process.pid, host: hostname(), since: clock.now() },
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
  const { contacts, lease } = await judging(loaded, folder, opened.lease, input);
  const control = createRunControl();
  const events: RunEvent[] = [];
  const attempts = new Map<JobAddress, 'first' | 'later'>();
  const tried = new Set((await listJobs(opened.lease)).map(formatAddress));
  const { id: campaign, contacts: rules } = loaded.campaign;
  const claims = input.claims === true ? contacts?.ledger : undefined;
  try {
    const wanted = contactsOfPeople(loaded, clock.now());
    await claims?.claim({ campaign, run: '1', priority: rules!.priority, contacts: wanted });
    const result = await runCampaign({
      loaded,
      run: '1',
      lease: sabotaged(resendingBeside(lease, { backend, control, beside: input.resendBeside }), input.sabotage),
      service: input.url,
      transport: client,
      clock,
      during: clock.during,
      files,
      contacts,
      lists: rules?.lists,
      random: createSeededRandom(1),
      control,
      emit: (event) => events.push(event),
      boundary(boundary, job) {
        const address = formatAddress(job);
        if (boundary === 'beforeIntent') attempts.set(address, tried.has(address) ? 'later' : 'first');
        if (boundary === 'afterIntent') tried.add(address);
        const { dieAt } = input;
        if (dieAt?.boundary !== boundary || !dieAt.addresses.includes(address)) return;
        if (attempts.get(address) !== dieAt.attempt) return;
        writeSync(1, address);
        process.kill(process.pid, 'SIGKILL');
      },
    });
    await claims?.dropClaims({ campaign, run: '1' });
    return { result, events };
  } finally {
    await contacts?.close();
    await client.close();
    await opened.lease.close();
  }
}

/** As `reconcile` does it while the process sends, and the process's own reader of requests after it. */
function resendingBeside(
  lease: RunLease,
  given: {
    readonly backend: StateBackend;
    readonly control: RunControl;
    readonly beside: EngineInput['resendBeside'];
  },
): RunLease {
  const { backend, control, beside } = given;
  if (beside === undefined) return lease;
  const job = parseAddress(beside.job)!;
  let isDecided = false;
  return {
    ...lease,
    async apply(changes) {
      await lease.apply(changes);
      const isAnswered = changes.some((one) => one.kind === 'settle' && formatAddress(one.to) === beside.after);
      if (!isAnswered || isDecided) return;
      isDecided = true;
      const attempts = (await lease.job(job))?.attempts ?? 0;
      await backend.decide(lease.about, [{ ...job, attempts, state: 'pending', at: Date.now(), by: 'Ada' }]);
      control.noteDecisions((await lease.requests()).decisions);
    },
  };
}

/** The lease of the run, and its contacts, in its file or in its store. */
async function judging(
  loaded: LoadedCampaign,
  folder: string,
  lease: RunLease,
  { store, ledgerDeath: death, contactSabotage: sabotage }: EngineInput,
): Promise<{ readonly contacts: RunContacts | undefined; readonly lease: RunLease }> {
  const { id: campaign, contacts: rules } = loaded.campaign;
  if (rules === undefined) return { contacts: undefined, lease };
  const paths = contactPaths({ folder: `${folder}/.callsheet`, sandbox: false });
  const place = { paths, project: rules.project, pepper: undefined, store };
  const given = { ...place, campaign, rules, lease, everybody: () => everybodyIn(loaded) };
  return openCrashingContacts(given, { death, sabotage });
}

/** One contact for each person of each step, now. */
function contactsOfPeople({ campaign, rosters }: LoadedCampaign, at: number): ContactClaims['contacts'] {
  return campaign.steps.flatMap(({ id: step, uses, purpose, forEach }) => {
    const { channel } = operations[uses];
    const roster = rosters.get(forEach?.audience ?? '');
    if (channel === undefined || roster === undefined) return [];
    return Array.from({ length: roster.size }, (_, index) => ({ step, key: roster.key(index), at, channel, purpose }));
  });
}

/** A person decides that the next run sends this job again. */
export async function resend({ file, url, store }: EngineInput, job: JobId): Promise<void> {
  const about = { campaign: 'trial', run: '1', service: url };
  const me = { pid: process.pid, host: hostname(), since: Date.now() };
  const opened = await backendOf(dirname(file), store).openForRunning({ about, me, adopt: false });
  if ('refused' in opened) throw new Error(`state refused: ${JSON.stringify(opened.refused)}`);
  const attempts = (await opened.lease.job(job))?.attempts ?? 0;
  await opened.lease.apply([{ kind: 'decide', to: { ...job, attempts, state: 'pending', at: Date.now() } }]);
  await opened.lease.close();
}

/** What the state file, or the store, says of every job. */
export async function jobsOf(
  file: string,
  store?: string,
  campaign = 'trial',
): Promise<ReadonlyMap<JobAddress, JobRecord>> {
  const about = { campaign, run: '1', service: '' };
  const opened = await backendOf(dirname(file), store, campaign).openForReading({ about });
  if (opened === undefined || 'refused' in opened) throw new Error(`no state file: ${JSON.stringify(opened)}`);
  const jobs = new Map((await listJobs(opened.reader)).map((job) => [formatAddress(job), job]));
  await opened.reader.close();
  return jobs;
}

function backendOf(folder: string, store?: string, campaign = 'trial'): StateBackend {
  if (store !== undefined) return createStoreBackend({ url: store });
  return createFileBackend({
    paths: statePaths({ folder: `${folder}/.callsheet`, campaign, sandbox: false }),
  });
}

function sabotaged(lease: RunLease, sabotage: Sabotage | undefined): RunLease {
  const undoubted = (state: 'pending' | 'accepted') =>
    settling(lease, (settled) =>
      settled.state === 'inDoubt' ? { ...settled, state, ...(state === 'pending' ? { notBefore: 0 } : {}) } : settled,
    );
  switch (sabotage) {
    case undefined:
      return lease;
    case 'resendDoubts':
      return undoubted('pending');
    case 'doubtsCountAsSent':
      return undoubted('accepted');
    case 'noIntent':
      return withoutIntents(lease);
    case 'doubleDecisions':
      return withTwiceDecided(lease);
    default:
      return sabotage satisfies never;
  }
}
