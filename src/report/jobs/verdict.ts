import { formatCount } from '../../diagnostic/count-words.ts';
import type { Words } from '../document.ts';
import { formatCounts, formatJobs, formatPending } from '../plan/words.ts';
import { type Counts, jobOutcomes, skipped, unsureOutcomes } from './run-statistics.ts';

interface VerdictInput {
  /** `wasInDoubtBefore` */
  readonly inDoubtBefore: number;
  /** Of the pending jobs, those of steps that run only as needed. */
  readonly asNeeded: number;
  /** Of the jobs in doubt, those that a process which died left without an answer: the next one takes them up. */
  readonly unanswered: number;
  /** Jobs of steps that are not counted here are in doubt. */
  readonly othersInDoubt: boolean;
  /** What to type about jobs in doubt is said, too. */
  readonly hasCommands: boolean;
}

/** How many jobs were accepted for certain, and how many at most, and what became of the others. */
export function verdict(total: Counts, given: VerdictInput): Words {
  const { inDoubtBefore } = given;
  const unsure = sum(total, unsureOutcomes) + inDoubtBefore;
  const least = formatCount(total.accepted);
  const number = unsure === 0 ? least : `At least ${least}, at most ${formatCount(total.accepted + unsure)}`;
  const { underWay, cancelled, pending, rejected, expired } = total;
  const others = [
    ...doubtWords(total.inDoubt, given),
    ...formatCounts({ 'in flight': underWay, 'given up in doubt': cancelled }),
    pending > 0 ? formatPending(pending, given.asNeeded) : noneLeft(total),
    ...formatCounts({ rejected }),
    ...skippedWords(total),
    ...formatCounts({ expired, 'had a request in doubt before': inDoubtBefore }),
  ];
  return [{ strong: number }, ` of ${formatJobs(sum(total))} accepted by the service; ${others.join('; ')}.`];
}

export function sum(counts: Counts, outcomes = jobOutcomes): number {
  return outcomes.reduce((all, outcome) => all + counts[outcome], 0);
}

function doubtWords(inDoubt: number, { unanswered, othersInDoubt, hasCommands }: VerdictInput): readonly string[] {
  if (inDoubt === 0) return [othersInDoubt ? 'none of these in doubt' : 'none in doubt'];
  const how = (words: string): string => (hasCommands ? ` (${words})` : '');
  return formatCounts({
    [`in doubt${how('`callsheet reconcile` lists them')}`]: inDoubt - unanswered,
    [`in doubt because the process died${how('`callsheet run` takes them up first')}`]: unanswered,
  });
}

/** The next run judges those again that were not sent. */
function noneLeft(counts: Counts): string {
  return skipped(counts) + counts.expired === 0 ? 'none left to do' : 'none pending';
}

/** The number that `run` and `status` show, and how many of them are nothing to worry about. */
function skippedWords(counts: Counts): readonly string[] {
  const all = skipped(counts);
  if (all === 0) return [];
  if (counts.notMeant === all) return [`${formatCount(all)} skipped as not needed`];
  const calm = counts.notMeant === 0 ? '' : `, ${formatCount(counts.notMeant)} of them not needed`;
  return [`${formatCount(all)} skipped${calm}`];
}
