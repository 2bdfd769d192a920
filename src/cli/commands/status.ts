import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { type Host, type Instant, withConsole } from '../../platform/ports.ts';
import { someAddresses } from '../../report/mask.ts';
import { formatJobs, stepNames } from '../../report/plan/words.ts';
import { formatBlock } from '../../report/reason-text.ts';
import { wordsText } from '../../report/render/text-words.ts';
import { formatEditedInFlight, renameText } from '../../report/run/changes-text.ts';
import { formatUnpaid, nextToText, waveLines } from '../../report/run/next-text.ts';
import {
  formatRecordedEnd,
  nobodyContacted,
  processesToJson,
  processesToText,
  rejectedText,
  removedStepsText,
  runStateWords,
  summaryText,
} from '../../report/run/run-state-text.ts';
import { approvalLines, decisionLines, signedToJson } from '../../report/run/signed-text.ts';
import { asTaken } from '../../run/resume/work-left.ts';
import { isUnderWay, reachedNobody, withPlan } from '../../run/run-state.ts';
import {
  inFlightAsPending,
  jobCounts,
  jobsIn,
  type RunSummary,
  readWavesSoFar,
  summarise,
  underPresentName,
} from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { asApproved, completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellDespiteErrors, tellNewRun, tellOtherFiles } from '../messages/held-run.ts';
import { tellElsewhere, tellRefused } from '../messages/missing-run.ts';
import { staleApproval } from '../open/approved-plan.ts';
import { type OpenedCampaign, openCampaign } from '../open/open-campaign.ts';
import { staleList, stateError } from '../open/refuse.ts';
import { createLiveStatus } from '../output/live-lines.ts';
import { fitTerminal } from '../output/print-document.ts';
import { foresee, namesOf, type Outlook, type Peek, peek } from '../plan/outlook.ts';
import type { Given } from '../program.ts';

/** How often `--follow` looks; less often where a look takes long, so that it takes a fifth of a processor at most. */
const lookMs = 1_000;
const pauseForEachMs = 4;
/** Pending jobs of which the next is known in an instant. */
const foreseenAtOnce = 50_000;

/** callsheet status FILE: counts by step and outcome, what is next, and what is in doubt. */
export async function status(options: Given<'status'>, host: Host): Promise<ExitCode> {
  const isLive = options.follow && options.format === 'text' && host.console.outIsTerminal;
  const opened = await openCampaign(options, host, { verify: 'counts' });
  if (typeof opened === 'number') {
    if (opened === exitCode.findings && options.format === 'text') await tellDespiteErrors(options, host);
    return opened;
  }
  try {
    const isNewShown = await tellNewRun(opened);
    const isHeld = opened.reader !== undefined && (await isUnderWay(opened.reader));
    const tell = opened.reader === undefined ? tellElsewhere : tellRefused;
    if (!isHeld && options.format === 'text' && !isNewShown) await tell(opened);
    if (options.format === 'text') await tellOtherFiles(opened);
    const live = isLive ? createLiveStatus(host, opened.campaign.timezone) : undefined;
    let text = '';
    // What is drawn again is collected first.
    const out = live === undefined ? host.console.out : (more: string): void => void (text += more);
    const printer = withConsole(host, { out });
    let last = '';
    let isShown = false;
    let known: { readonly outlook: Outlook; readonly at: Instant } | undefined;
    for (;;) {
      const beganAt = host.clock.now();
      // First, so that what ends in between is shown the next time.
      const held = opened.reader !== undefined && (await isUnderWay(opened.reader));
      const look = await peek(opened);
      const counted = JSON.stringify({ ...look, processes: namesOf(look.processes) });
      const changed = counted !== last;
      if (changed || !isShown) {
        // While a large run is being sent, the answer would be old before it is known.
        text = '';
        isShown = !changed || last === '' || look.summary.pending <= foreseenAtOnce;
        const foreseen = async () => {
          known = { outlook: await foresee(look, opened, held), at: host.clock.now() };
          return known.outlook;
        };
        await print(look, isShown ? foreseen : undefined, { ...opened, host: printer });
      } else if (live !== undefined && known !== undefined) {
        // The same, a moment later.
        const { outlook, at } = known;
        text = '';
        const later = async () => ({ ...outlook, now: outlook.now + host.clock.now() - at });
        await print(look, later, { ...opened, host: printer });
      }
      last = counted;
      live?.show(text, look.state === 'running' ? sumsOf(look, opened.campaign).steps : []);
      // A paused process is there, and may go on.
      if (!options.follow || !held || host.console.outIsLeft()) return exitCode.done;
      const now = host.clock.now();
      await host.clock.sleepUntil(now + Math.max(lookMs, pauseForEachMs * (now - beganAt)));
    }
  } catch (error) {
    return stateError(error, opened.backend.location, host);
  } finally {
    await opened.close();
  }
}

const doubtsShown = 20;

type Opened = OpenedCampaign<Given<'status'>>;

/** Text: the sums at once, then what takes longer to know. JSON is one line. */
async function print(look: Peek, foreseen: (() => Promise<Outlook>) | undefined, given: Opened): Promise<void> {
  const options = asApproved(given.options, look.approvals);
  const opened = { ...given, options };
  const { host, campaign, paths, run } = opened;
  // What is next says whether a run that has ended is over, and who waits for the next process.
  const isNextFirst = options.format === 'json' || look.state === 'stopped' || look.state === 'finished';
  const first = isNextFirst ? await foreseen?.() : undefined;
  const seen = await seenWith(look, first, opened);
  if (options.format === 'json') {
    host.console.out(`${JSON.stringify(toJson(seen, first, opened))}\n`);
    return;
  }
  const fit = (text: string): string => fitTerminal(completeCommands(text, options), host.console);
  host.console.out(fit(sumsText(seen, first, opened)));
  const outlook = first ?? (await foreseen?.());
  const next = outlook === undefined ? [] : nextText(seen, outlook, opened);
  const edited = [
    ...formatEditedInFlight(outlook?.edited, options.showNumbers),
    ...(outlook?.renames ?? []).map(renameText),
  ];
  const { processes } = look;
  const senders = processes === undefined ? [] : processesToText(processes, campaign.timezone);
  const hasMore = outlook?.next !== undefined && look.approvals.length > 0;
  const stale = hasMore ? await staleApproval(paths.approved, opened, run) : undefined;
  const refused = [...staleText(outlook), ...(stale === undefined ? [] : [stale])];
  const rest = [...senders, ...next, ...refused, ...failuresText(seen, options), ...edited];
  if (rest.length > 0) host.console.out(`\n${fit(rest.join('\n'))}\n`);
}

async function seenWith(look: Peek, outlook: Outlook | undefined, opened: OpenedCampaign): Promise<Peek> {
  const { reader, campaign } = opened;
  const present = (jobs: readonly JobRecord[]): readonly JobRecord[] => jobs.map(underPresentName(campaign));
  const [inDoubt, sending] = [present(look.inDoubt), present(look.sending)];
  const seen = { ...look, ...withPlan(look, outlook?.isLeft), inDoubt, sending };
  if (reader === undefined || outlook === undefined || outlook.taken.size === 0) return seen;
  const taken = asTaken(reader, outlook, campaign);
  const counts = await jobCounts(taken);
  const named = new Set([...look.inDoubt, ...look.sending].map(formatAddress));
  const more = (await jobsIn(taken, counts, 'inDoubt')).filter((job) => !named.has(formatAddress(job)));
  const waves = await readWavesSoFar(campaign, taken, look.isHeld);
  return { ...seen, ...(await summarise(opened, taken, counts)), waves, sending: [...sending, ...present(more)] };
}

function toJson(look: Peek, outlook: Outlook | undefined, { campaign, run }: OpenedCampaign): unknown {
  const { state, ended, isHeld, inDoubt, sending, waves, approvals, lastAction, processes } = look;
  const { summary, steps } = sumsOf(look, campaign);
  const approved = signedToJson(approvals, campaign.timezone);
  const shape = {
    campaign: campaign.id,
    run,
    state,
    ...(ended && { ended: { ...ended, at: formatInstant(ended.at, campaign.timezone) } }),
    summary,
    steps,
    inDoubt: [...inDoubt, ...(isHeld ? [] : sending)].map(formatAddress),
    ...(waves.length === 0
      ? {}
      : { waves: waves.map((wave) => ({ ...wave, at: formatInstant(wave.at, campaign.timezone) })) }),
    ...(approved.length === 0 ? {} : { approvals: approved }),
    ...(lastAction.length === 0 ? {} : { lastAction: signedToJson(lastAction, campaign.timezone)[0] }),
    ...(processes && processesToJson(processes, campaign.timezone)),
  };
  if (outlook === undefined) return shape;
  const { next, unpaid, after, blocked, promotions, edited, renames } = outlook;
  const at = next === undefined ? '' : formatInstant(next.at, campaign.timezone);
  const edits = {
    ...(edited.length === 0 ? {} : { editedInDoubt: edited }),
    ...(renames.length === 0 ? {} : { renames }),
  };
  const waits = promotions.map(({ wave, ...rest }) => ({ ...rest, wave: wave + 1 }));
  const kept = [
    ...(unpaid === undefined ? [] : [{ step: unpaid.step, reason: formatUnpaid(unpaid) }]),
    ...blocked.map(({ step, by }) => ({ step, reason: formatBlock(by) })),
  ];
  return {
    ...shape,
    next: next === undefined ? null : { ...next, at },
    after,
    blocked: kept,
    ...(waits.length === 0 ? {} : { promotions: waits }),
    ...edits,
  };
}

/** Beside its process what is in flight is pending. */
function sumsOf(look: Peek, campaign: Campaign): RunSummary & { readonly inFlight: number } {
  return look.isHeld ? inFlightAsPending(look, campaign, look.counts) : { ...look, inFlight: 0 };
}

function sumsText(look: Peek, outlook: Outlook | undefined, { campaign, run, options, host }: Opened): string {
  const { state } = look;
  const { steps, summary, inFlight } = sumsOf(look, campaign);
  // The same command would halt until somebody has done something: the budget is used up, or a wave has broken `haltIf`.
  const haltsAgain =
    outlook !== undefined && (outlook.unpaid !== undefined || outlook.promotions.some(({ isBroken }) => isBroken));
  const isHalting = state === 'stopped' && haltsAgain;
  const words = isHalting ? 'stopped with work left' : runStateWords[state];
  const head = `${campaign.id}, run ${run}: ${words}${inFlight === 0 ? '' : `, ${formatJobs(inFlight)} in flight`}\n`;
  const ended = formatRecordedEnd(look, campaign.timezone);
  const why = ended === undefined ? '' : `${ended}.\n`;
  const shown = { timezone: campaign.timezone, showNumbers: options.showNumbers };
  const approved = approvalLines(look.approvals, shown);
  const acted = decisionLines(look.lastAction, shown);
  const waves = waveLines(look.waves, campaign.timezone, campaign.steps).map(wordsText);
  const more = [...waves, ...removedStepsText(look.removed), ...approved, ...acted].map((line) => `${line}\n`);
  const nobody = state !== 'new' && reachedNobody(campaign, steps) ? `${nobodyContacted}\n` : '';
  return `${head}${why}${nobody}\n${summaryText(host.console, steps, summary)}\n${more.join('')}`;
}

function nextText({ state, isHeld }: Peek, outlook: Outlook, { campaign, options }: Opened): readonly string[] {
  const command = formatCommand(options);
  const { next, unpaid, promotions, blocked } = outlook;
  if (state === 'new' && next === undefined && unpaid === undefined && promotions.length + blocked.length === 0)
    return [`Nothing would be sent. \`${command('plan')}\` says why.`];
  const isStopped = state === 'paused' || state === 'cancelled';
  const first = [
    ...(isStopped ? [command('resume')] : []),
    // A paused process is there, and goes on; one that was cancelled ends.
    ...(state === 'paused' && isHeld ? [] : [command('run', outlook.overdue ? '--late' : undefined)]),
  ];
  const { timezone, steps } = campaign;
  const stepName = stepNames(steps);
  return nextToText(outlook, { now: outlook.now, timezone, running: state === 'running', first, stepName, command });
}

/** Only where a run has something to send. */
function staleText(outlook: Outlook | undefined): readonly string[] {
  if (outlook?.stale === undefined || outlook.next === undefined) return [];
  return [staleList(outlook.stale, outlook.now), 'Until then a run is refused.'];
}

/** What needs a person. */
function failuresText({ isHeld, inDoubt, sending, summary }: Peek, options: Given<'status'>): readonly string[] {
  const named = (jobs: readonly JobRecord[]): string =>
    someAddresses(jobs.map(formatAddress), options.showNumbers, doubtsShown);
  const command = formatCommand(options);
  const died = isHeld ? [] : sending;
  return [
    ...(inDoubt.length > 0 ? [`In doubt: ${named(inDoubt)}.`, `Decide with \`${command('reconcile')}\`.`] : []),
    ...(died.length > 0
      ? [
          `In doubt since the process ended: ${named(died)}.`,
          `\`${command('run')}\` resends what is safe to resend; you decide about the rest.`,
        ]
      : []),
    ...rejectedText(summary, command('report')),
  ];
}
