import { dirname, resolve } from 'node:path';
import { loadCampaign } from '../../campaign/load.ts';
import { type StatePaths, statePaths } from '../../ledger/state-paths.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { readInputs } from '../options/input-option.ts';

/** Which run a file speaks of, and where its state is. */
export interface FoundRun {
  readonly campaign: string;
  readonly run: string;
  /** As the file has it, also where it has errors. */
  readonly title: string | undefined;
  readonly paths: StatePaths;
  /** Absent where the text has errors. */
  readonly timezone: string | undefined;
  /** The file's text has no errors. */
  readonly isSound: boolean;
}

/**
 * By the campaign's first lines alone: no audience is read, and a file that is being edited, or is wrong, names its run all the
 * same. Undefined when there is no file, or no campaign's name in it.
 */
export async function findRun(options: CampaignOptions, host: Host): Promise<FoundRun | undefined> {
  const { files, env, cwd } = host;
  const inputs = readInputs(options.input);
  const load = {
    path: options.file,
    cwd,
    files,
    env,
    inputs: typeof inputs === 'string' ? {} : inputs,
    depth: 'text',
  } as const;
  const loaded = await loadCampaign(load);
  const found = loaded.value?.campaign ?? namesIn(loaded.text ?? '');
  if (found === undefined) return undefined;
  const folder = resolve(cwd, options.state ?? `${loaded.value?.directory ?? dirname(options.file)}/.callsheet`);
  return {
    campaign: found.id,
    run: runName(found, options.run),
    title: found.title,
    isSound: loaded.value !== undefined,
    timezone: loaded.value?.campaign.timezone,
    paths: statePaths({ folder, campaign: found.id, sandbox: options.sandbox === true }),
  };
}

interface Names {
  readonly id: string;
  readonly title?: string;
  readonly starts?: string;
}

function namesIn(text: string): Names | undefined {
  const id = /^campaign:[ \t]+["']?([\w-]+)/m.exec(text)?.[1];
  const starts = /^starts:[ \t]+["']?(\d{4}-\d{2}-\d{2})/m.exec(text)?.[1];
  const title = /^title:[ \t]+["']?(.+?)["']?[ \t\r]*$/m.exec(text)?.[1];
  if (id === undefined) return undefined;
  return { id, ...(title === undefined ? {} : { title }), ...(starts === undefined ? {} : { starts }) };
}
