import { type DropWord, dropReasons } from '../../schedule/drop-reason.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';
import { operations } from '../../service/contract/operations.ts';
import { type Disposition, statusOf } from '../../service/contract/statuses.ts';
import type { Cause } from './reason-tally.ts';

/** `callsheet <command> FILE …`, as it is to be typed for this run. */
export type FormatCommand = (command: string, more?: string) => string;

/** What can be done about jobs that were not accepted; words in backticks are to be typed. */
export function adviceOn(cause: Cause, uses: OperationId, say: FormatCommand): string {
  const { state, code = '', reason = '' } = cause;
  switch (state) {
    case 'rejected':
      return rejectedAdvice(uses, code, say);
    case 'inDoubt':
    case 'sending':
      return `It may have arrived, and is never sent again by itself. Look at the service, then decide: \`${say('reconcile')}\`.`;
    case 'skipped':
    case 'expired':
      return dropAdvice(reason);
    case 'cancelled':
      return 'Somebody decided so, or they are in the file no longer.';
    case 'pending':
      return pendingAdvice(uses, code, say);
    case 'accepted':
      return '';
    default:
      return state satisfies never;
  }
}

function rejectedAdvice(uses: OperationId, code: string, say: FormatCommand): string {
  if (operations[uses].effect === 'query') return `Mend what it asks for; \`${say('run')}\` asks again.`;
  const explained =
    statusOf(uses, code) === undefined ? '' : `\`callsheet explain ${uses} ${code}\` says which rules earn it. `;
  return `${explained}Once mended, \`${say('reconcile', '--resend ADDRESS')}\` lets the next run try again.`;
}

const pendingWords: Readonly<Record<Disposition, string>> = {
  accept: '',
  reject: '',
  retry: 'It is tried again by itself.',
  wait: 'It is tried again by itself, later.',
  resync: 'Set this machine’s clock;',
  step: 'Nothing of this step can succeed until that is mended;',
  halt: 'Nothing can succeed until that is mended;',
};

function pendingAdvice(uses: OperationId, code: string, say: FormatCommand): string {
  const disposition = statusOf(uses, code)?.disposition ?? 'wait';
  const words = pendingWords[disposition];
  return words.endsWith(';') ? `${words} then \`${say('run')}\` goes on.` : words;
}

const dropWords: Readonly<Record<DropWord, string>> = {
  noTimezone: 'Give them a zone in the audience’s file; the next run looks again.',
  unknownTimezone: 'Write an IANA zone, such as `Africa/Lagos`; the next run looks again.',
  missing: 'Fill the column, or give the text a `default`; the next run looks again.',
  noOutput: 'See there why it was not accepted for them.',
  onlyIf: 'Nothing: the step is for others.',
  noSession: 'WhatsApp reaches only those who wrote within 24 hours: use another step for them.',
  badLastInbound: 'Mend the time in the audience’s file; the next run looks again.',
  futureLastInbound: 'Mend the time in the audience’s file (its year, offset or unit); the next run looks again.',
  sessionClosed: 'Start sooner after their last message, or use another step for them.',
  ends: 'A higher rate, wider hours or a later `ends`; the next run looks again.',
  until: 'A higher rate, wider hours or a later `until`; the next run looks again.',
  expires: 'A person who still wants a code asks for a new one.',
  noOpening: 'Mend the step’s `window`: it never opens.',
  notNeeded: 'Nothing: it all went well without it.',
  notInPlan: 'Make and approve a new plan, or run without `--plan`.',
};

function dropAdvice(reason: string): string {
  const word = reason.split(':', 1)[0] ?? '';
  return word in dropReasons ? dropWords[word as DropWord] : 'Mend the cause; the next run looks again.';
}
