import type { LoadedCampaign } from '../campaign/load.ts';
import { planInputs } from '../plan/plan.ts';
import { readSavedPlan, type SavedPlan, staleness, startedOutside } from '../plan/saved-plan.ts';
import type { History } from '../plan/scheduler.ts';
import { type Host, isUnreadable } from '../platform/ports.ts';
import { shellWord } from './say-command.ts';

/** The plan that was approved, or in words why it is not the plan of these files. */
export async function readApproved(
  path: string,
  loaded: LoadedCampaign,
  run: string,
  host: Host,
): Promise<SavedPlan | string> {
  const text = await host.files.readText(path);
  if (text === undefined) return `There is no file ${path}`;
  if (isUnreadable(text)) return `${path} ${text.words}. Nothing was sent.`;
  const saved = readSavedPlan(text);
  if ('wrong' in saved) return `${path} is no plan to run: ${saved.wrong}. Nothing was sent.`;
  const { fileHashes, inputs: values, campaign } = loaded;
  const inputs = planInputs({ fileHashes, tzdata: process.versions['tz'] ?? 'unknown', values });
  return sayStale(path, staleness(saved, { campaign: campaign.id, run, inputs })) ?? saved;
}

/** A run that stopped half-way goes on under its plan; one that did something else in between does not. */
export function refuseOtherStarts(
  path: string,
  saved: SavedPlan,
  { campaign }: LoadedCampaign,
  history: History,
): string | undefined {
  const steps = campaign.steps.map(({ id }) => id);
  const outside = startedOutside(saved, steps, history).length;
  const jobs = outside === 1 ? '1 job was' : `${outside.toLocaleString('en-GB')} jobs were`;
  return outside === 0 ? undefined : sayStale(path, [`since it was made, ${jobs} started that it does not start`]);
}

function sayStale(path: string, changes: readonly string[]): string | undefined {
  if (changes.length === 0) return undefined;
  return `${path} is stale: ${changes.join('; ')}. Make and approve a new one with \`callsheet plan --out ${shellWord(path)}\`. Nothing was sent.`;
}
