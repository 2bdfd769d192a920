import type { Approval } from '../../ledger/signed/approval.ts';
import { stateTrouble } from '../../ledger/state-trouble.ts';
import type { Host } from '../../platform/ports.ts';
import { findRun } from '../../project/find-run.ts';
import { openProject } from '../../project/project.ts';
import { formatJobs } from '../../report/plan/words.ts';
import { runStateWords } from '../../report/run/run-state-text.ts';
import { isUnderWay, type RunState, seeRecorded } from '../../run/run-state.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type CommandContext, completeCommands } from './format-command.ts';

/** `spring-renewal, run 2026-11-23: under way, 3 jobs in flight`. */
export function statusHead(given: {
  readonly campaign: string;
  readonly run: string;
  readonly state: RunState;
  /** Jobs that wait for an answer in a living process. */
  readonly inFlight: number;
  /** The same command would halt until somebody has done something: the budget is used up, or a wave has broken `haltIf`. */
  readonly haltsAgain?: boolean;
}): string {
  const { campaign, run, state, inFlight, haltsAgain = false } = given;
  const words = state === 'stopped' && haltsAgain ? 'stopped with work left' : runStateWords[state];
  return `${campaign}, run ${run}: ${words}${inFlight === 0 ? '' : `, ${formatJobs(inFlight)} in flight`}\n`;
}

/** Where a plan was approved, `run` is named so that it keeps to it. */
export function asApproved<T extends CommandContext>(options: T, approvals: readonly Approval[]): T {
  return approvals.length === 0 ? options : { ...options, requireApproval: true };
}

/**
 * The same, with its commands complete, before audiences are read and the state is verified, which takes seconds for a million jobs.
 * Undefined where it may change until then, by the process that sends or by what is left, and where there is something wrong, which is
 * explained later.
 */
export async function statusHeadAtOnce(options: CampaignOptions, host: Host): Promise<string | undefined> {
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  if (found === undefined || found.understood === undefined) return undefined;
  const { campaign, run, backend } = found;
  const opened = await backend.openForReading({ about: { campaign, run, service: '' }, verify: 'none' });
  if (opened !== undefined && 'refused' in opened) return undefined;
  const reader = opened?.reader;
  try {
    const { state, ended } = await seeRecorded(reader);
    // What is left says whether a run that was stopped, or whose process died, is over.
    const isSteady =
      ended === undefined && state !== 'stopped' && !(reader !== undefined && (await isUnderWay(reader)));
    if (!isSteady) return undefined;
    const approvals = (await reader?.approvals()) ?? [];
    return completeCommands(statusHead({ campaign, run, state, inFlight: 0 }), asApproved(options, approvals));
  } catch (error) {
    if (stateTrouble(error) === undefined) throw error;
    return undefined;
  } finally {
    await reader?.close();
  }
}
