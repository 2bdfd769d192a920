import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Step } from '../campaign.ts';
import { valueAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** Every need is a step of this file. */
export const needsExist: CampaignRule = ({ campaign, tree, stepNames, unreadableWords, suggest }) =>
  campaign.steps.flatMap((step) =>
    step.needs
      .filter((need) => !stepNames.has(need) && !unreadableWords.has(need))
      .map((need) => {
        const others = [...stepNames].filter((name) => name !== step.id);
        const message = `\`${step.id}\` needs \`${need}\`, but there is no such step`;
        const hint = suggest(need, others);
        return finding('CS3001', needSpan(tree, step, need), message, { hint });
      }),
  );

/** No step waits for itself, directly or through others. Each cycle is reported once, starting with its first step in the file. */
export const needsHaveNoCircle: CampaignRule = ({ steps: all, tree }) => {
  const findings: Diagnostic[] = [];
  const reported = new Set<string>();
  for (const step of neverStarting(all)) {
    const circle = reported.has(step.id) ? undefined : circleFrom(all, step.id);
    if (circle === undefined || circle.some((id) => reported.has(id))) continue;
    for (const id of circle) reported.add(id);
    const steps = circle.map((id) => all.get(id)!);
    const next = (index: number): string => circle[(index + 1) % circle.length]!;
    const message =
      circle.length === 1
        ? `\`${step.id}\` needs itself`
        : `These steps wait for each other: ${[...circle, circle[0]!].map((id) => `\`${id}\``).join(' → ')}`;
    const related = steps.slice(1).map((one, index) => ({
      message: `\`${one.id}\` needs \`${next(index + 1)}\` here`,
      span: needSpan(tree, one, next(index + 1)),
    }));
    const hint = 'remove one of these needs';
    findings.push(finding('CS3002', needSpan(tree, steps[0]!, next(0)), message, { hint, related }));
  }
  return findings;
};

/** Steps that are in a cycle or wait for one, in the order of the file: those that never become ready. */
function neverStarting(steps: ReadonlyMap<string, Step>): Step[] {
  const waiting = new Map(steps);
  for (let before = Number.POSITIVE_INFINITY; waiting.size < before; ) {
    before = waiting.size;
    for (const { id, needs } of waiting.values()) if (!needs.some((need) => waiting.has(need))) waiting.delete(id);
  }
  return [...waiting.values()];
}

/** The shortest way from a step through its needs back to itself. */
function circleFrom(steps: ReadonlyMap<string, Step>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  const queue = [start];
  for (const id of queue) {
    for (const need of steps.get(id)?.needs ?? []) {
      if (need === start) return wayTo(id, cameFrom);
      if (cameFrom.has(need) || !steps.has(need)) continue;
      cameFrom.set(need, id);
      queue.push(need);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) way.push(id);
  return way.toReversed();
}

/**
 * Whether `earlier` is among the step's needs, their needs, and so on; near ones are checked first. A step that could not be read
 * may need any step.
 */
export function isNeeded(steps: ReadonlyMap<string, Step>, id: string, earlier: string): boolean {
  const found = new Set<string>(steps.get(id)?.needs);
  for (const need of found) {
    const step = steps.get(need);
    if (need === earlier || step === undefined) return true;
    for (const next of step.needs) found.add(next);
  }
  return false;
}

function needSpan(tree: YamlTree, step: Step, need: string): Span {
  const path = ['steps', step.id, 'needs'];
  const needs = valueAt(tree.value, path);
  return valueSpan(tree, Array.isArray(needs) ? [...path, needs.indexOf(need)] : path);
}
