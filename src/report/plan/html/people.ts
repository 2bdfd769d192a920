import type { Plan, PlannedJob } from '../../../plan/plan.ts';
import { dropMeaning, dropText } from '../../../schedule/reasons.ts';
import { escapeHtml, stepHtml, unbroken, withCode } from '../../html/escape.ts';
import { maskKey } from '../../mask.ts';
import { formatCount, formatDayTime, needsSeconds } from '../words.ts';

export interface PlanPeople {
  /** In order of their starts; the page lists the people of them. */
  readonly jobs: readonly PlannedJob[];
  /** How many people there are beyond those whose jobs are given. */
  readonly morePeople: number;
  readonly showNumbers: boolean;
  /** The name of a recipient, where the list has one; shown with whole numbers only. */
  readonly nameOf?: ((job: PlannedJob) => string | undefined) | undefined;
}

/** Everybody of the plan, one row each. Without the script they are all there; with it they can be filtered and saved. */
export function people(plan: Plan, options: PlanPeople): string {
  const { jobs, morePeople, showNumbers, nameOf } = options;
  const byKey = new Map<string, PlannedJob[]>();
  for (const job of jobs) {
    const { key } = job.id;
    if (key === undefined) continue;
    const theirs = byKey.get(key);
    if (theirs === undefined) byKey.set(key, [job]);
    else theirs.push(job);
  }
  if (byKey.size === 0) return '';
  const names = new Map(plan.steps.map((step) => [step.id, stepHtml(step)]));
  const name = (step: string): string => names.get(step) ?? escapeHtml(step);
  const precise = needsSeconds(plan.starts, plan.ends);
  const reasons = new Map<string, string>();
  const zones = new Set<string>();
  const event = ({ id: { step }, at, zone, drop }: PlannedJob): string => {
    const reason = drop === undefined ? '' : dropText(drop);
    const words = drop === undefined ? '' : dropMeaning(drop);
    if (at === undefined) reasons.set(reason, words);
    zones.add(zone);
    const data = `data-step="${escapeHtml(step)}" data-zone="${escapeHtml(zone)}"`;
    if (at === undefined)
      return `<li ${data} data-reason="${escapeHtml(reason)}"><s>${name(step)}</s> <small>${withCode(words)}</small></li>`;
    const own = formatDayTime(at, zone, precise);
    const theirs = zone === plan.timezone ? '' : ` <small>${unbroken(own)} in ${escapeHtml(zone)}</small>`;
    return `<li ${data} data-at="${escapeHtml(own)}">${name(step)} <time>${formatDayTime(at, plan.timezone, precise)}</time>${theirs}</li>`;
  };
  const rows = [...byKey].map(([key, theirs]) => {
    const shown = showNumbers ? key : maskKey(key);
    const person = (showNumbers && nameOf?.(theirs[0]!)) || '';
    const called = person === '' ? '' : ` <small dir="auto">${escapeHtml(person)}</small>`;
    return `<tr data-key="${shown}" data-name="${escapeHtml(person)}"><th scope="row">${shown}${called}</th><td><ul>${theirs.map(event).join('')}</ul></td></tr>`;
  });
  const more =
    morePeople > 0
      ? `<p>${formatCount(morePeople)} more people are not listed here; see <code>callsheet why</code>.</p>`
      : '';
  const steps = plan.steps.filter(({ id }) => jobs.some((job) => job.id.key !== undefined && job.id.step === id));
  const choices = [
    choice(
      'step',
      'All steps',
      steps.map(({ id, title }) => [id, title === undefined ? id : `${title} (${id})`]),
    ),
    choice('reason', 'Planned or not', [
      ['planned', 'planned'],
      ['none', 'not planned'],
      ...[...reasons].map(([reason, words]) => [`:${reason}`, `not planned: ${words.replaceAll('`', '')}`] as const),
    ]),
    zones.size < 2
      ? ''
      : choice(
          'zone',
          'All time zones',
          [...zones].sort().map((zone) => [zone, zone]),
        ),
  ];
  return `<section aria-labelledby="people"><h2 id="people">People</h2>
<div class="search" hidden><label>Find a recipient by ${showNumbers ? 'number or name' : 'number'} <input type="search" autocomplete="off"></label>${choices.join('')}<button type="button">Save as CSV</button> <output></output></div>
<table class="people"><thead><tr><th scope="col">recipient</th><th scope="col">what is planned</th></tr></thead><tbody>${rows.join('')}</tbody></table>${more}
</section>`;
}

function choice(name: string, all: string, values: readonly (readonly [value: string, words: string])[]): string {
  const options = values.map(([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`);
  return `<select data-filter="${name}" aria-label="${all}"><option value="">${all}</option>${options.join('')}</select>`;
}
