import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { suggestion } from '../../diagnostic/did-you-mean.ts';
import type { Span } from '../../source/source-file.ts';
import type { Campaign, Step } from '../campaign.ts';
import { valueSpan, type YamlTree } from '../yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** Every need is a step of this file. */
export const needsExist: CampaignRule = ({ campaign, tree, stepNames }) =>
  campaign.steps.flatMap((step) =>
    step.needs
      .filter((need) => !stepNames.includes(need))
      .map((need) => {
        const others = stepNames.filter((name) => name !== step.id);
        return finding(
          'CS3001',
          needSpan(tree, step, need),
          `\`${step.id}\` needs \`${need}\`, which is no step of this campaign`,
          {
            hint: suggestion(need, others),
          },
        );
      }),
  );

/** No step waits for itself, by however long a way. Each circle is told once, beginning with its first step in the file. */
export const needsHaveNoCircle: CampaignRule = ({ campaign, tree }) => {
  const findings: Diagnostic[] = [];
  const told = new Set<string>();
  for (const step of campaign.steps) {
    const circle = circleFrom(campaign, step.id);
    if (circle === undefined || circle.some((id) => told.has(id))) continue;
    for (const id of circle) told.add(id);
    const steps = circle.map((id) => campaign.steps.find((one) => one.id === id)!);
    const next = (index: number): string => circle[(index + 1) % circle.length]!;
    const message =
      circle.length === 1
        ? `\`${step.id}\` needs itself`
        : `These steps wait for one another: ${[...circle, circle[0]!].map((id) => `\`${id}\``).join(' → ')}`;
    findings.push(
      finding('CS3002', needSpan(tree, steps[0]!, next(0)), message, {
        hint: 'remove one of these needs',
        related: steps.slice(1).map((one, index) => ({
          message: `\`${one.id}\` needs \`${next(index + 1)}\` here`,
          span: needSpan(tree, one, next(index + 1)),
        })),
      }),
    );
  }
  return findings;
};

/** The shortest way from a step through its needs back to itself. */
function circleFrom(campaign: Campaign, start: string): string[] | undefined {
  const needsOf = new Map(campaign.steps.map((step) => [step.id, step.needs]));
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  const queue = [start];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const need of needsOf.get(id) ?? []) {
      if (need === start) return wayTo(id, cameFrom);
      if (cameFrom.has(need) || !needsOf.has(need)) continue;
      cameFrom.set(need, id);
      queue.push(need);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) way.unshift(id);
  return way;
}

/** The step's needs, their needs, and so on; without the step itself. */
export function allNeeds(campaign: Campaign, id: string): ReadonlySet<string> {
  const needsOf = new Map(campaign.steps.map((step) => [step.id, step.needs]));
  const found = new Set<string>();
  const queue = [...(needsOf.get(id) ?? [])];
  for (let need = queue.pop(); need !== undefined; need = queue.pop()) {
    if (found.has(need)) continue;
    found.add(need);
    queue.push(...(needsOf.get(need) ?? []));
  }
  return found;
}

function needSpan(tree: YamlTree, step: Step, need: string): Span {
  const needs = ((tree.value as Record<string, Record<string, Record<string, unknown>>>)['steps']?.[step.id] ?? {})[
    'needs'
  ];
  const path = ['steps', step.id, 'needs'];
  return valueSpan(tree, Array.isArray(needs) ? [...path, needs.indexOf(need)] : path);
}
