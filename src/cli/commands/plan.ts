import { readInstant } from '../../plan/local-time.ts';
import { type PlanCampaignInput, type PlannedJob, planCampaign } from '../../plan/plan.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { type PlanFormat, planFormats } from '../../report/plan/index.ts';
import { jobToLine } from '../../report/plan/json.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type CampaignOptions, couldNot, type OpenedCampaign, openCampaign } from '../open-campaign.ts';

export interface PlanOptions extends CampaignOptions {
  readonly format: PlanFormat;
  /** What "now" shall be: a local date-time in the campaign's zone, or an instant with an offset. */
  readonly at?: string;
  /** Write the plan, with every job, to this file. */
  readonly out?: string;
  /** A plan written before, to be compared with. */
  readonly against?: string;
  /** One line a job, and nothing else. */
  readonly jobs: boolean;
  /** Whole numbers in the HTML page. */
  readonly showNumbers?: boolean;
}

/** A page with more people than this is no page. */
const peopleAtMost = 2000;

/** The jobs of the first people of each audience, in order of their starts, and how many people there are beyond. */
function createPeopleList() {
  const jobs: PlannedJob[] = [];
  const more = new Set<number>();
  return {
    jobs,
    note(job: PlannedJob): void {
      if (job.recipient === undefined || job.recipient < peopleAtMost) jobs.push(job);
      else more.add(job.recipient);
    },
    more: () => more.size,
  };
}

/** callsheet plan FILE: what will happen, when, for how many, and why not. No network, no lock, nothing written but `--out`. */
export async function plan(options: PlanOptions, host: Host): Promise<ExitCode> {
  const opened = await openCampaign({ ...options, findings: options.format === 'json' ? 'json' : 'pretty' }, host);
  if (typeof opened === 'number') return opened;
  try {
    const now = options.at === undefined ? host.clock.now() : readAt(options.at, opened.campaign.timezone);
    if (now === undefined) return couldNot(host, notATime(options.at));
    const input = planInput(opened, now);
    if (options.jobs) return printJobs(input, host);
    const { console } = host;
    const people = createPeopleList();
    const made = planCampaign(options.format === 'html' ? { ...input, onJob: people.note } : input);
    const { budget } = opened.campaign.limits;
    console.out(
      planFormats[options.format](made, {
        width: console.width,
        colour: console.colour,
        ...(budget === undefined ? {} : { budget }),
        jobs: people.jobs,
        morePeople: people.more(),
        showNumbers: options.showNumbers === true,
      }),
    );
    return exitCode.done;
  } finally {
    await opened.close();
  }
}

function planInput(opened: OpenedCampaign, now: Instant): PlanCampaignInput {
  const { campaign, rosters, history, run, fileHashes, inputs } = opened;
  return {
    campaign,
    rosters,
    history,
    now,
    run,
    fileHashes,
    tzdata: process.versions['tz'] ?? 'unknown',
    values: inputs,
  };
}

/** A bare number is no time here, though one may stand in an audience. */
export function readAt(text: string, timezone: string): Instant | undefined {
  return /^\d+$/.test(text) ? undefined : readInstant(text, timezone);
}

function notATime(text: string | undefined): string {
  return `--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not ${JSON.stringify(text)}`;
}

const chunkSize = 64 * 1024;

function printJobs(input: PlanCampaignInput, host: Host): ExitCode {
  let chunk = '';
  const onJob = (job: PlannedJob): void => {
    chunk += jobToLine(job);
    if (chunk.length < chunkSize) return;
    host.console.out(chunk);
    chunk = '';
  };
  planCampaign({ ...input, onJob });
  host.console.out(chunk);
  return exitCode.done;
}
