import { formatCount } from '../../diagnostic/count-words.ts';
import type { Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { findRun } from '../../project/state.ts';
import { isUnderWay, seeRecorded } from '../../run/run-state.ts';
import { jobCounts } from '../../run/summary.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { readRecorded } from './read-recorded.ts';

const named = [
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['inDoubt', 'in doubt'],
  ['sending', 'in flight'],
] as const;

/** Of a campaign with errors: what is recorded of its run, and whether a process carries it out, which does not read the files again. */
export async function tellDespiteErrors(options: CampaignOptions, host: Host): Promise<void> {
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  if (found === undefined) return;
  const { campaign, run } = found;
  await readRecorded(found, async (reader) => {
    const { state } = await seeRecorded(reader);
    if (state === 'new') return;
    const counts = [...(await jobCounts(reader)).values()];
    const sums = named.flatMap(([name, words]) => {
      const sum = counts.reduce((total, states) => total + (states[name] ?? 0), 0);
      return sum === 0 ? [] : [`${formatCount(sum)} ${words}`];
    });
    const held = state === 'paused' || state === 'cancelled' ? ` It is ${state}.` : '';
    const process = (await isUnderWay(reader))
      ? 'A process carries it out, and goes on with the files as they were when it began. If it ends, no other can go on until the errors are corrected.'
      : 'No process carries it out. None can until the errors are corrected.';
    const recorded = sums.length === 0 ? 'nothing was sent' : sums.join(', ');
    host.console.out(`\nRun ${run} of ${campaign}, as it is recorded: ${recorded}.${held}\n${process}\n`);
  });
}
