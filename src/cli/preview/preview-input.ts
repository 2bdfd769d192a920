import type { Host } from '../../platform/ports.ts';
import type { RenderInput } from '../../run/resume/edits.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';

/** What rendering a message needs; `names` shows variables of the environment as ‹NAME›. */
export function previewInput(
  opened: OpenedCampaign,
  { files }: Pick<Host, 'files'>,
  variables: 'values' | 'names',
): RenderInput {
  const { reader, run, env } = opened;
  const named = Object.fromEntries(Object.keys(env).map((name) => [name, `‹${name}›`]));
  return {
    loaded: variables === 'values' ? opened : { ...opened, env: named },
    reader: reader ?? { job: () => Promise.resolve(undefined) },
    run,
    files,
  };
}
