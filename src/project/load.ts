import { loadCampaign } from '../campaign/load.ts';
import type { Loaded, LoadRequest } from '../campaign/loaded-campaign.ts';
import { forgottenOf } from './forgotten.ts';
import type { Project } from './project.ts';

/** Reads and checks a campaign of the project. */
export function loadFrom(
  project: Project,
  request: Pick<LoadRequest, 'path' | 'depth'> & Partial<LoadRequest>,
): Promise<Loaded> {
  const { host, env, inputs } = project;
  const forgotten: LoadRequest['forgotten'] = (directory) => forgottenOf(project, directory);
  return loadCampaign({ cwd: host.cwd, files: host.files, env, inputs, forgotten, ...request });
}
