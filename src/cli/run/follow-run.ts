import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import type { JobState } from '../../job/job.ts';
import type { RunAbout, RunReader, RunStatus, StateBackend } from '../../ledger/backend.ts';
import type { Holder } from '../../ledger/refusal.ts';
import { mayPass, stateTrouble } from '../../ledger/state-trouble.ts';
import type { Host } from '../../platform/ports.ts';
import { summaryText } from '../../report/run/run-state-text.ts';
import { isCarriedOut } from '../../run/run-state.ts';
import { summarise } from '../../run/summary.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { createEventLines } from '../output/run-progress.ts';

const lookMs = 500;
const progressMs = 5_000;

type Jobs = Readonly<Partial<Record<JobState, number>>>;

/**
 * Follows a run that another process leads, until the run has ended (its exit code) or nobody leads it any more (undefined). Where the
 * leader has not begun when it goes, there is nothing to follow either.
 */
export async function followRun(input: {
  readonly backend: StateBackend;
  readonly loaded: LoadedCampaign;
  readonly about: RunAbout;
  readonly holder: Holder;
  readonly format: 'text' | 'json';
  readonly host: Host;
}): Promise<ExitCode | undefined> {
  const { backend, loaded, about, holder, format, host } = input;
  const { clock, console } = host;
  const { campaign, run } = about;
  const { pid, host: hostname } = holder;
  const opened = await backend.openForReading({ about, verify: 'none' });
  if (opened === undefined || 'refused' in opened) return undefined;
  const { reader } = opened;
  const { onEvent: printEvent } = createEventLines({ host, timezone: loaded.campaign.timezone });
  const print = (jobs: Jobs): void => {
    const leader = { pid, host: hostname };
    if (format === 'json') printEvent({ event: 'following', at: clock.now(), campaign, run, leader, jobs });
    else console.err(`${jobsText(jobs)}\n`);
  };
  const printEnd = async (code: ExitCode, reason: string | undefined): Promise<void> => {
    const sums = await summarise(loaded, reader).catch(undefinedIfAway);
    if (sums === undefined) return;
    const { steps, summary } = sums;
    const because = reason === undefined ? {} : { reason };
    if (format === 'json')
      return printEvent({ event: 'finished', at: clock.now(), exitCode: code, summary, ...because });
    const why = reason === undefined ? '' : `: ${reason}`;
    const how = code === exitCode.done ? '' : `, with exit code ${code}${why}`;
    console.out(`${summaryText(console, steps, summary)}\n\nRun ${run} of ${campaign} has ended${how}.\n`);
  };
  try {
    // Before it says that it follows: a leader that stops from then on stops the run for both.
    let hasBegun = isBegun(await readStatus(reader));
    let shownAt = clock.now();
    let shown = '{}';
    if (format === 'json') print({});
    else
      console.err(
        `Process ${pid} on ${hostname} leads run ${run} of ${campaign}. Following it; if it dies, this process continues the run.\n`,
      );
    for (;;) {
      const status = await readStatus(reader);
      if (status !== undefined && !isCarriedOut(status, run)) {
        const { exitCode: code, reason } = (hasBegun ? status.ended : undefined) ?? {};
        if (code !== undefined) await printEnd(code as ExitCode, reason);
        return code as ExitCode | undefined;
      }
      hasBegun ||= isBegun(status);
      if (clock.now() - shownAt >= progressMs) {
        shownAt = clock.now();
        const jobs = await readJobs(reader);
        if (JSON.stringify(jobs) !== shown) print(jobs);
        shown = JSON.stringify(jobs);
      }
      await clock.sleepUntil(clock.now() + lookMs);
    }
  } finally {
    await reader.close();
  }
}

function isBegun(status: RunStatus | undefined): boolean {
  return status !== undefined && status.ended === undefined;
}

/** Undefined while the database does not answer, or is being replaced. */
function readStatus(reader: RunReader) {
  return reader.status().catch(undefinedIfAway);
}

function undefinedIfAway(error: unknown): undefined {
  if (!mayPass(stateTrouble(error))) throw error;
  return undefined;
}

async function readJobs(reader: RunReader): Promise<Jobs> {
  const states = new Map<JobState, number>();
  for (const { state, jobs } of (await reader.counts().catch(undefinedIfAway)) ?? [])
    states.set(state, (states.get(state) ?? 0) + jobs);
  return Object.fromEntries(states);
}

function jobsText(jobs: Jobs): string {
  return Object.entries(jobs)
    .map(([state, count]) => `${formatCount(count)} ${state}`)
    .join(', ');
}
