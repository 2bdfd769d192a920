import type { LeftOut } from '../../campaign/audiences/why-left-out.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type JobState, jobStates } from '../../job/job.ts';
import type { Host } from '../../platform/ports.ts';
import { createReasonTally, reasonsToText } from '../../report/jobs/reasons.ts';
import { leftOutLines, whyToJson, whyToText } from '../../report/plan/why.ts';
import { placesIn } from '../../run/resume/edits.ts';
import { severalPeople } from '../messages/asked-number.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellHeld, tellOtherFiles } from '../messages/held-run.ts';
import { missingRunHint, tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { couldNot } from '../open/refuse.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { fitTerminal } from '../output/print-document.ts';
import { plannedFrom } from '../plan/plan-input.ts';
import { whyMessages } from '../preview/messages.ts';
import type { Given } from '../program.ts';
import { explainIn, notNumber, peopleOf } from '../why/explain-in.ts';

/** `why` of one campaign, or of all campaigns of a folder. */
export async function answerWhy(given: Given<'why'>, host: Host): Promise<ExitCode> {
  const { file, format, find, code, became, project } = given;
  const [key, ...more] = given.key;
  const isOfFile = key !== undefined || code !== undefined || became !== undefined;
  if (isOfFile && project !== undefined)
    return couldNot(host, '--project is about all campaigns of a folder: leave out the file');
  if (more.length > 0) return couldNot(host, `why takes one number, and these are ${more.length + 1}`);
  if (find && key === undefined)
    return couldNot(host, '--find searches one campaign: give its file, and then digits or a name');
  if (code !== undefined || became !== undefined) {
    if (key !== undefined) return couldNot(host, '--code and --became are about everybody: leave out the number');
    if (format === 'csv')
      return couldNot(host, `for a CSV of everybody, use \`${formatCommand(given)('report', '--format csv')}\``);
    return whyReasons({ ...given, format }, host);
  }
  if (key === undefined && /\.ya?ml$/.test(file))
    return couldNot(host, `Give the recipient’s number after the file: ${formatCommand(given)('why', 'NUMBER')}`);
  if (key === undefined) {
    const { whyPerson } = await import('../why/why-person.ts');
    return whyPerson({ ...given, number: file }, host);
  }
  if (format === 'csv') return couldNot(host, 'CSV is for all campaigns: leave out the file');
  if (find) return (await import('../why/find-people.ts')).findPeople({ ...given, key, format }, host);
  return why({ ...given, key, format }, host);
}

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

/** callsheet why FILE --code -69: who did not get it for which reason, and what would change it. */
async function whyReasons(
  options: Omit<Given<'why'>, 'format'> & { readonly format: 'text' | 'json' },
  host: Host,
): Promise<ExitCode> {
  const { code, became, format, showNumbers } = options;
  if (became !== undefined && !(jobStates as readonly string[]).includes(became)) {
    const meant = didYouMean(became, jobStates);
    const hint = meant === undefined ? `these are ${jobStates.join(', ')}` : `did you mean ${meant}?`;
    return couldNot(host, `${became} is not a state of a job; ${hint}`);
  }
  return withCampaign(options, host, {}, async (opened) => {
    const { campaign, reader } = opened;
    if (reader === undefined) return couldNot(host, await missingRunHint(opened));
    const tally = createReasonTally();
    const states = became === undefined ? asked : [became as JobState];
    for (const name of await reader.steps()) {
      const { step, isThere } = placesIn(opened, name);
      for (const state of states)
        for await (const page of reader.jobs({ step: name, state }))
          for (const job of page)
            if (code === undefined || job.code === code)
              tally.note({ ...job, step: step?.id ?? name }, isThere(job.key));
    }
    const causes = tally.causes();
    if (format === 'json') {
      const groups = causes.map(({ step, state, code, reason, count, examples }) => {
        const keys = examples.map(({ key }) => key);
        return { step, state, code, reason, count, examples: keys };
      });
      host.console.out(`${JSON.stringify({ campaign: campaign.id, run: opened.run, reasons: groups })}\n`);
      return exitCode.done;
    }
    const command = formatCommand(options);
    host.console.out(
      causes.length === 0
        ? `${noJob(became, code)}.\n`
        : reasonsToText(causes, { steps: campaign.steps, showNumbers, command }),
    );
    return exitCode.done;
  });
}

function noJob(became: string | undefined, code: string | undefined): string {
  if (became === undefined) return 'Apart from accepted ones, no job of this run has this code';
  return `No job of this run is ${became}${code === undefined ? '' : ' with this code'}`;
}

/** Where only a code is given: all but those that a service has accepted, or may still accept. */
const asked: readonly JobState[] = ['rejected', 'inDoubt', 'pending', 'skipped', 'expired', 'cancelled'];
