import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { runName } from '../job/address.ts';
import { emptyHistory } from '../job/history.ts';
import type { RunReader } from '../ledger/backend.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import type { PlanCampaignInput } from '../plan/plan.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Instant } from '../platform/ports.ts';
import { backendOf } from '../project/state.ts';
import { effectiveHistory } from '../run/resume/effective-history.ts';
import type { ContactsOptions } from './contacts.ts';
import { projectOf, type RunState } from './run-state.ts';

export interface ReadOptions {
  readonly loaded: LoadedCampaign;
  readonly state: RunState;
  readonly run?: string;
  /** As in `run`: what the contact ledger knows decides what is left. */
  readonly contacts?: Pick<ContactsOptions, 'folder' | 'sandbox'>;
  /** When `report` and `readJobs` judge what is left: after a skipping clock, its `now()`. Default: the real time. */
  readonly now?: Instant;
}

/** What the next run starts from: spread it into the options of `plan` to plan what is left. */
export function readHistory(
  options: ReadOptions,
): Promise<Pick<PlanCampaignInput, 'history' | 'edited' | 'unanswered' | 'renames'>> {
  const { loaded } = options;
  return readRun(options, async (reader) => {
    if (reader === undefined) return { history: emptyHistory };
    const run = runName(loaded.campaign, options.run);
    return effectiveHistory({ loaded, reader, run, files: createNodeFiles() });
  });
}

/** Calls `look` with the run's record, undefined where it has none. Rejects when the state cannot be read. */
export async function readRun<T>(
  { loaded, state, run: label }: ReadOptions,
  look: (reader: RunReader | undefined) => T | Promise<T>,
): Promise<T> {
  const run = runName(loaded.campaign, label);
  const backend = backendOf(projectOf(state), loaded, run);
  const opened = await backend.openForReading({ about: { campaign: loaded.campaign.id, run, service: '' } });
  if (opened !== undefined && 'refused' in opened) throw new Error(`the state cannot be read: ${why(opened.refused)}`);
  try {
    return await look(opened?.reader);
  } finally {
    await opened?.reader.close();
  }
}

function why(refused: StateRefusal): string {
  return refused.kind === 'trouble' ? refused.message : refused.kind;
}
