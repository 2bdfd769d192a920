import { type LeftOut, whyLeftOut } from '../../campaign/audiences/why-left-out.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { explainPerson, isAllOver, type Why } from '../../plan/why.ts';
import type { Host } from '../../platform/ports.ts';
import { forgottenOf } from '../../project/forgotten.ts';
import { leftOutLines, whyToJson, whyToText } from '../../report/plan/why.ts';
import { completeCommands } from '../messages/format-command.ts';
import { tellHeld } from '../messages/held-run.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { tellOtherFiles } from '../messages/other-files.ts';
import { type OpenedCampaign, openCampaign, placeOf } from '../open/open-campaign.ts';
import { planInput, plannedFrom } from '../open/plan-input.ts';
import { couldNot } from '../open/refuse.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { fitTerminal } from '../output/fit-terminal.ts';
import { whyMessages } from '../preview/why-messages.ts';
import { notNumber, pastOf, personOf, recordsOf, removedPastOf } from '../why/recipient-past.ts';

export interface WhyCommandOptions extends CampaignOptions {
  /** A recipient's number, as people write it. */
  readonly key: string;
  readonly format: 'text' | 'json';
  readonly at?: string;
  readonly showNumbers?: boolean;
}

/** callsheet why FILE KEY: every rule, deferral and outcome for one recipient, with the lines of the files that say so. */
export async function why(options: WhyCommandOptions, host: Host): Promise<ExitCode> {
  const opened = await openCampaign(options, host);
  if (typeof opened === 'number') return opened;
  try {
    const now = await plannedFrom(options, opened, host.clock.now());
    if (now === undefined) return couldNot(host, `--at takes a date-time, not ${options.at}`);
    const { campaign, rosters } = opened;
    const { files, cwd, console } = host;
    const number = await personOf(options.key, opened);
    const asked = { asked: options.key, key: number };
    const forgotten = await forgottenOf(opened.project, opened.directory);
    const isForgotten = forgotten !== undefined && 'isForgotten' in forgotten && forgotten.isForgotten(Number(number));
    const leftOut = await whyLeftOut({ files, path: options.file, cwd, campaign, rosters, isForgotten, ...asked });
    const isNumber = number !== undefined;
    if (!isNumber && leftOut.length === 0) return couldNot(host, notNumber(options.key));
    const key = number ?? options.key;
    const recordOf = await recordsOf(key, opened);
    const plan = isAllOver({ campaign, rosters, key, recordOf }) ? undefined : await planInput(opened, now, host);
    const { places } = opened;
    const explained = isNumber
      ? explainPerson({ campaign, rosters, now, plan, key, leftOut, recordOf, places })
      : undefined;
    const found = explained && { ...explained, steps: [...explained.steps, ...(await removedPastOf(key, opened))] };
    const print = (text: string): void => console.out(fitTerminal(completeCommands(text, options), console));
    const showNumbers = options.showNumbers === true;
    await tellHeld(opened, options, host);
    await tellOtherFiles(opened, host);
    if (opened.reader === undefined && options.format === 'text') await tellElsewhere(options, placeOf(opened), host);
    if (found !== undefined) {
      const messages = await whyMessages(found, opened, host);
      if (options.format === 'json') console.out(whyToJson(found, messages));
      else print(whyToText(found, { showNumbers, campaign, messages }));
      return exitCode.done;
    }
    const steps = isNumber ? await pastOf(key, opened) : [];
    const past: Why = { key, timezone: campaign.timezone, audiences: [], leftOut, steps };
    const messages = await whyMessages(past, opened, host);
    if (options.format === 'json') console.out(whyToJson(past, messages));
    else {
      console.out(notThere(opened, leftOut, showNumbers));
      if (steps.length > 0) print(`\n${whyToText({ ...past, leftOut: [] }, { showNumbers, campaign, messages })}`);
    }
    return exitCode.findings;
  } finally {
    await opened.close();
  }
}

/** Each audience with what leaves out others, and then what leaves out them. */
function notThere({ rosters }: OpenedCampaign, leftOut: readonly LeftOut[], showNumbers: boolean): string {
  const lines = [...rosters].flatMap(([name, { size, left }]) => {
    const { where, exclude, duplicate, invalid, forgotten } = left;
    const rows = where === 1 ? 'row is' : 'rows are';
    const theirs = leftOut.find(({ audience }) => audience === name);
    return [
      `  ${name}: ${size} ${size === 1 ? 'recipient' : 'recipients'}; ${where} ${rows} left out by \`where\`, ${exclude} by \`exclude\`, ${duplicate} by deduplication, ${invalid} without a usable number${forgotten === 0 ? '' : `, ${forgotten} forgotten`}`,
      ...(theirs === undefined ? ['    no row has this number'] : leftOutLines(theirs, showNumbers)),
    ];
  });
  return `This number is not in any audience of this campaign.\n${lines.map((line) => `${visibleLine(line)}\n`).join('')}`;
}
