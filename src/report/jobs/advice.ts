import { type DropWord, readDrop } from '../../schedule/reasons.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import type { Disposition } from '../../service/operations/definition/status.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Cause } from './reason-tally.ts';

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
  suppressed: 'Nothing, unless the suppression is wrong: then end it (`callsheet suppress --remove`).',
  noConsent: 'Record their consent, if they gave it; the next run checks again.',
  forgotten: 'Nothing: they asked to be forgotten.',
  notInPlan: 'Make and approve a new plan, or run without `--plan`.',
};

function dropAdvice(reason: string): string {
  const drop = readDrop(reason);
  return drop === undefined ? 'Fix the cause; the next run checks again.' : dropWords[drop.word];
}
