import { everybodyIn } from '../../campaign/audiences/everybody-in.ts';
import type { KnownContacts } from '../../contacts/known-contacts.ts';
import type { JobAddress } from '../../job/address.ts';
import { emptyHistory } from '../../job/history.ts';
import { overdueBy } from '../../plan/overdue.ts';
import { type WhatNext, whatNext } from '../../plan/what-next.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { type EffectiveHistory, effectiveHistory, heldInFlight, resumed } from '../../run/resume/effective-history.ts';
import { readHistory } from '../../run/resume/read-history.ts';
import { historyDetail, isDoneForGood, workLeft } from '../../run/resume/work-left.ts';
import type { RunState } from '../../run/run-state.ts';
import { hasBegun } from '../../run/summary.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { sandboxStart } from '../open/sandbox-start.ts';
import type { Peek } from './peek.ts';
import type { StatusOptions } from './status-options.ts';

/** What is next, and by which clock. */
export interface Outlook extends WhatNext {
  readonly now: Instant;
  /** Nothing was done of a campaign whose `starts` has passed: a real run asks for `--late`. */
  readonly overdue: boolean;
  /** What an edit leaves in doubt when the run goes on. */
  readonly edited: readonly JobAddress[];
}

const nothingNext: WhatNext = { after: [], blocked: [], promotions: [], waves: [] };

export async function foresee(
  look: Peek,
  opened: OpenedCampaign,
  options: Pick<StatusOptions, 'sandbox'>,
  host: Host,
  held: boolean,
): Promise<Outlook> {
  const { state, summary } = look;
  const { campaign, rosters } = opened;
  const isSandbox = options.sandbox === true;
  const now = isSandbox
    ? await sandboxStart({ campaign, reader: opened.shared, now: host.clock.now() })
    : host.clock.now();
  const hasReached = summary.accepted + summary.rejected + summary.inDoubt > 0;
  const begun = hasReached || (opened.shared !== undefined && (await hasBegun(campaign, opened.shared)));
  const overdue = !isSandbox && overdueBy({ campaign, now, begun }) !== undefined;
  if (isDoneForGood(summary)) {
    const { edited } = await pastOf(opened, host, held ? state : undefined);
    return { now, overdue: false, edited, ...nothingNext };
  }
  await opened.contacts?.know(everybodyIn(opened));
  const contacts = knownContacts(opened);
  const { reader, run } = opened;
  if (reader !== undefined && !held) {
    const { files } = host;
    return {
      now,
      overdue,
      ...(await workLeft({ loaded: opened, reader, run, files, contacts, part: undefined, now })),
    };
  }
  const { history, edited } = await pastOf(opened, host, held ? state : undefined);
  return { now, overdue, edited, ...whatNext({ campaign, run: opened.run, rosters, history, contacts, now }) };
}

function knownContacts({ contacts, run }: OpenedCampaign): KnownContacts | undefined {
  return contacts && { run, factsOf: contacts.factsOf, keepsPlanned: true };
}

/** What is recorded, as the process that carries out the run takes it, or the next one. */
async function pastOf(opened: OpenedCampaign, { files }: Host, held: RunState | undefined): Promise<EffectiveHistory> {
  const { campaign, reader, shared, run } = opened;
  if (shared === undefined) return { history: emptyHistory, edited: [] };
  const detail = historyDetail(campaign);
  if (reader !== undefined && held === undefined)
    return effectiveHistory({ loaded: opened, reader, run, files }, detail);
  const history = await readHistory(campaign, shared, detail);
  return { history: held === 'running' ? heldInFlight(history) : resumed(campaign, history, new Set()), edited: [] };
}
