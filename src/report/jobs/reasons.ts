import type { Step } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { isOfForgotten, type JobId, jobId } from '../../job/address.ts';
import type { JobRecord, JobResult, JobState } from '../../job/job.ts';
import { type DropWord, isNotNeeded, readDrop } from '../../schedule/reasons.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import type { Disposition } from '../../service/operations/definition/status.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import { shownKey } from '../mask.ts';
import { formatJobs, stepNames } from '../plan/words.ts';
import { codeAndReason } from '../reason-text.ts';

/** Jobs of one step with the same outcome for the same reason. */
export interface Cause extends Omit<JobResult, 'outputs'> {
  readonly step: string;
  readonly count: number;
  /** The first few. */
  readonly examples: readonly JobId[];
  /** At least one of them is still in the list of its step. */
  readonly isThere: boolean;
}

const examplesKept = 3;
/** A service may word every refusal differently; beyond this many, reasons are left out to bound memory. */
const reasonsKept = 500;

export function createReasonTally() {
  const causes = new Map<string, { -readonly [Key in keyof Cause]: Cause[Key] } & { readonly examples: JobId[] }>();

  const find = (job: JobRecord) => {
    const reason = job.reason === undefined ? whyNone(job) : withoutKey(job.reason, job.key);
    const whole = [job.step, job.state, job.code ?? '', reason ?? ''].join('\u0000');
    const known = causes.get(whole);
    if (known !== undefined) return known;
    const keeps = causes.size < reasonsKept || isNotMeant(job);
    const id = keeps ? whole : [job.step, job.state, job.code ?? ''].join('\u0000');
    const made = causes.get(id) ?? {
      step: job.step,
      state: job.state,
      code: job.code,
      reason: keeps ? reason : 'various reasons, too many to list',
      count: 0,
      examples: [],
      isThere: false,
    };
    causes.set(id, made);
    return made;
  };

  return {
    note(job: JobRecord, isThere: boolean): Cause {
      const found = find(job);
      found.count++;
      found.isThere ||= isThere;
      if (found.examples.length < examplesKept) found.examples.push(jobId(job.step, job.key));
      return found;
    },
    /** The most frequent first. */
    causes: (): readonly Cause[] => [...causes.values()].sort((a, b) => b.count - a.count),
  };
}

/** The campaign itself leaves the job out: nothing is wrong. */
export function isNotMeant({ state, reason = '' }: Pick<JobResult, 'state' | 'reason'>): boolean {
  const drop = state === 'skipped' ? readDrop(reason) : undefined;
  return drop !== undefined && isNotNeeded(drop);
}

/** Reasons that differ only in the recipient's number count as one. */
function withoutKey(reason: string, key: string | undefined): string {
  return key === undefined || !reason.includes(key) ? reason : reason.replaceAll(key, '…');
}

function whyNone({ key = '' }: JobRecord): string | undefined {
  return isOfForgotten(key) ? 'the person was forgotten (`callsheet forget`), and no reason is kept' : undefined;
}

/** `callsheet <command> FILE …`, as the user types it for this run. */
export type FormatCommand = (command: string, more?: string) => string;

/** What to do about jobs that were not accepted. Commands are in parentheses: pages that have buttons for it leave them out. */
export function whatToDo(cause: Cause, uses: OperationId, command: FormatCommand): string {
  const { state, code = '', reason = '' } = cause;
  switch (state) {
    case 'rejected':
      return rejectedAdvice(cause, uses, command);
    case 'sending':
      return `The next run sends it again if that is safe, and else lists it for a decision (\`${command('run')}\`).`;
    case 'inDoubt':
      return `It may have arrived and will not be resent automatically. Check with the service, then decide (\`${command('reconcile')}\`).`;
    case 'skipped':
    case 'expired':
      return dropAdvice(reason);
    case 'cancelled':
      return 'Nothing: a person gave it up. It may have arrived, and is not sent again.';
    case 'pending':
      return readDrop(reason) === undefined
        ? pendingAdvice(uses, code, command)
        : `The next run judges it again, and sends it (\`${command('run')}\`).`;
    case 'accepted':
      return '';
    default:
      return state satisfies never;
  }
}

function rejectedAdvice(cause: Cause, uses: OperationId, command: FormatCommand): string {
  const { code = '', isThere } = cause;
  if (!isThere) return 'Nothing: they are no longer in the list of this step.';
  if (operations[uses].effect === 'query') return `Fix the query; the next run sends it again (\`${command('run')}\`).`;
  const explained =
    statusOf(uses, code) === undefined ? '' : ` (\`callsheet explain ${uses} ${code}\` says which rules cause it)`;
  return `Fix the cause${explained}, then let the next run try again (\`${command('reconcile', resendOption(cause))}\`).`;
}

/** What `reconcile` needs to send these rejected jobs again. */
export function resendOption({ step, code = '', examples }: Cause): string {
  const isSelectable = /^-?\d+$/.test(code) && examples.some(({ key }) => key !== undefined);
  return `--resend ${isSelectable ? `${step} --where job.code=${code}` : 'ADDRESS'}`;
}

function pendingAdvice(uses: OperationId, code: string, command: FormatCommand): string {
  const then = `then start the run again (\`${command('run')}\`).`;
  const again = `It is tried again while a run goes on; one that has stopped must be started again (\`${command('run')}\`).`;
  const words: Readonly<Record<Disposition, string>> = {
    accept: '',
    reject: '',
    retry: again,
    wait: again,
    resync: `Set this machine’s clock; ${then}`,
    step: `No job of this step can succeed until this is fixed; ${then}`,
    halt: `No job can succeed until this is fixed; ${then}`,
  };
  return words[statusOf(uses, code)?.disposition ?? 'wait'];
}

const dropWords: Readonly<Record<DropWord, string>> = {
  noTimezone: 'Add their time zone to the audience’s file; the next run checks again.',
  unknownTimezone: 'Write an IANA zone, such as `Africa/Lagos`; the next run checks again.',
  missing: 'Fill the column, or give the text a `default`; the next run checks again.',
  badValue: 'Correct the value (`callsheet check` says what the template needs); the next run checks again.',
  noOutput:
    'See that step: it was not accepted for them, or its answer was lost; then add what it gave (`callsheet reconcile --accept … --output …`).',
  instead: 'Nothing: that step has reached them, or may have.',
  onFailure: 'Nothing: that step has reached them, or may have.',
  depends: 'Nothing: it is sent if that step’s result asks for it.',
  onlyIf: 'Nothing: the step is for other recipients.',
  undecided: 'Decide about that step’s jobs (`callsheet reconcile`); the next run checks again.',
  noSession: 'WhatsApp accepts messages only to people who wrote within 24 hours: use another step for them.',
  badLastInbound: 'Correct the time in the audience’s file; the next run checks again.',
  futureLastInbound: 'Correct the time in the audience’s file (its year, offset or unit); the next run checks again.',
  sessionClosed: 'Start sooner after their last message, or use another step for them.',
  ends: 'Use a higher rate, wider hours or a later `ends`; the next run checks again.',
  until: 'Use a higher rate, wider hours or a later `until`; the next run checks again.',
  expires: 'Nothing: people who still want a code will request a new one.',
  noOpening: 'Fix the step’s `window`: it never opens.',
  notNeeded: 'Nothing: the step was not needed.',
  capped:
    'Nothing: the next run checks again. A later `ends`, a cap that allows more, or the end of a run with a greater priority would reach them.',
  suppressed: 'Nothing, unless the suppression is wrong: then end it (`callsheet suppress NUMBER --remove`).',
  noConsent: 'Record their consent, if they gave it; the next run checks again.',
  forgotten: 'Nothing: they asked to be forgotten.',
  notInPlan: 'Make and approve a new plan, or run without `--plan`.',
};

function dropAdvice(reason: string): string {
  const drop = readDrop(reason);
  return drop === undefined ? 'Fix the cause; the next run checks again.' : dropWords[drop.word];
}

interface Shown {
  readonly steps: readonly Step[];
  readonly showNumbers: boolean;
  readonly command: FormatCommand;
}

/** Whom a step did not reach for which reason, the most first, with what would change it. */
export function reasonsToText(causes: readonly Cause[], shown: Shown): string {
  return causes
    .map((cause) =>
      group(cause, shown)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

function group(cause: Cause, { steps, showNumbers, command }: Shown): readonly string[] {
  const { count, examples, code, state } = cause;
  const step = steps.find(({ id }) => id === cause.step);
  const keys = examples.flatMap(({ key }) => (key === undefined ? [] : [shownKey(key, showNumbers)]));
  const more = count - keys.length;
  const known =
    step === undefined || code === undefined || state === 'accepted' ? undefined : statusOf(step.uses, code)?.advice;
  const advice = step === undefined ? '' : whatToDo(cause, step.uses, command);
  return [
    `${formatJobs(count)}: ${causeWords(cause, stepNames(steps)(cause.step), showNumbers)}`,
    ...(keys.length === 0 ? [] : [`  ${keys.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`]),
    ...(known === undefined ? [] : [`  Usual cause: ${known.cause}.`, `  What to do: ${known.remedy}.`]),
    ...(advice === '' ? [] : [`  ${advice}`]),
  ];
}

/** `hello rejected: -69 rate does not exist` */
export function causeWords(cause: Cause, step: string, showNumbers: boolean): string {
  const why = codeAndReason(cause, showNumbers);
  return `${step} ${stateWords[cause.state] ?? cause.state}${why === '' ? '' : `: ${why}`}`;
}

const stateWords: Readonly<Partial<Record<JobState, string>>> = {
  pending: 'pending, and left out before',
  inDoubt: 'in doubt',
  cancelled: 'given up',
  sending: 'in doubt: its process died before the response arrived',
};
