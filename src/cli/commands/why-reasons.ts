import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type JobState, jobStates } from '../../job/job.ts';
import type { Host } from '../../platform/ports.ts';
import { createReasonTally } from '../../report/jobs/reason-tally.ts';
import { reasonsToText } from '../../report/jobs/reasons-text.ts';
import { placesIn } from '../../run/resume/edits.ts';
import { formatCommand } from '../messages/format-command.ts';
import { missingRunHint } from '../messages/missing-run.ts';
import { withCampaign } from '../open/open-campaign.ts';
import { couldNot } from '../open/refuse.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';

/** callsheet why FILE --code -69: who did not get it for which reason, and what would change it. */
export async function whyReasons(
  options: Omit<Given<'why'>, 'format'> & { readonly format: 'text' | 'json' },
  host: Host,
): Promise<ExitCode> {
  const { code, became, format, showNumbers } = options;
  if (became !== undefined && !(jobStates as readonly string[]).includes(became)) {
    const meant = didYouMean(became, jobStates);
    return couldNot(
      host,
      `${visibleLine(became)} is not a state of a job; ${meant === undefined ? `these are ${jobStates.join(', ')}` : `did you mean ${meant}?`}`,
    );
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

/** Where only a code is given. */
const asked = [
  'rejected',
  'inDoubt',
  'pending',
  'skipped',
  'expired',
  'cancelled',
] as const satisfies readonly JobState[];
