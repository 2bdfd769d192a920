import { dirname } from 'node:path';
import type { Campaign } from '../campaign/campaign.ts';
import { namesInText } from '../campaign/names-in-text.ts';
import { runName } from '../job/address.ts';
import type { StateBackend } from '../ledger/backend.ts';
import type { StatePaths } from '../ledger/state-paths.ts';
import { loadFrom } from './load.ts';
import { type CampaignPlace, type Project, pathsOf } from './project.ts';
import { backendOf } from './state.ts';

/** Which run a file speaks of, and where its state is. */
export interface FoundRun {
  readonly project: Project;
  readonly place: CampaignPlace;
  readonly campaign: string;
  readonly run: string;
  /** As the file has it, also where it has errors. */
  readonly title: string | undefined;
  /** Absent where the text has errors. */
  readonly understood: Campaign | undefined;
  readonly paths: StatePaths;
  readonly backend: StateBackend;
}

/**
 * By the campaign's first lines alone: no audience is read, and a file that is being edited, or is wrong, names its run all the
 * same. `run`: its label. Undefined when there is no file, or no campaign's name in it.
 */
export async function findRun(
  project: Project,
  { file, run: label }: { readonly file: string; readonly run: string | undefined },
): Promise<FoundRun | undefined> {
  const { value, text = '' } = await loadFrom(project, { path: file, depth: 'text' });
  const found = value?.campaign ?? namesInText(text);
  if (found === undefined) return undefined;
  const place = { campaign: found, directory: value?.directory ?? dirname(file) };
  const run = runName(found, label);
  return {
    project,
    place,
    campaign: found.id,
    run,
    title: found.title,
    understood: value?.campaign,
    paths: pathsOf(project, place),
    backend: backendOf(project, place, run),
  };
}
