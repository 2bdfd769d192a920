import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { formatAddress, type JobAddress, parseAddress } from '../../job/address.ts';
import { compareSettings, type SettingChange } from './campaign-settings.ts';
import { comparePeople, type StepDifference, sameMs } from './compare-people.ts';
import type {
  ChangedSetting,
  ComparedPlan,
  FactChange,
  LeftOutChange,
  PlanDifference,
  PlannedMoney,
} from './plan-difference.ts';
import { type PlanFacts, planFactNames, type ShortFinding } from './plan-facts.ts';
import { wordDiff } from './text-diff.ts';

type Compared = {
  readonly before: ComparedPlan;
  readonly after: ComparedPlan;
  readonly inputs: readonly string[];
} & Pick<Parameters<typeof comparePeople>[0], 'isDone' | 'textNow' | 'whyGone' | 'steps'>;

export function comparePlans(input: Compared): PlanDifference {
  const { before, after, inputs } = input;
  const steps = comparePeople({ ...input, before: before.jobs, after: after.jobs });
  return {
    before: { now: before.now, hash: before.hash },
    after: { now: after.now, hash: after.hash },
    inputs,
    facts: compareFacts(before.facts, after.facts),
    findings: compareFindings(before.findings, after.findings),
    settings: compareSettings(before.settings, after.settings).map(byWords),
    steps,
    people: countPeople(input, steps),
    leftOut: compareLeftOut(before.leftOut, after.leftOut),
    money: { before: moneyOf(before), after: moneyOf(after) },
  };
}

/** Who is added to a step and had none before, and who is dropped from one and has none left. Those of jobs that are done have one. */
function countPeople(
  { before, after, isDone, steps: names }: Pick<Compared, 'before' | 'after' | 'isDone' | 'steps'>,
  steps: readonly StepDifference[],
): PlanDifference['people'] {
  const all = [...new Set([...names, ...steps.map(({ step }) => step)])];
  const without = (addresses: readonly JobAddress[], { jobs }: ComparedPlan): number =>
    new Set(
      addresses
        .flatMap((address) => parseAddress(address)?.key ?? [])
        .filter((key) =>
          all
            .map((step) => formatAddress({ step, key }))
            .every((address) => jobs.get(address)?.at === undefined && !isDone(address)),
        ),
    ).size;
  return {
    added: without(
      steps.flatMap(({ added }) => added),
      before,
    ),
    dropped: without(
      steps.flatMap(({ dropped }) => dropped.map(({ address }) => address)),
      after,
    ),
  };
}

function compareLeftOut(before: readonly LeftOutRows[], after: readonly LeftOutRows[]): readonly LeftOutChange[] {
  const rowsIn = (all: readonly LeftOutRows[], name: string): number =>
    all.find(({ audience }) => audience === name)?.rows ?? 0;
  return [
    ...after.map((one) => ({ ...one, before: rowsIn(before, one.audience) })),
    ...before
      .filter(({ audience }) => rowsIn(after, audience) === 0)
      .map((one) => ({ ...one, rows: 0, before: one.rows })),
  ];
}

function moneyOf({ facts, settings }: ComparedPlan): PlannedMoney {
  const { 'costs.currency': currency, 'limits.budget': budget } = settings;
  const isPriced = Object.keys(settings).some((key) => /^costs\.(?!currency$)/.test(key));
  return {
    cost: isPriced ? facts.cost : undefined,
    budget: typeof budget === 'number' ? budget : undefined,
    currency: typeof currency === 'string' ? currency : undefined,
  };
}

export function byWords(change: SettingChange): ChangedSetting {
  const { before, after } = change;
  const texts = [before ?? '', after ?? ''] as const;
  const areTexts = texts.every((text) => typeof text === 'string') && texts.some((text) => /\s/.test(String(text)));
  return areTexts && isText.test(change.key)
    ? { ...change, words: wordDiff(String(texts[0]), String(texts[1])) }
    : change;
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
