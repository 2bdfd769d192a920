import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { splitHint } from '../../report/diagnostics/split-hint.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import type { ShownFinding } from './views.ts';

export type PlanStepJson = PlanJson['steps'][number];
export type SegmentJson = PlanStepJson['segments'][number];
type FindingJson = PlanJson['diagnostics'][number];

/** What the campaign may cost, and has cost; undefined where it has no budget. */
export function budgetOf({ money = [] }: Pick<PlanJson, 'money'>) {
  return money.find(({ of }) => of === 'budget');
}

/** What a plan of a campaign said. */
export interface KnownPlan {
  readonly plan: PlanJson | undefined;
  readonly findings: readonly ShownFinding[];
  /** `callsheet check` may find more. */
  readonly isChecking?: boolean;
  /** Why there is none. */
  readonly trouble: string | undefined;
  /** What is recorded, or one of its files, has changed since it was made. */
  readonly isEarlier?: boolean;
}

/** What it says of one step. */
export function plannedStep(known: KnownPlan | undefined, id: string): PlanStepJson | undefined {
  return known?.plan?.steps.find((step) => step.id === id);
}

/** What `callsheet plan --format json` printed, by its exit code. */
export function readPlan(code: number | null, out: string, err: string): KnownPlan {
  if (code === 0) {
    const plan = JSON.parse(out) as PlanJson;
    return { plan, findings: plan.diagnostics.map((one) => shown(one, plan.totals.toSend > 0)), trouble: undefined };
  }
  if (code === 1) {
    const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly FindingJson[] };
    return { plan: undefined, findings: diagnostics.map((one) => shown(one, false)), trouble: undefined };
  }
  return { plan: undefined, findings: [], trouble: maskNumbers(err.trim()) };
}

/** The warnings of what `callsheet check --format json` printed. A plan has the errors that keep it from being made. */
export function readWarnings(code: number | null, out: string): readonly ShownFinding[] {
  if (code !== 0 && code !== 1) return [];
  const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly FindingJson[] };
  return diagnostics.filter(({ severity }) => severity === 'warning').map((one) => shown(one, false));
}

/** What a plan says of a list, `check` says with the rows. It is about whom to contact, and comes before rows that are left out. */
export function withWarnings(known: KnownPlan, warnings: readonly ShownFinding[]): KnownPlan {
  const isIn = (all: readonly ShownFinding[]) => (finding: ShownFinding) =>
    all.some(({ code, message }) => code === finding.code && message === finding.message);
  const [inPlan, inWarnings] = [isIn(known.findings), isIn(warnings)];
  const own = known.findings.filter((one) => !inWarnings(one));
  return {
    ...known,
    findings: [...own, ...warnings.filter(inPlan), ...warnings.filter((one) => !inPlan(one))],
  };
}

/** What to do about a finding, where that is something to press or, with nothing to send, is not. */
function adviceHere(code: string, canStart: boolean): string | undefined {
  if (code !== 'CS5101') return undefined;
  return canStart ? 'Start late begins it now. Otherwise change `starts`.' : 'Change `starts` and `ends`.';
}

/** A condition of the campaign may have somebody's number. */
function shown({ code, severity, message: said, hint, file, range }: FindingJson, canStart: boolean): ShownFinding {
  const [message, place] = [maskNumbers(said), `${file}:${range.start.line}`];
  const here = adviceHere(code, canStart);
  return { code, severity, message, place, ...(here === undefined ? splitHint(hint) : { advice: here }) };
}
