import type { Plan, PlannedJob } from '../../plan/plan.ts';
import { dropMeaning, dropText } from '../../schedule/reasons.ts';
import type { People, PersonEntry } from '../document.ts';
import { shownKey, shownReason } from '../mask.ts';
import { stepName, stepWords } from '../step-name.ts';
import { formatCount, formatDayTime, needsSeconds } from './words.ts';

export interface PlanPeople {
  /** In order of their starts; the page lists the people of them. */
  readonly jobs: readonly PlannedJob[];
  /** How many people there are beyond those whose jobs are given. */
  readonly morePeople: number;
  readonly showNumbers: boolean;
  /** The name of a recipient, where the list has one; shown with whole numbers only. */
  readonly nameOf?: ((job: PlannedJob) => string | undefined) | undefined;
}

/** Everybody of the plan, one row each. */
export function planPeople(plan: Plan, options: PlanPeople): People {
  const { jobs, morePeople, showNumbers, nameOf } = options;
  const byKey = new Map<string, PlannedJob[]>();
  for (const job of jobs) {
    const { key } = job.id;
    if (key === undefined) continue;
    const theirs = byKey.get(key);
    if (theirs === undefined) byKey.set(key, [job]);
    else theirs.push(job);
  }
  const names = new Map(plan.steps.map((step) => [step.id, stepWords(step)]));
  const precise = needsSeconds(plan.starts, plan.ends);
  const reasons = new Map<string, string>();
  const zones = new Set<string>();
  const entry = ({ id: { step }, at, zone, drop }: PlannedJob): PersonEntry => {
    const words = names.get(step) ?? step;
    zones.add(zone);
    if (at === undefined) {
      const reason = drop === undefined ? 'none' : `none:${shownReason(dropText(drop), showNumbers)}`;
      const why = drop === undefined ? '' : shownReason(dropMeaning(drop), showNumbers);
      if (drop !== undefined) reasons.set(reason, why);
      return { data: { step, zone, reason }, words, isOff: true, why };
    }
    const own = formatDayTime(at, zone, precise);
    return {
      data: { step, zone, reason: 'planned', at: own },
      words,
      time: formatDayTime(at, plan.timezone, precise),
      ...(zone === plan.timezone ? {} : { there: `${own} in ${zone}` }),
    };
  };
  const rows = [...byKey].map(([key, theirs]) => ({
    shown: shownKey(key, showNumbers),
    name: (showNumbers && nameOf?.(theirs[0]!)) || '',
    entries: theirs.map(entry),
  }));
  const steps = plan.steps.filter(({ id }) => jobs.some((job) => job.id.key !== undefined && job.id.step === id));
  return {
    kind: 'people',
    about: 'what is planned',
    showNumbers,
    people: rows,
    ...(morePeople > 0
      ? { note: `${formatCount(morePeople)} more people are not listed here; see \`callsheet why\`.` }
      : {}),
    filters: [
      { name: 'step', all: 'All steps', values: steps.map((step) => [step.id, stepName(step)]) },
      {
        name: 'reason',
        all: 'Any status',
        values: [
          ['planned', 'planned'],
          ['none', 'not planned'],
          ...[...reasons].map(([reason, words]) => [reason, `not planned: ${words.replaceAll('`', '')}`] as const),
        ],
      },
      { name: 'zone', all: 'All time zones', values: [...zones].sort().map((zone) => [zone, zone]) },
    ],
    csv: [
      { name: 'step', of: 'step' },
      { name: 'time zone', of: 'zone' },
      { name: 'start', of: 'at' },
      { name: 'not planned because', of: '.why' },
    ],
  };
}
