import packageJson from '../../../package.json' with { type: 'json' };
import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import type { StateBackend } from '../../state/backend.ts';
import { createFileBackend } from '../../state/file-backend.ts';
import { rollbackGuardFolder, type StatePaths } from '../../state/state-paths.ts';
import { createStoreBackend } from '../../state/store-backend.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { storeOf } from '../options/settings.ts';
import { stateOf } from '../options/state-option.ts';

/** What a load is asked for, so that a large state is verified while audiences are read. */
export interface PreparedState extends Required<Pick<LoadRequest, 'checkedBy' | 'onCampaign' | 'hasPassed'>> {
  /** Undefined until the campaign's name is known. */
  backend(): StateBackend | undefined;
}

/** What the check of a campaign depends on, apart from its files. */
export const checkedBy = `${packageJson.version} on Node ${process.versions.node}`;

export function prepareState(options: CampaignOptions, host: Host, collects: 'histories' | 'nothing'): PreparedState {
  let backend: StateBackend | undefined;
  return {
    checkedBy,
    onCampaign(campaign, directory) {
      backend = stateBackend(stateOf({ campaign, directory }, options, host), options, host);
      backend.prepare(runName(campaign, options.run), collects);
    },
    // The state says for which inputs the run was last carried out: these had no errors then.
    hasPassed: async (digest) => (await backend?.preparedInputs()) === digest,
    backend: () => backend,
  };
}

export function stateBackend(
  paths: StatePaths,
  options: CampaignOptions,
  host: Pick<Host, 'cwd' | 'env' | 'console'>,
): StateBackend {
  // Sandbox runs may be thrown away.
  const rollbackGuard = options.sandbox === true ? undefined : rollbackGuardFolder(host.env);
  const url = storeOf(options, host);
  if (url !== undefined) return createStoreBackend({ url, rollbackGuard });
  return createFileBackend({ paths, rollbackGuard });
}
