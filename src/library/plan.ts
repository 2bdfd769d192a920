import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { runName } from '../job/address.ts';
import { emptyHistory } from '../job/history.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { planCampaign } from '../plan/make-plan.ts';
import type { Plan, PlanCampaignInput } from '../plan/plan.ts';
import { createRealClock, requireInstant, tzdata } from '../platform/clocks.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Files, Instant } from '../platform/ports.ts';
import { campaignWorld } from '../rehearsal/campaign-world.ts';
import { runRehearsal } from '../rehearsal/run-rehearsal.ts';
import type { RunResult } from '../run/run-state.ts';
import { plannedRequests } from '../run/send/prepare-request.ts';
import type { World } from '../sandbox/ledger/world.ts';
import { requireWorld } from '../sandbox/world/read-world.ts';
import type { WorldInput } from '../sandbox/world/world-input.gen.ts';
import { instantOf } from '../time/local-time.ts';
import { createListener, type OnEvent } from './listener.ts';
import { requireLoaded } from './open.ts';

type OfCampaign = 'campaign' | 'rosters' | 'fileHashes' | 'values' | 'tzdata' | 'render';

/** What is not given is as for a first run that starts now. */
export interface PlanOptions extends Partial<Omit<PlanCampaignInput, OfCampaign>> {
  readonly loaded: LoadedCampaign;
}

/**
 * What a run would do, and when. Throws where a campaign with contact rules is given no `contactFacts`, from `readContacts`, and for a
 * `now` that is not a number.
 */
export function plan({ loaded, history = emptyHistory, now = createRealClock().now(), ...options }: PlanOptions): Plan {
  requireLoaded(loaded);
  requireInstant('now', now);
  const { campaign, rosters, fileHashes, inputs } = loaded;
  const run = runName(campaign, options.run);
  if (campaign.contacts !== undefined && options.contactFacts === undefined)
    throw new Error(`${campaign.id} has contact rules: give contactFacts, from readContacts`);
  return planCampaign({
    campaign,
    rosters,
    fileHashes,
    values: inputs,
    tzdata,
    history,
    now,
    render: plannedRequests(loaded, run),
    ...options,
    run,
  });
}

export interface RehearseOptions {
  readonly loaded: LoadedCampaign;
  readonly run?: string | undefined;
  /** When it begins. Default: `starts`, or now. */
  readonly at?: Instant | undefined;
  /** Default: a world that knows everything the campaign names. */
  readonly world?: WorldInput | undefined;
  /** The same seed gives the same rehearsal. Default 1. */
  readonly seed?: number | undefined;
  /** How long an answer takes. Default 50. */
  readonly latencyMs?: number | undefined;
  /** What the contact ledger knows: `contacts.factsOf`, from `readContacts`. Default: nothing. */
  readonly contactFacts?: ContactReader['factsOf'] | undefined;
  readonly files?: Files | undefined;
  readonly onEvent?: OnEvent;
  readonly signal?: AbortSignal | undefined;
}

export interface Rehearsed extends RunResult {
  readonly endedAt: Instant;
  /** How many requests the sandbox received. */
  readonly requests: number;
}

/** The whole campaign in virtual time, by the engine of `run` and a sandbox of its own; sends nothing and keeps nothing. */
export async function rehearse(options: RehearseOptions): Promise<Rehearsed> {
  const { loaded, contactFacts, seed = 1, latencyMs = 50, files = createNodeFiles(), onEvent, signal } = options;
  requireLoaded(loaded);
  const { starts, timezone } = loaded.campaign;
  const at = options.at ?? (starts === undefined ? createRealClock().now() : instantOf(starts, timezone));
  requireInstant('at', at);
  const run = runName(loaded.campaign, options.run);
  const world: World =
    options.world === undefined ? campaignWorld({ loaded, run, at }) : requireWorld({ timezone, ...options.world });
  const failed = new AbortController();
  const listener = createListener(onEvent, () => failed.abort());
  const { result, endedAt, account } = await runRehearsal(
    { loaded, run, world, files, at, seed, contactFacts, latencyMs },
    { emit: listener.emit, stop: AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]) },
  );
  await listener.handled();
  return { ...result, endedAt, requests: account.journal.count };
}
