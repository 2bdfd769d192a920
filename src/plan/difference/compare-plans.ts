import { type Change, diffLines, diffWords, diffWordsWithSpace } from 'diff';
import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { formatAddress, type JobAddress, parseAddress } from '../../job/address.ts';
import { type PlanFacts, planFactNames, type ShortFinding } from '../saved/saved-plan.ts';
import { compareSettings, type SettingChange } from './campaign-settings.ts';
import {
  type ChangedSetting,
  type ComparedPlan,
  comparePeople,
  type FactChange,
  type LeftOutChange,
  type PlanDifference,
  type PlannedMoney,
  type StepDifference,
  type Stretch,
  sameMs,
} from './plan-difference.ts';

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
  const [old, now] = [before ?? '', after ?? ''];
  const areTexts = typeof old === 'string' && typeof now === 'string' && /\s/.test(`${old}${now}`);
  return areTexts && isText.test(change.key)
    ? { ...change, text: { words: wordDiff(old, now), lines: lineDiff(old, now) } }
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

function wordDiff(before: string, after: string): readonly Stretch[] {
  const changes = diffWords(before, after);
  // Where the blanks alone differ, they are what has changed.
  const areBlanks = changes.every(({ added, removed }) => !added && !removed);
  return (areBlanks ? diffWordsWithSpace(before, after) : changes).map(stretch);
}

function lineDiff(before: string, after: string): readonly Stretch[] {
  // Otherwise the last line of one text would differ from the same line within the other.
  const end = before.endsWith('\n') && after.endsWith('\n') ? '' : '\n';
  const [old, now] = [before, after].map((text) => (text === '' ? text : text + end));
  return diffLines(old!, now!).map(stretch);
}

function stretch({ value, added, removed }: Change): Stretch {
  return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
}
