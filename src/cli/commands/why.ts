import { readRecipientKey } from '../../campaign/recipient-key.ts';
import { explainPerson, type Why } from '../../plan/why.ts';
import type { Host } from '../../platform/ports.ts';
import { whyToJson, whyToText } from '../../report/plan/why.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type CampaignOptions, couldNot, type OpenedCampaign, openCampaign } from '../open-campaign.ts';
import { planInput, readAt } from './plan.ts';

export interface WhyCommandOptions extends CampaignOptions {
  /** A recipient's number, as people write it. */
  readonly key: string;
  readonly format: 'text' | 'json';
  readonly at?: string;
  readonly showNumbers?: boolean;
}

/** callsheet why FILE KEY: every rule, deferral and outcome for one recipient, with the lines of the files that say so. */
export async function why(options: WhyCommandOptions, host: Host): Promise<ExitCode> {
  const number = readRecipientKey(options.key);
  if (Number.isNaN(number))
    return couldNot(host, `${options.key} is not a recipient's number: country code and digits, such as 2348012345678`);
  const key = String(number);
  const opened = await openCampaign(options, host);
  if (typeof opened === 'number') return opened;
  try {
    const now = options.at === undefined ? host.clock.now() : readAt(options.at, opened.campaign.timezone);
    if (now === undefined) return couldNot(host, `--at takes a date-time, not ${options.at}`);
    const found = explainPerson({ ...planInput(opened, now), key, recordOf: (id) => opened.store?.job(id) });
    const { console } = host;
    const shown = { showNumbers: options.showNumbers === true };
    if (found !== undefined) {
      console.out(options.format === 'json' ? whyToJson(found) : whyToText(found, shown));
      return exitCode.done;
    }
    const past = pastOf(key, opened);
    if (options.format === 'json') console.out(whyToJson(past));
    else console.out(notThere(opened.rosters) + (past.steps.length === 0 ? '' : `\n${whyToText(past, shown)}`));
    return exitCode.findings;
  } finally {
    await opened.close();
  }
}

/** Who was taken out of the list may have been reached before. */
function pastOf(key: string, { campaign, store }: OpenedCampaign): Why {
  const steps = (store?.steps() ?? []).flatMap((step) => {
    const happened = store?.job({ step, key });
    const uses = campaign.steps.find(({ id }) => id === step)?.uses ?? '';
    return happened === undefined ? [] : [{ step, uses, place: '', zone: '', rules: [], happened }];
  });
  return { key, timezone: campaign.timezone, audiences: [], steps };
}

function notThere(
  rosters: ReadonlyMap<string, { readonly size: number; readonly left: Readonly<Record<string, number>> }>,
): string {
  const lines = [...rosters].map(([name, { size, left }]) => {
    const { where, exclude, invalid } = left as {
      readonly where: number;
      readonly exclude: number;
      readonly invalid: number;
    };
    return `  ${name}: ${size} ${size === 1 ? 'recipient' : 'recipients'}; ${where} rows are left out by \`where\`, ${exclude} by \`exclude\`, ${invalid} have no usable number\n`;
  });
  return `They are in no audience of this campaign.\n${lines.join('')}`;
}
