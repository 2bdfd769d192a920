import type { Host } from '../../platform/ports.ts';
import { formatJobs } from '../../report/plan/words.ts';
import { openStoreForReading } from '../../state/open-store.ts';
import { stateTrouble } from '../../state/state-trouble.ts';
import { findRun } from '../open/find-run.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type RunState, runStateOf, runStateWords } from './run-state.ts';

/** `spring-renewal, run 2026-11-23: under way, 3 jobs in flight`. */
export function statusHead(given: {
  readonly campaign: string;
  readonly run: string;
  readonly state: RunState;
  /** Jobs that wait for an answer in a living process. */
  readonly inFlight: number;
}): string {
  const { campaign, run, state, inFlight } = given;
  return `${campaign}, run ${run}: ${runStateWords[state]}${inFlight === 0 ? '' : `, ${formatJobs(inFlight)} in flight`}\n`;
}

/**
 * The same before audiences are read and every row of the state is looked at, which takes seconds for a million. Undefined where
 * that is for others to explain.
 */
export async function statusHeadAtOnce(options: CampaignOptions, host: Host): Promise<string | undefined> {
  const found = await findRun(options, host);
  if (found === undefined || !found.isSound) return undefined;
  const { campaign, run, paths } = found;
  const opened = openStoreForReading({ paths, about: { campaign, run, service: '' }, check: 'none' });
  if (opened !== undefined && 'refused' in opened) return undefined;
  const store = opened?.store;
  try {
    const state = runStateOf(store);
    const inFlight = state === 'running' ? [...(store?.jobs({ state: 'sending' }) ?? [])].length : 0;
    return statusHead({ campaign, run, state, inFlight });
  } catch (error) {
    if (stateTrouble(error) === undefined) throw error;
    return undefined;
  } finally {
    await store?.close();
  }
}
