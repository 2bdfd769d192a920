import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { pinsOf } from '../../project/snapshots.ts';
import { unknownSnapshots } from '../../run/before-run.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { type OpenedCampaign, placeOf } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { tellHeld, tellOtherFiles } from './held-run.ts';
import { refusalWords, unknownSnapshotsText } from './missing-run.ts';
import { newRunWords } from './new-run.ts';

/**
 * Says beside a plan what keeps a run from doing now what it shows: a pause, a process with other files, and why a run that starts would
 * be refused. Returns the latter, in sentences.
 */
export async function tellRefusals(
  opened: OpenedCampaign,
  options: CampaignOptions,
  host: Host,
): Promise<readonly string[]> {
  const refused = await refusals(opened, options, host);
  for (const sentence of refused) host.console.err(`${visibleLine(sentence)} Until then, \`run\` refuses to start.\n`);
  await tellHeld(opened, options, host);
  await tellOtherFiles(opened, host);
  return refused;
}

async function refusals(opened: OpenedCampaign, options: CampaignOptions, host: Host): Promise<readonly string[]> {
  const { reader } = opened;
  if (reader !== undefined && (await isUnderWay(reader))) return [];
  const refused = await refusalWords(options, placeOf(opened), host);
  const newRun = await newRunWords(opened, options);
  const pins = pinsOf(opened.project, opened.run);
  const unknown = reader === undefined ? [] : await unknownSnapshots({ loaded: opened, reader, pins });
  const unset = opened.diagnostics.filter(({ code }) => code === 'CS3014');
  return [
    ...(refused === undefined ? [] : [`${refused}.`]),
    ...(newRun === undefined ? [] : [newRun]),
    ...(unknown.length === 0 ? [] : [unknownSnapshotsText(unknown, opened)]),
    ...unset.map(({ message, hint }) => `${message}: ${hint}.`),
  ];
}
