import { everybodyIn } from '../campaign/audiences/everybody-in.ts';
import { type Part, partOf } from '../campaign/audiences/part.ts';
import type { ListRule } from '../campaign/contact-rules.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { normalBaseUrl } from '../job/service-address.ts';
import type { RunAbout, RunLease } from '../ledger/backend.ts';
import { type ForgetLock, keepForgetAway } from '../ledger/contacts/forgotten/forget-lock.ts';
import type { LedgerRefusal } from '../ledger/contacts/ledger-refusal.ts';
import type { RunContacts } from '../ledger/contacts/run-contacts.ts';
import { firstStale } from '../ledger/contacts/stale-list.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import { runName } from '../plan/run-name.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Clock, Files } from '../platform/ports.ts';
import { createRealClock } from '../platform/real-clock.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import type { SkippingClock } from '../platform/skipping-clock.ts';
import { formatEnd } from '../report/reason-text.ts';
import { beforeRun, recordEdits } from '../run/before-run.ts';
import { carryOutRun } from '../run/carry-out-run.ts';
import { claimContacts } from '../run/claim-contacts.ts';
import type { RunEvent } from '../run/event.ts';
import type { RunResult } from '../run/run.ts';
import { createRunControl } from '../run/run-control.ts';
import { createClient, type Timeouts } from '../service/http/client.ts';
import type { Credentials } from '../service/http/signature.ts';
import { type ContactsOptions, ledgerPlace } from './contacts.ts';
import { type ForgottenRefusal, forgottenSince } from './forgotten.ts';
import { projectFolder } from './project-folder.ts';
import type { RunState } from './run-state.ts';
import { keepSnapshots } from './snapshots.ts';

export interface ServiceOptions extends Credentials {
  readonly baseUrl: string;
  readonly timeouts?: Timeouts;
}

export interface RunOptions {
  readonly loaded: LoadedCampaign;
  readonly service: ServiceOptions;
  readonly state: RunState;
  /** Default: the date of `starts`, or `1`. A new name contacts everybody again. */
  readonly run?: string;
  /** Default: the real clock. A skipping clock is for a sandbox that shares it. */
  readonly clock?: Clock | SkippingClock;
  readonly files?: Files;
  readonly onEvent?: (event: RunEvent) => void;
  /** Aborted: nothing new starts, and the run ends when the requests in flight are answered. */
  readonly signal?: AbortSignal;
  /** Where the contact ledger of the project is, for a campaign with contact rules. Default: where `state` is. */
  readonly contacts?: Pick<ContactsOptions, 'folder' | 'sandbox'>;
  /** As `--only`: these recipients alone, by number; a later run does the rest. */
  readonly only?: readonly string[];
  /** As `--first`: the first recipients of each audience. */
  readonly first?: number;
  /** As `--late`: start although `starts` has long passed. */
  readonly late?: boolean;
  /** As `--accept-edits`: a removed step and a new one are two steps, not one under a new name; the people are those of the snapshots as they are. */
  readonly acceptEdits?: boolean;
}

/** Why a run did not begin; nothing was sent. */
export type RunRefusal =
  | StateRefusal
  | ForgottenRefusal
  | { readonly kind: 'paused' | 'cancelled' }
  /** Another run has contacted people already; give `run` to begin a new one. */
  | { readonly kind: 'earlierRun'; readonly run: string; readonly people: number }
  /** `starts` passed so many milliseconds ago; see `late`. */
  | { readonly kind: 'overdue'; readonly byMs: number }
  /** The run has begun with snapshots that are not known here; see `acceptEdits`. */
  | { readonly kind: 'unknownSnapshots'; readonly audiences: readonly string[] }
  /** A number of `only` is in no audience. */
  | { readonly kind: 'unknownRecipient'; readonly number: string }
  /** The contact ledger of the project cannot be used. */
  | { readonly kind: 'contacts'; readonly refused: LedgerRefusal }
  /** A suppression list that the rules require was never imported, or too long ago. */
  | { readonly kind: 'staleList'; readonly list: string }
  /** See `acceptEdits`. */
  | { readonly kind: 'unclearEdits'; readonly edits: readonly { readonly lost: string; readonly candidate: string }[] };

export type RunOutcome = RunResult | { readonly ended: 'refused'; readonly refused: RunRefusal };

/** Carries out what is left of a campaign, as `callsheet run` does. Run again, it does nothing twice. */
export async function run(options: RunOptions): Promise<RunOutcome> {
  const { loaded, state, service } = options;
  const part = await partOf(options, loaded);
  if (part !== undefined && 'unknown' in part)
    return { ended: 'refused', refused: { kind: 'unknownRecipient', number: part.unknown } };
  const about = {
    campaign: loaded.campaign.id,
    run: runName(loaded.campaign, options.run),
    service: normalBaseUrl(service.baseUrl),
  };
  const opened = await state.claim(about);
  if ('refused' in opened) return { ended: 'refused', refused: opened.refused };
  const { lease } = opened;
  const folder = state.project === undefined ? undefined : projectFolder(loaded.directory, state);
  let forgetLock: ForgetLock | undefined;
  try {
    if (folder !== undefined) forgetLock = await keepForgetAway(folder);
    const { clock = createRealClock(), files = createNodeFiles() } = options;
    const ready = { ...options, about, lease, part, clock, files };
    const refused = (await forgottenSince(loaded, state, files)) ?? (await refusalOf(ready));
    if (refused !== undefined) return { ended: 'refused', refused };
    await keepSnapshots({ loaded, state, run: about.run, now: clock.now(), files });
    return await withContacts(ready);
  } finally {
    try {
      await lease.close();
    } finally {
      forgetLock?.release();
    }
  }
}

interface ReadyRun extends RunOptions {
  readonly about: RunAbout;
  readonly lease: RunLease;
  readonly part: Part | undefined;
  readonly clock: Clock | SkippingClock;
  readonly files: Files;
}

async function refusalOf(ready: ReadyRun): Promise<RunRefusal | undefined> {
  const { loaded, clock, about, late = false, acceptEdits = false } = ready;
  const pins = ready.state.pinsOf(about.run);
  const given = { run: about.run, pins, isNamed: ready.run !== undefined, now: clock.now(), late, acceptEdits };
  const { refused, edits } = await beforeRun({ ...ready, ...given });
  if (refused === undefined) {
    if (edits !== undefined) await recordEdits({ loaded, lease: ready.lease }, edits, clock.now());
    return undefined;
  }
  if (refused.kind !== 'earlierRuns') return refused;
  const [{ run: earlier, people }] = refused.runs;
  return { kind: 'earlierRun', run: earlier, people };
}

async function withContacts(ready: ReadyRun): Promise<RunOutcome> {
  const { loaded, state, clock } = ready;
  const rules = loaded.campaign.contacts;
  const place = ledgerPlace({ loaded, state, ...ready.contacts });
  if (rules === undefined || place === undefined) return carryOut(ready, undefined);
  const { openProjectContacts } = await import('../ledger/contacts/open-ledger.ts');
  const everybody = (): Iterable<string> => everybodyIn(loaded);
  const contacts = await openProjectContacts({ ...place, rules, lease: ready.lease, everybody });
  if ('kind' in contacts) return { ended: 'refused', refused: { kind: 'contacts', refused: contacts } };
  try {
    const isSandbox = ready.contacts?.sandbox ?? state.project?.sandbox;
    const lists = isSandbox ? [] : rules.lists;
    const stale = firstStale(lists, await contacts.ledger.lists(), clock.now());
    if (stale !== undefined) return { ended: 'refused', refused: { kind: 'staleList', list: stale.list } };
    return await carryOut(ready, contacts, lists);
  } finally {
    await contacts.close();
  }
}

async function carryOut(
  ready: ReadyRun,
  contacts: RunContacts | undefined,
  lists?: readonly ListRule[],
): Promise<RunResult> {
  const { loaded, about, lease, clock, files, service, signal, onEvent: emit = () => {} } = ready;
  // It throws for a base URL that cannot be right: nothing may be left running then.
  const client = createClient({ ...service, clock, connections: loaded.campaign.limits.concurrency });
  const control = createRunControl();
  const drain = (): void => control.drain({ kind: 'aborted' });
  if (signal?.aborted) drain();
  signal?.addEventListener('abort', drain);
  let claims: Awaited<ReturnType<typeof claimContacts>>;
  try {
    claims = await claimContacts({ ...ready, run: about.run, contacts });
    const { exitCode: _, ...result } = await carryOutRun({
      loaded,
      lease,
      contacts,
      lists,
      part: ready.part,
      clock,
      files,
      control,
      emit,
      formatEnd,
      run: about.run,
      service: about.service,
      transport: client,
      random: createSeededRandom(clock.now() ^ process.pid),
      resync: (serviceTime) => client.resync(serviceTime),
      ...('during' in clock ? { during: clock.during } : {}),
    });
    return result;
  } finally {
    signal?.removeEventListener('abort', drain);
    await claims?.release();
    await client.close();
  }
}
