import pc from 'picocolors';
import { visibleLine } from '../../../diagnostic/visible-text.ts';
import { isSame, type PlanDifference } from '../../../plan/difference/plan-difference.ts';
import { formatDate } from '../words.ts';
import { factNames, factValues } from './facts.ts';
import { peopleLines } from './people.ts';
import { formatSettingChange } from './setting-change.ts';

export interface DifferenceOptions {
  readonly campaign: string;
  readonly title: string;
  readonly run: string;
  readonly timezone: string;
  readonly currency?: string | undefined;
  readonly showNumbers: boolean;
  readonly colour: boolean;
  /** The name under which people know a step. */
  readonly stepName: (id: string) => string;
}

/** What a reviewer looks for: sums, settings and texts, then who is added, dropped and moved. */
export function differenceToText(difference: PlanDifference, options: DifferenceOptions): string {
  const { timezone, stepName } = options;
  const head = `Compared with the plan of ${formatDate(difference.before.now, timezone)}:`;
  if (isSame(difference)) return `${head} no changes.\n`;
  const lines = [
    ...generalLines(difference, options),
    ...difference.steps.flatMap((step) => [
      visibleLine(stepName(step.step)),
      ...peopleLines(step, options).map((line) => `  ${line}`),
    ]),
    ...(difference.steps.length === 0 ? ['nobody is added, dropped or moved'] : []),
  ];
  return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

function generalLines(difference: PlanDifference, options: DifferenceOptions): readonly string[] {
  const { inputs, facts, findings, settings } = difference;
  const { showNumbers } = options;
  const paint = pc.createColors(options.colour);
  const colours = { same: String, removed: paint.red, added: paint.green };
  return [
    ...inputs,
    ...facts.map((change) => `${factNames[change.fact]}: ${factValues(change, options).join(' → ')}`),
    ...findings.added.map(({ code, message }) => paint.yellow(`new finding ${code}: ${message}`)),
    ...findings.resolved.map(({ code, message }) => `resolved finding ${code}: ${message}`),
    ...settings.map((change) => formatSettingChange(change, showNumbers, (kind, text) => colours[kind](text))),
  ];
}
