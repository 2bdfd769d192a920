import { type StatePaths, statePaths } from '../../state/state-paths.ts';
import type { CampaignOptions } from './campaign-options.ts';

/** Where the state of a campaign in this folder is. `check` asks this, and loads no database for it. */
export function stateOf(
  { campaign, directory }: { readonly campaign: { readonly id: string }; readonly directory: string },
  options: CampaignOptions,
): StatePaths {
  const folder = options.state ?? `${directory}/.callsheet`;
  return statePaths({ folder, campaign: campaign.id, sandbox: options.sandbox === true });
}
