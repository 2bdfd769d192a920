import { comparePeople, sameMs } from './compare-people.ts';
import { compareSettings, type SettingChange } from './compare-settings.ts';
import type { ChangedSetting, ComparedPlan, FactChange, PlanDifference } from './plan-difference.ts';
import { type PlanFacts, planFactNames, type ShortFinding } from './plan-facts.ts';
import { wordDiff } from './text-diff.ts';

export function comparePlans(
  input: {
    readonly before: ComparedPlan;
    readonly after: ComparedPlan;
    readonly inputs: readonly string[];
  } & Pick<Parameters<typeof comparePeople>[0], 'isDone' | 'textNow' | 'whyGone' | 'steps'>,
): PlanDifference {
  const { before, after, inputs } = input;
  return {
    before: { now: before.now, hash: before.hash },
    after: { now: after.now, hash: after.hash },
    inputs,
    facts: compareFacts(before.facts, after.facts),
    findings: compareFindings(before.findings, after.findings),
    settings: compareSettings(before.settings, after.settings).map(byWords),
    steps: comparePeople({ ...input, before: before.jobs, after: after.jobs }),
  };
}

export function byWords(change: SettingChange): ChangedSetting {
  const { before, after } = change;
  const areTexts = typeof before === 'string' && typeof after === 'string' && /\s/.test(before + after);
  return areTexts && isText.test(change.key) ? { ...change, words: wordDiff(before, after) } : change;
}

/** Fields of requests, and what they are made of. */
const isText = /^steps\.[^.]+\.with\.|^vars\./;

function compareFacts(before: PlanFacts, after: PlanFacts): readonly FactChange[] {
  return planFactNames
    .map((fact) => ({ fact, before: before[fact], after: after[fact] }))
    .filter((change) => !isSameFact(change));
}

function isSameFact({ fact, before, after }: FactChange): boolean {
  if (before === after) return true;
  const isTime = fact === 'starts' || fact === 'ends';
  return isTime && before !== undefined && after !== undefined && Math.abs(after - before) < sameMs;
}

/** A finding that has other numbers in it is a new one, and the earlier is not resolved by that. */
function compareFindings(before: readonly ShortFinding[], after: readonly ShortFinding[]): PlanDifference['findings'] {
  const isIn = (findings: readonly ShortFinding[], one: ShortFinding): boolean =>
    findings.some(({ code, message }) => code === one.code && message === one.message);
  const codes = new Set(after.map(({ code }) => code));
  return {
    added: after.filter((finding) => !isIn(before, finding)),
    resolved: before.filter((finding) => !codes.has(finding.code)),
  };
}
