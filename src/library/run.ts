import { hostname } from 'node:os';
import { nobody, type Part, partOf } from '../campaign/audiences/part.ts';
import type { ListRule } from '../campaign/contact-rules.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { didYouMean } from '../diagnostic/did-you-mean.ts';
import { runLabelFault, runName } from '../job/address.ts';
import type { RunAbout, RunLease } from '../ledger/backend.ts';
import type { LedgerRefusal } from '../ledger/contacts/ledger-refusal.ts';
import type { RunContacts } from '../ledger/contacts/run-contacts.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import { createRealClock, type SkippingClock } from '../platform/clocks.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Clock, Files, Instant } from '../platform/ports.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import { openContacts } from '../project/contacts.ts';
import type { ContactsRefusal, ForgottenRefusal, Project, StateRefused } from '../project/project.ts';
import { hasSnapshotsOf, keepSnapshots, pinsOf } from '../project/snapshots.ts';
import { claimRun } from '../project/state.ts';
import { formatEnd } from '../report/reason-text.ts';
import { beforeRun, type StartRefusal } from '../run/before-run.ts';
import { carryOutRun } from '../run/carry-out-run.ts';
import { claimContacts } from '../run/claim-contacts.ts';
import type { Edits } from '../run/resume/edits.ts';
import { createRunControl } from '../run/run-control.ts';
import type { RunResult } from '../run/run-state.ts';
import { checkBaseUrl, normalBaseUrl } from '../service/contract/addresses.ts';
import { type ClientOptions, createClient } from '../service/http/client.ts';
import { createListener, type OnEvent } from './listener.ts';
import { type ContactsOptions, contactsProject, projectOf, type RunState, requireLoaded } from './open.ts';

export type ServiceOptions = Omit<ClientOptions, 'clock' | 'connections'>;

export interface RunOptions {
  readonly loaded: LoadedCampaign;
  readonly service: ServiceOptions;
  readonly state: RunState;
  /** Default: the date of `starts`, or `1`. A new name contacts everybody again. */
  readonly run?: string | undefined;
  /** Default: the real clock. A skipping clock is for a sandbox that shares it. */
  readonly clock?: Clock | SkippingClock | undefined;
  readonly files?: Files | undefined;
  /** May be async: the run ends when it has handled everything. When it throws or rejects, the run stops, and rejects with that. */
  readonly onEvent?: OnEvent;
  /** Aborted: nothing new starts, and the run ends when the requests in flight are answered. */
  readonly signal?: AbortSignal | undefined;
  /** Where the contact ledger of the project is, for a campaign with contact rules. Default: where `state` is. */
  readonly contacts?: Pick<ContactsOptions, 'folder' | 'sandbox'> | undefined;
  /** As `--only`: these recipients alone, by number; a later run does the rest. An empty list is nobody. */
  readonly only?: readonly string[] | undefined;
  /** As `--first`: the first recipients of each audience. Not together with `only`. */
  readonly first?: number | undefined;
  /** As `--late`: start although `starts` has long passed. */
  readonly late?: boolean | undefined;
  /** As `--accept-edits`: a removed step and a new one are two steps, not one under a new name; the people are those of the snapshots as they are. */
  readonly acceptEdits?: boolean | undefined;
}

/** Why a run did not begin; nothing was sent. */
export type RunRefusal =
  | StateRefusal
  | ForgottenRefusal
  | Exclude<StartRefusal, { readonly kind: 'earlierRuns' }>
  /** Another run has contacted people already; give `run` to begin a new one. */
  | { readonly kind: 'earlierRun'; readonly run: string; readonly people: number }
  /** A number of `only` is in no audience, or that of several people. */
  | { readonly kind: 'unknownRecipient'; readonly number: string }
  /** The contact ledger of the project cannot be used. */
  | { readonly kind: 'contacts'; readonly refused: LedgerRefusal }
  /** A suppression list that the rules require was never imported, or too long ago. */
  | { readonly kind: 'staleList'; readonly list: string }
  /** This machine's clock is behind the contact that was recorded last: caps would not count it. */
  | { readonly kind: 'clockBehind'; readonly last: Instant };

export type RunOutcome = RunResult | { readonly ended: 'refused'; readonly refused: RunRefusal };

/** Carries out what is left of a campaign, as `callsheet run` does. Run again, it does nothing twice. */
export async function run(options: RunOptions): Promise<RunOutcome> {
  requireClear(options);
  const { loaded, service, clock = createRealClock(), files = createNodeFiles() } = options;
  const part = options.only?.length === 0 ? nobody : await partOf(options, loaded);
  if (part !== undefined && 'unknown' in part)
    return { ended: 'refused', refused: { kind: 'unknownRecipient', number: part.unknown } };
  const project = projectOf(options.state);
  const about = {
    campaign: loaded.campaign.id,
    run: runName(loaded.campaign, options.run),
    service: normalBaseUrl(service.baseUrl),
  };
  const claimed = await claimRun(project, loaded, {
    // A sandbox has another port each time.
    about: project.sandbox ? { ...about, service: 'sandbox' } : about,
    me: { pid: process.pid, host: hostname(), since: createRealClock().now() },
    limited: part !== undefined,
  });
  if ('kind' in claimed) return { ended: 'refused', refused: runRefusal(claimed) };
  const { lease } = claimed;
  try {
    const ready = { ...options, project, about, lease, part, clock, files };
    const { refused, edits } = await lookBefore(ready);
    if (refused !== undefined) return { ended: 'refused', refused };
    return await withContacts(ready, edits);
  } finally {
    await claimed.close();
  }
}

const known: Readonly<Record<keyof RunOptions, true>> = {
  loaded: true,
  service: true,
  state: true,
  run: true,
  clock: true,
  files: true,
  onEvent: true,
  signal: true,
  contacts: true,
  only: true,
  first: true,
  late: true,
  acceptEdits: true,
};

/** Throws, as the command line refuses, where it is not clear who or which service is meant. */
function requireClear(options: RunOptions): void {
  const { loaded, run, only, first, service } = options;
  requireLoaded(loaded);
  // A mistyped `first` would contact everybody.
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    const meant = didYouMean(unknown, Object.keys(known));
    throw new Error(`run has no option ${unknown}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
  }
  if (!(service instanceof Object)) throw new Error('service: give baseUrl, apiKey and apiSecret');
  const wrong = checkBaseUrl(service.baseUrl);
  if (wrong !== undefined) throw new Error(wrong);
  const fault = run === undefined ? undefined : runLabelFault(run);
  if (fault !== undefined) throw new Error(`run: ${fault}`);
  if (only !== undefined && !(Array.isArray(only) && only.every((number) => typeof number === 'string')))
    throw new Error('only: give a list of numbers, each as text');
  if (only !== undefined && first !== undefined) throw new Error('only and first: give one of them');
  if (first !== undefined && !(Number.isSafeInteger(first) && first > 0))
    throw new Error('first: give a whole number above 0');
}

function runRefusal(refusal: StateRefused | ForgottenRefusal | ContactsRefusal): RunRefusal {
  switch (refusal.kind) {
    case 'state':
      return refusal.refused;
    case 'contacts':
      return { kind: refusal.kind, refused: refusal.refused };
    case 'staleList':
      return { kind: refusal.kind, list: refusal.stale.list };
    case 'clockBehind':
      return { kind: refusal.kind, last: refusal.last };
    case 'forgotten':
    case 'unknownForgotten':
      return refusal;
    default:
      return refusal satisfies never;
  }
}

interface ReadyRun extends RunOptions {
  readonly project: Project;
  readonly about: RunAbout;
  readonly lease: RunLease;
  readonly part: Part | undefined;
  readonly clock: Clock | SkippingClock;
  readonly files: Files;
}

async function lookBefore(
  ready: ReadyRun,
): Promise<{ readonly refused: RunRefusal | undefined; readonly edits: Edits | undefined }> {
  const { clock, about, late = false, acceptEdits = false } = ready;
  const pins = pinsOf(ready.project, about.run);
  const given = { run: about.run, pins, isNamed: ready.run !== undefined, now: clock.now(), late, acceptEdits };
  const { refused, edits } = await beforeRun({ ...ready, ...given });
  if (refused?.kind !== 'earlierRuns') return { refused, edits };
  const [{ run: earlier, people }] = refused.runs;
  return { refused: { kind: 'earlierRun', run: earlier, people }, edits };
}

async function withContacts(ready: ReadyRun, edits: Edits | undefined): Promise<RunOutcome> {
  const { loaded, lease, clock } = ready;
  const project = contactsProject(ready.project, ready.contacts);
  const contacts = await openContacts(project, loaded, { lease, now: clock.now() });
  if (contacts !== undefined && 'kind' in contacts) return { ended: 'refused', refused: runRefusal(contacts) };
  try {
    const lists = project.sandbox ? undefined : loaded.campaign.contacts?.lists;
    return await carryOut(ready, { contacts, lists, edits });
  } finally {
    await contacts?.close();
  }
}

async function carryOut(
  ready: ReadyRun,
  given: {
    readonly contacts: RunContacts | undefined;
    readonly lists: readonly ListRule[] | undefined;
    readonly edits: Edits | undefined;
  },
): Promise<RunResult> {
  const { project, loaded, about, lease, clock, files, service, signal, onEvent } = ready;
  // It throws for a key that cannot be right: nothing may be left running then.
  const client = createClient({ ...service, clock, connections: loaded.campaign.limits.concurrency });
  const control = createRunControl();
  const drain = (): void => control.drain({ kind: 'aborted' });
  if (signal?.aborted) drain();
  signal?.addEventListener('abort', drain);
  const listener = createListener(onEvent, drain);
  let claims: Awaited<ReturnType<typeof claimContacts>>;
  try {
    // Nothing refuses it any more: from now on it has begun with these people.
    if (project.inMemory === undefined && (await hasSnapshotsOf(project, loaded)))
      await keepSnapshots(project, loaded, about.run, clock.now());
    claims = await claimContacts({ ...ready, run: about.run, contacts: given.contacts });
    const { exitCode: _, ...result } = await carryOutRun({
      ...given,
      loaded,
      lease,
      part: ready.part,
      clock,
      files,
      control,
      emit: listener.emit,
      formatEnd,
      run: about.run,
      service: about.service,
      transport: client,
      random: createSeededRandom(clock.now() ^ process.pid),
      resync: (serviceTime) => client.resync(serviceTime),
      ...('during' in clock ? { during: clock.during } : {}),
    });
    await listener.handled();
    return result;
  } finally {
    signal?.removeEventListener('abort', drain);
    await claims?.release();
    await client.close();
  }
}
