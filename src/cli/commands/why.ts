import type { LeftOut } from '../../campaign/audiences/why-left-out.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { leftOutLines, whyToJson, whyToText } from '../../report/plan/why.ts';
import { severalPeople } from '../messages/asked-number.ts';
import { completeCommands } from '../messages/format-command.ts';
import { tellHeld, tellOtherFiles } from '../messages/held-run.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { plannedFrom } from '../open/plan-input.ts';
import { couldNot } from '../open/refuse.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { fitTerminal } from '../output/print-document.ts';
import { whyMessages } from '../preview/messages.ts';
import type { Given } from '../program.ts';
import { explainIn, notNumber, peopleOf } from '../why/explain-in.ts';

interface WhyOptions extends CampaignOptions, Partial<Pick<Given<'why'>, 'at' | 'showNumbers'>> {
  readonly key: string;
  readonly format: 'text' | 'json';
}

/** callsheet why FILE KEY: every rule, deferral and outcome for one recipient, with the lines of the files that say so. */
export async function why(options: WhyOptions, host: Host): Promise<ExitCode> {
  return withCampaign(options, host, {}, async (opened) => {
    const now = await plannedFrom(opened, options.at);
    if (typeof now === 'string') return couldNot(host, now);
    const { campaign } = opened;
    const { console } = host;
    const [key, ...others] = await peopleOf(options.key, opened);
    if (others.length > 0) return couldNot(host, severalPeople(options.key));
    const { why, isFound } = await explainIn(opened, { asked: options.key, key, now });
    if (key === undefined && why.leftOut.length === 0) return couldNot(host, notNumber(options.key));
    await tellHeld(opened);
    await tellOtherFiles(opened);
    if (opened.reader === undefined && options.format === 'text') await tellElsewhere(opened);
    const messages = await whyMessages(why, opened);
    const print = (text: string): void => console.out(fitTerminal(completeCommands(text, options), console));
    const shown = { showNumbers: options.showNumbers === true, campaign, messages };
    if (options.format === 'json') console.out(whyToJson(why, messages));
    else if (isFound) print(whyToText(why, shown));
    else {
      console.out(notThere(opened, why.leftOut, shown.showNumbers));
      if (why.steps.length > 0) print(`\n${whyToText({ ...why, leftOut: [] }, shown)}`);
    }
    return isFound ? exitCode.done : exitCode.findings;
  });
}

/** Each audience with what leaves out others, and then what leaves out them. */
function notThere({ rosters }: OpenedCampaign, leftOut: readonly LeftOut[], showNumbers: boolean): string {
  const lines = [...rosters].flatMap(([name, { size, left }]) => {
    const { where, exclude, duplicate, invalid, forgotten } = left;
    const rows = where === 1 ? 'row is' : 'rows are';
    const theirs = leftOut.find(({ audience }) => audience === name);
    return [
      `  ${name}: ${counted(size, 'recipient')}; ${where} ${rows} left out by \`where\`, ${exclude} by \`exclude\`, ${duplicate} as duplicates, ${invalid} without a usable number${forgotten === 0 ? '' : `, ${forgotten} forgotten`}`,
      ...(theirs === undefined ? ['    no row has this number'] : leftOutLines(theirs, showNumbers)),
    ];
  });
  return `This number is not in any audience of this campaign.\n${lines.map((line) => `${visibleLine(line)}\n`).join('')}`;
}
