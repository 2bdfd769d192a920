import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { emptyHistory } from '../job/history.ts';
import type { PlanCampaignInput } from '../plan/plan.ts';
import { runName } from '../plan/run-name.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { resumedHistory } from '../run/resume/resumed-history.ts';
import type { Store } from '../state/store.ts';
import type { RunState } from './run-state.ts';

export interface ReadOptions {
  readonly loaded: LoadedCampaign;
  readonly state: RunState;
  readonly run?: string;
}

/** What the next run starts from: spread it into `planCampaign`'s input to plan what is left. */
export function readHistory(options: ReadOptions): Promise<Pick<PlanCampaignInput, 'history' | 'edited'>> {
  const { loaded } = options;
  return readRun(options, async (store) => {
    if (store === undefined) return { history: emptyHistory };
    const run = runName(loaded.campaign, options.run);
    const { history, edited } = await resumedHistory({ loaded, store, run, files: createNodeFiles() });
    return { history, edited };
  });
}

/** Calls `look` with the run's record, undefined where it has none. Rejects when the state cannot be read. */
export async function readRun<T>(
  { loaded, state, run }: ReadOptions,
  look: (store: Store | undefined) => T | Promise<T>,
): Promise<T> {
  const { campaign } = loaded;
  const opened = state.read({ campaign: campaign.id, run: runName(campaign, run), service: '' });
  if (opened !== undefined && 'refused' in opened) throw new Error(`the state cannot be read: ${opened.refused.kind}`);
  try {
    return await look(opened?.store);
  } finally {
    await opened?.store.close();
  }
}
