import type { Host } from '../../platform/ports.ts';
import { isUnderWay } from '../../run/run-state.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';

/** A process does not read its files again: what is shown of the files of now, it does not do. */
export async function tellOtherFiles(
  { reader, run, digest }: Pick<OpenedCampaign, 'reader' | 'run' | 'digest'>,
  host: Host,
): Promise<void> {
  if (reader === undefined || !(await isUnderWay(reader))) return;
  const { inputs } = await reader.status();
  if (inputs === undefined || inputs === digest) return;
  host.console.err(
    `The files, inputs or variables have changed since the process of run ${run} started, and it continues with the old ones. To use the new ones, stop it and run again.\n`,
  );
}
