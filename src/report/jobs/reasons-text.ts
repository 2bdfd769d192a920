import type { Step } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { shownKey } from '../mask.ts';
import { formatJobs } from '../plan/words.ts';
import { stepNames } from '../step-name.ts';
import { type FormatCommand, whatToDo } from './advice.ts';
import type { Cause } from './reason-tally.ts';
import { causeWords } from './text-document.ts';

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
