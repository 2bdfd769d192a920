import type { Part } from '../../campaign/audiences/part.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress, jobId } from '../../job/address.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { KnownContacts } from '../../ledger/contacts/known-contacts.ts';
import { type LeftToSend, leftToSend, nothingLeft, type WhatNext, whatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import { tzdata } from '../../platform/tzdata.ts';
import { readDrop } from '../../schedule/reasons.ts';
import type { SchedulerInput } from '../../schedule/scheduler.ts';
import { operations } from '../../service/operations/operations.ts';
import type { StepSummary } from '../summary.ts';
import { stepsByName } from './edited-in-flight.ts';
import type { EditsInput } from './edits.ts';
import { type EffectiveHistory, effectiveHistory } from './effective-history.ts';

export interface WorkLeft extends WhatNext, LeftToSend, Pick<EffectiveHistory, 'edited' | 'renames'> {}

/** What the next process of a run would do. Views say it, and a run asks it before it says that nothing is left. */
export async function workLeft(
  input: EditsInput & {
    readonly contacts: KnownContacts | undefined;
    /** The recipients that the process would be limited to; all where there is none. */
    readonly part: Part | undefined;
    readonly now: Instant;
    readonly steps: readonly StepSummary[];
    /** As the process would take it. */
    readonly promotes?: SchedulerInput['promotes'];
  },
): Promise<WorkLeft> {
  const { loaded, run, contacts, part, now, steps, promotes } = input;
  const { campaign, rosters, fileHashes } = loaded;
  const { history, edited, renames } = await effectiveHistory(input, historyDetail(campaign));
  if (isDoneForGood(campaign, steps, await leftInFlight(input.reader)))
    return { ...nothingNext, ...nothingLeft, edited, renames };
  const past = { campaign, run, rosters, history, part, now };
  return {
    ...whatNext({ ...past, contacts, promotes }),
    ...leftToSend({ ...past, contactFacts: contacts?.factsOf, fileHashes, tzdata, waited: await waitedIn(input) }),
    edited,
    renames,
  };
}

/** Jobs that were left out until somebody decides about another; none where nobody has decided anything. */
async function waitedIn({ loaded, reader }: Pick<EditsInput, 'loaded' | 'reader'>): Promise<ReadonlySet<JobAddress>> {
  const waited = new Set<JobAddress>();
  if ((await reader.decisions()).length === 0) return waited;
  const stepOf = stepsByName(loaded.campaign.steps);
  for await (const page of reader.jobs({ state: 'skipped' }))
    for (const { step, key, reason = '' } of page)
      if (readDrop(reason)?.word === 'undecided') waited.add(formatAddress(jobId(stepOf.get(step)?.id ?? step, key)));
  return waited;
}

const nothingNext: WhatNext = { after: [], blocked: [], promotions: [], waves: [] };

/** Where nothing depends on when jobs were started, a large state is read in a fraction of the time. */
export function historyDetail({ limits, steps }: Campaign): 'times' | 'states' {
  const isTimed = steps.some(({ delayMs, forEach }) => delayMs > 0 || forEach?.waves !== undefined);
  return limits.perRecipient !== undefined || isTimed ? 'times' : 'states';
}

async function leftInFlight(reader: Pick<RunReader, 'counts'>): Promise<boolean> {
  return (await reader.counts()).some(({ state, jobs }) => state === 'sending' && jobs > 0);
}

/**
 * The next run judges jobs again that were skipped or expired: a decision or a corrected list may have made room for them. It asks
 * again what was rejected, and may retry what a process that died has left in flight.
 */
export function isDoneForGood(
  campaign: Pick<Campaign, 'steps'>,
  steps: readonly StepSummary[],
  isLeftInFlight: boolean,
): boolean {
  if (isLeftInFlight) return false;
  const queries = new Set(campaign.steps.filter(({ uses }) => operations[uses].effect === 'query').map(({ id }) => id));
  return steps.every(
    ({ id, summary: { pending, skipped, expired, rejected } }) =>
      pending + skipped + expired + (queries.has(id) ? rejected : 0) === 0,
  );
}
