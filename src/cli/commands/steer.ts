import type { Host } from '../../platform/ports.ts';
import type { Control } from '../../state/store.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type CampaignOptions, couldNot, openCampaign } from '../open-campaign.ts';

const words: Readonly<Record<Control, string>> = {
  pause: 'Paused: nothing new starts, from within a second on. `callsheet resume` lets it go on.',
  run: 'Resumed. A running process goes on within a second; else `callsheet run` does.',
  cancel: 'Cancelled: a running process ends when what is in flight is answered. `callsheet resume` takes it back.',
};

/** callsheet pause | resume | cancel FILE: leaves word in the state file; a running process obeys within a second. */
export async function steer(options: CampaignOptions & { readonly control: Control }, host: Host): Promise<ExitCode> {
  const opened = await openCampaign(options, host);
  if (typeof opened === 'number') return opened;
  try {
    if (opened.store === undefined)
      return couldNot(
        host,
        `${options.file} has not been run (run ${opened.run}): there is nothing to ${options.control}`,
      );
    opened.store.setControl(options.control);
    host.console.out(`${words[options.control]}\n`);
    return exitCode.done;
  } finally {
    await opened.close();
  }
}
