import type { KnownContacts } from '../../contacts/known-contacts.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import { emptyHistory } from '../../job/history.ts';
import type { JobRecord } from '../../job/job.ts';
import { whatNextOfKinds } from '../../plan/kinds-left.ts';
import { overdueBy } from '../../plan/overdue.ts';
import { type WhatNext, whatNext } from '../../plan/what-next.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { shownAddress } from '../../report/mask.ts';
import { formatCount, formatJobs } from '../../report/plan/words.ts';
import { formatBlock } from '../../report/reason-text.ts';
import { approvalLines, approvalsToJson } from '../../report/run/approval-text.ts';
import { formatEditedInFlight } from '../../report/run/edits-text.ts';
import { nextToText } from '../../report/run/next-text.ts';
import { processesToJson, processesToText } from '../../report/run/processes-text.ts';
import { removedStepsText } from '../../report/run/removed-steps-text.ts';
import { summaryTable } from '../../report/run/summary-text.ts';
import { stepNames } from '../../report/step-name.ts';
import type { Summary } from '../../run/event.ts';
import { type EffectiveHistory, effectiveHistory, heldInFlight, resumed } from '../../run/resume/effective-history.ts';
import { foreseeOpenRun } from '../../run/resume/open-run.ts';
import { readHistory } from '../../run/resume/read-history.ts';
import {
  hasBegun,
  inFlightAsPending,
  isUnderWay,
  type JobCounts,
  jobCounts,
  jobsIn,
  type RemovedStep,
  removedSteps,
  type StepSummary,
  summarise,
  summariseCounted,
} from '../../run/summary.ts';
import { listJobs, type RunProcesses } from '../../state/backend.ts';
import type { Approval } from '../../state/signed/approval.ts';
import { formatInstant } from '../../time/local-time.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { tellNewRun } from '../messages/new-run.ts';
import { tellOtherFiles } from '../messages/other-files.ts';
import { type RunState, runStateOf } from '../messages/run-state.ts';
import { statusHead, statusHeadAtOnce } from '../messages/status-head.ts';
import { countedIn, type OpenedCampaign, openCampaign, openCounted, placeOf } from '../open/open-campaign.ts';
import { sandboxStart } from '../open/sandbox-start.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { createLiveStatus } from '../output/live-status.ts';

export interface StatusOptions extends CampaignOptions {
  readonly format: 'text' | 'json';
  readonly follow: boolean;
  readonly showNumbers: boolean;
}

/** How often `--follow` looks. */
const lookMs = 1_000;
const doubtsShown = 20;
/** Jobs to go of which the next is known in an instant. */
const foreseenAtOnce = 50_000;

/** callsheet status FILE: counts by step and outcome, what is next, and what is in doubt. */
export async function status(options: StatusOptions, host: Host): Promise<ExitCode> {
  const isLive = options.follow && options.format === 'text' && host.console.outIsTerminal;
  const head = options.format === 'text' && !isLive ? await statusHeadAtOnce(options, host) : undefined;
  if (head !== undefined) host.console.out(completeCommands(head, options));
  const first = (await openCounted(options, host)) ?? (await openCampaign(options, host));
  if (typeof first === 'number') return first;
  let opened = first;
  /** With its lists, and every row verified. */
  const openWhole = async (): Promise<OpenedCampaign | ExitCode> => {
    if (opened.isCounted === undefined) return opened;
    const whole = await openCampaign(options, host);
    if (typeof whole === 'number') return whole;
    await opened.close();
    opened = whole;
    return whole;
  };
  try {
    const isNewShown = opened.isCounted === undefined && (await tellNewRun(opened, options, host));
    if (opened.reader === undefined && options.format === 'text' && !isNewShown)
      await tellElsewhere(options, placeOf(opened, options), host);
    if (options.format === 'text') await tellOtherFiles(opened, host);
    const live = isLive ? createLiveStatus(host, opened.campaign.timezone) : undefined;
    let text = '';
    // What is drawn again is collected first.
    const out = live === undefined ? host.console.out : (more: string): void => void (text += more);
    const printer: Host = { ...host, console: { ...host.console, out } };
    let last = '';
    let isShown = false;
    for (;;) {
      // First, so that what ends in between is shown the next time.
      const held = opened.reader !== undefined && (await isUnderWay(opened.reader));
      const look = (await peekAtCounts(opened)) ?? (await peekAtAll(await openWhole()));
      if (typeof look === 'number') return look;
      const counted = JSON.stringify({ ...look, processes: namesOf(look.processes) });
      const changed = counted !== last;
      if (changed || !isShown) {
        // While a large run is being sent, the answer would be old before it is known.
        text = '';
        isShown = !changed || last === '' || look.summary.pending <= foreseenAtOnce;
        const foreseen = async (): Promise<Outlook | ExitCode> => {
          const known = await foreseeByKinds(look, opened, options, host, held);
          if (known !== undefined) return known;
          const whole = await openWhole();
          return typeof whole === 'number' ? whole : foresee(look, whole, options, host, held);
        };
        const printing = { opened, options, host: printer, headShown: last === '' ? head : undefined };
        const failed = await print(look, isShown ? foreseen : undefined, printing);
        if (failed !== undefined) return failed;
      }
      last = counted;
      live?.show(text, look.state === 'running' ? look.summary : undefined);
      // A paused process is there, and may go on.
      if (!options.follow || !held) return exitCode.done;
      await host.clock.sleepUntil(host.clock.now() + lookMs);
    }
  } finally {
    await opened.close();
  }
}

/** What the state file says at one moment. */
interface Peek {
  readonly state: RunState;
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
  /** A process carries it out. */
  readonly isHeld: boolean;
  readonly counts: JobCounts;
  readonly removed: readonly RemovedStep[];
  readonly inDoubt: readonly JobRecord[];
  readonly sending: readonly JobRecord[];
  readonly approvals: readonly Approval[];
  /** Undefined with a state file. */
  readonly processes: RunProcesses | undefined;
  /** Jobs were tried, or were to be, and are pending. */
  readonly hasTried: boolean;
}

/** What does not change while they live. */
function namesOf(processes: RunProcesses | undefined): readonly unknown[] {
  if (processes === undefined) return [];
  const { leader, workers } = processes;
  return [
    leader?.pid,
    leader?.host,
    leader?.leavesSending,
    ...workers.map(({ pid, host, slots }) => [pid, host, slots]),
  ];
}

/** By the counts alone; undefined where the rows of jobs are needed. */
async function peekAtCounts(opened: OpenedCampaign): Promise<Peek | undefined> {
  const { campaign, reader, isCounted } = opened;
  const counted = isCounted && (await countedIn(opened));
  if (counted === undefined) return undefined;
  const counts = await jobCounts(reader);
  const inDoubt = await jobsIn(reader, counts, 'inDoubt');
  return { ...(await peekAround(opened, counts)), ...summariseCounted(campaign, counted.jobs, counts), inDoubt };
}

async function peekAtAll(opened: OpenedCampaign | ExitCode): Promise<Peek | ExitCode> {
  if (typeof opened === 'number') return opened;
  const { reader } = opened;
  const counts = await jobCounts(reader);
  const inDoubt = await jobsIn(reader, counts, 'inDoubt');
  return { ...(await peekAround(opened, counts)), ...(await summarise(opened, reader, counts)), inDoubt };
}

async function peekAround({ campaign, reader }: OpenedCampaign, counts: JobCounts) {
  return {
    state: await runStateOf(reader),
    isHeld: reader !== undefined && (await isUnderWay(reader)),
    counts,
    removed: removedSteps(campaign, counts),
    sending: await jobsIn(reader, counts, 'sending'),
    approvals: (await reader?.approvals()) ?? [],
    processes: await reader?.processes?.(),
    hasTried: [...counts.values()].some(({ pending }) => pending !== undefined),
  };
}

/** What is next, and by which clock. */
interface Outlook extends WhatNext {
  readonly now: Instant;
  /** Nothing was done of a campaign whose `starts` has passed: a real run asks for `--late`. */
  readonly overdue: boolean;
  /** What an edit leaves in doubt when the run goes on. */
  readonly edited: readonly JobAddress[];
  /** Jobs that a person sends again beside the running process, which does not know of them if it began before. */
  readonly sentAgain: number;
}

/** Without lists, where the last process recorded what it left, or leaves. A sandbox has a clock of its own. */
async function foreseeByKinds(
  look: Peek,
  opened: OpenedCampaign,
  { sandbox }: StatusOptions,
  { clock }: Host,
  held: boolean,
): Promise<Outlook | undefined> {
  const { campaign, reader, isCounted } = opened;
  const counted = isCounted && (await countedIn(opened));
  if (counted === undefined || reader === undefined || sandbox === true) return undefined;
  const now = clock.now();
  const known = { now, overdue: false, edited: [], sentAgain: 0 };
  const { left } = counted;
  const isOver = !held && look.sending.length === 0 && !(look.hasTried && left?.withTried !== true);
  const isAllDone = isDoneForGood(look.summary);
  if (isOver && isAllDone) return { ...known, ...nothingNext };
  const counts = await jobCounts(reader);
  const next =
    (isOver && left && whatNextOfKinds({ campaign, ...counted, ...left, counts, now })) ||
    (await foreseeOpenRun({ loaded: opened, reader, isHeld: held && look.state === 'running', now }));
  return next && { ...known, ...(isAllDone ? nothingNext : next) };
}

const nothingNext: WhatNext = { after: [], blocked: [] };

/** The next run judges jobs again that were skipped or expired: a decision or a corrected list may have made room for them. */
function isDoneForGood({ pending, skipped, expired }: Summary): boolean {
  return pending + skipped + expired === 0;
}

async function foresee(
  look: Peek,
  opened: OpenedCampaign,
  options: StatusOptions,
  host: Host,
  held: boolean,
): Promise<Outlook> {
  const { state, summary } = look;
  const { campaign, rosters } = opened;
  const isSandbox = options.sandbox === true;
  const now = isSandbox
    ? await sandboxStart({ campaign, reader: opened.shared, now: host.clock.now() })
    : host.clock.now();
  const hasReached = summary.accepted + summary.rejected + summary.inDoubt > 0;
  const begun = hasReached || (opened.shared !== undefined && (await hasBegun(campaign, opened.shared)));
  const overdue = !isSandbox && overdueBy({ campaign, now, begun }) !== undefined;
  const again = held && state === 'running' && look.hasTried ? await sentAgainIn(opened) : [];
  const { history, edited } = await pastOf(opened, host, held ? state : undefined, again);
  const sentAgain = again.length;
  if (isDoneForGood(summary)) return { now, overdue: false, edited, sentAgain, ...nothingNext };
  return {
    now,
    overdue,
    edited,
    sentAgain,
    ...whatNext({ campaign, rosters, history, contacts: knownContacts(opened), now }),
  };
}

/** Pending by the decision of a person. */
async function sentAgainIn({ shared }: OpenedCampaign): Promise<readonly JobRecord[]> {
  const pending = shared === undefined ? [] : await listJobs(shared, { state: 'pending' });
  return pending.filter(({ decisions }) => decisions?.at(-1)?.state === 'pending');
}

function knownContacts({ contacts, run }: OpenedCampaign): KnownContacts | undefined {
  return contacts && { run, factsOf: contacts.factsOf, planned: new Map(), keepsPlanned: true };
}

/** What is recorded, as the process that carries out the run takes it, or the next one. */
async function pastOf(
  opened: OpenedCampaign,
  { files }: Host,
  held: RunState | undefined,
  sentAgain: readonly JobRecord[],
): Promise<EffectiveHistory> {
  const { campaign, reader, shared, run } = opened;
  if (shared === undefined) return { history: emptyHistory, edited: [] };
  // Where nothing depends on when jobs were started, a large state is read in a fraction of the time.
  const needsTimes = campaign.limits.perRecipient !== undefined || campaign.steps.some(({ delayMs }) => delayMs > 0);
  const detail = needsTimes ? 'times' : 'states';
  if (reader !== undefined && held === undefined)
    return effectiveHistory({ loaded: opened, reader, run, files }, detail);
  const history = await readHistory(campaign, shared, detail);
  return {
    history: held === 'running' ? heldInFlight(history, sentAgain) : resumed(campaign, history, new Set()),
    edited: [],
  };
}

interface Printing {
  /** The line that has been printed already. */
  readonly headShown: string | undefined;
  readonly opened: OpenedCampaign;
  readonly options: StatusOptions;
  readonly host: Host;
}

/** Text: the sums at once, then what takes longer to know. JSON is one line. */
async function print(
  look: Peek,
  foreseen: (() => Promise<Outlook | ExitCode>) | undefined,
  printing: Printing,
): Promise<ExitCode | undefined> {
  const { options, host } = printing;
  // What is next says whether a run that has ended is over.
  const isNextFirst = options.format === 'json' || (look.state === 'finished' && !isDoneForGood(look.summary));
  const first = isNextFirst ? await foreseen?.() : undefined;
  if (typeof first === 'number') return first;
  const seen = look.state === 'finished' && first?.next !== undefined ? { ...look, state: 'stopped' as const } : look;
  if (options.format === 'json') {
    host.console.out(`${JSON.stringify(toJson(seen, first, printing.opened))}\n`);
    return undefined;
  }
  host.console.out(completeCommands(sumsText(seen, printing), options));
  const outlook = first ?? (await foreseen?.());
  if (typeof outlook === 'number') return outlook;
  const next = outlook === undefined ? [] : nextText(seen, outlook, printing);
  const edited = formatEditedInFlight(outlook?.edited ?? [], options.showNumbers);
  const { processes } = look;
  const senders = processes === undefined ? [] : processesToText(processes, printing.opened.campaign.timezone);
  const rest = [...senders, ...next, ...doubtsText(look, options), ...edited];
  if (rest.length > 0) host.console.out(`\n${completeCommands(rest.join('\n'), options)}\n`);
  return undefined;
}

function toJson(look: Peek, outlook: Outlook | undefined, { campaign, run }: OpenedCampaign): unknown {
  const { state, summary, steps, inDoubt, sending, approvals, processes } = look;
  const approved = approvalsToJson(approvals, campaign.timezone);
  const shape = {
    campaign: campaign.id,
    run,
    state,
    summary,
    steps,
    inDoubt: [...inDoubt, ...sending].map(formatAddress),
    ...(approved.length === 0 ? {} : { approvals: approved }),
    ...(processes && processesToJson(processes, campaign.timezone)),
  };
  if (outlook === undefined) return shape;
  const { next, after, blocked, edited } = outlook;
  const at = next === undefined ? '' : formatInstant(next.at, campaign.timezone);
  const doubts = edited.length === 0 ? {} : { editedInDoubt: edited };
  const kept = blocked.map(({ step, by }) => ({ step, reason: formatBlock(by) }));
  return { ...shape, next: next === undefined ? null : { ...next, at }, after, blocked: kept, ...doubts };
}

function sumsText(look: Peek, { opened, headShown }: Printing): string {
  const { campaign, run } = opened;
  const { state, isHeld, counts } = look;
  const { steps, summary, inFlight } = isHeld ? inFlightAsPending(look, campaign, counts) : { ...look, inFlight: 0 };
  const head = statusHead({ campaign: campaign.id, run, state, inFlight });
  const approved = approvalLines(look.approvals, campaign.timezone);
  const more = [...removedStepsText(look.removed), ...approved].map((line) => `${line}\n`);
  return `${head === headShown ? '' : head}\n${summaryTable(steps, summary)}\n${more.join('')}`;
}

function nextText({ state }: Peek, outlook: Outlook, { opened, options }: Printing): readonly string[] {
  const command = formatCommand(options);
  const first =
    state === 'paused' || state === 'cancelled'
      ? command('resume')
      : command('run', outlook.overdue ? '--late' : undefined);
  const { timezone, steps } = opened.campaign;
  const stepName = stepNames(steps);
  const { sentAgain } = outlook;
  const again =
    sentAgain === 0
      ? []
      : [
          `To be sent again, as a person decided: ${formatJobs(sentAgain)}; by this process if it began after that, else by the next run.`,
        ];
  return [
    ...nextToText(outlook, { now: outlook.now, timezone, running: state === 'running', first, stepName }),
    ...again,
  ];
}

function doubtsText({ isHeld, inDoubt, sending }: Peek, options: StatusOptions): readonly string[] {
  const name = (job: JobRecord): string => shownAddress(job, options.showNumbers);
  const named = (jobs: readonly JobRecord[]): string => {
    const more = jobs.length > doubtsShown ? `, and ${formatCount(jobs.length - doubtsShown)} more` : '';
    return `${jobs.slice(0, doubtsShown).map(name).join(', ')}${more}`;
  };
  const command = formatCommand(options);
  const died = isHeld ? [] : sending;
  return [
    ...(inDoubt.length > 0 ? [`In doubt: ${named(inDoubt)}.`, `Decide with \`${command('reconcile')}\`.`] : []),
    ...(died.length > 0
      ? [
          `Unanswered when the process died: ${named(died)}.`,
          `\`${command('run')}\` retries those that are idempotent; the rest are for you to decide.`,
        ]
      : []),
  ];
}
