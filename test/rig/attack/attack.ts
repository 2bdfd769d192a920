import { createAttackSetup } from './attack-setup.ts';
import { approvedIsRun } from './attacks/approved-is-run.ts';
import type { AttackClass } from './attacks/attack-class.ts';
import { foreignText } from './attacks/foreign-text.ts';
import { gateAndByte } from './attacks/gate-and-byte.ts';
import { killsUnderFaults } from './attacks/kills-under-faults.ts';
import { misleadingAnswers } from './attacks/misleading-answers.ts';
import { oneRunner } from './attacks/one-runner.ts';
import { whoIsWho } from './attacks/who-is-who.ts';
import { judge } from './judge.ts';
import { type Program, product } from './program.ts';

export const attackClasses = {
  answers: misleadingAnswers,
  gate: gateAndByte,
  runners: oneRunner,
  who: whoIsWho,
  approved: approvedIsRun,
  text: foreignText,
  kills: killsUnderFaults,
} as const satisfies Record<string, AttackClass>;

export type AttackName = keyof typeof attackClasses;

export const attackNames = Object.keys(attackClasses) as readonly AttackName[];

/** What an attack came to. */
export interface Attacked {
  readonly name: AttackName;
  readonly variant: string;
  readonly seed: number;
  readonly requests: number;
  /** People who were reached. */
  readonly reached: number;
  readonly commands: number;
  /** A sentence for each promise that was broken. */
  readonly broken: readonly string[];
}

/** Attacks the program, by default the product, as the seed says; the variants take turns with the seeds. */
export async function attack(name: AttackName, seed: number, program: Program = product): Promise<Attacked> {
  const { tls, variants, carryOut } = attackClasses[name];
  const variant = variants[(seed - 1) % variants.length]!;
  await using setup = await createAttackSetup({ seed, program, tls });
  const evidence = await carryOut(setup, variant);
  return {
    name,
    variant,
    seed,
    requests: evidence.arrivals.length,
    reached: new Set(evidence.arrivals.flatMap(({ effect, work }) => (effect ? (work?.people ?? []) : []))).size,
    commands: evidence.said.length,
    broken: judge(evidence),
  };
}

export function replayOf({ name, seed }: Pick<Attacked, 'name' | 'seed'>): string {
  return `ATTACK=${name} SEED=${seed} npm run soak -- attack`;
}
