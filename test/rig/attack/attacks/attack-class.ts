import type { AttackSetup } from '../attack-setup.ts';
import type { MarkedStep } from '../attacked-campaign.ts';
import type { Evidence, JudgedStep } from '../judge.ts';

/** One way to attack. The setup's dice decide everything but the machine's pace. */
export interface AttackClass {
  /** What it is about, in words. */
  readonly about: string;
  readonly tls: boolean;
  /** Ways that differ in kind; consecutive seeds take turns. One where there is none. */
  readonly variants: readonly string[];
  carryOut(setup: AttackSetup, variant: string): Promise<Evidence>;
}

export function judgedSteps(
  [first, fallback]: readonly [MarkedStep, MarkedStep?],
  people: readonly string[],
): readonly JudgedStep[] {
  const steps: JudgedStep[] = [{ id: first.id, mark: first.mark, people }];
  if (fallback !== undefined) steps.push({ id: fallback.id, mark: fallback.mark, people, fallbackOf: first.id });
  return steps;
}

/** Real time has to pass where the attack is about when something arrives. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
