import { callingCodeLength } from './calling-codes.ts';
import { numberPlans } from './number-plans.gen.ts';
import { personKey } from './person-key.ts';

/**
 * Whether the country of a number has numbers of this length that begin so. Countries change theirs, and what we know may be older: a
 * reason for a warning, or to ask for the `+`, never for more. The first digits decide, so that a list of a million asks a few thousand times.
 */
export function isInNumberPlan(number: number): boolean {
  let digits = prefixDigits;
  while (number >= tenTo[digits]!) digits++;
  const prefix = Math.floor(number / tenTo[digits - prefixDigits]!);
  const asked = prefix * 16 + digits;
  let answer = answers.get(asked);
  if (answer === undefined) {
    answer = someNumber(String(prefix), digits);
    if (answers.size >= answersMost) answers.clear();
    answers.set(asked, answer);
  }
  return answer;
}

/** No number that can be read is shorter. */
const prefixDigits = 7;
const tenTo = Array.from({ length: 17 }, (_, power) => 10 ** power);
const answers = new Map<number, boolean>();
const answersMost = 100_000;
/** Our examples have numbers that nobody has. */
const ofExamples = '234000';
/** WhatsApp writes Mexicans with a 1 that their country has no longer. */
const mexicoOfWhatsApp = '521';

function someNumber(prefix: string, digits: number): boolean {
  if (prefix.startsWith(ofExamples)) return true;
  return Array.from({ length: 10 }, (_, digit) => prefix + String(digit).repeat(digits - prefix.length)).some(
    (one) => isPlanned(one) || (one.startsWith(mexicoOfWhatsApp) && isPlanned(String(personKey(Number(one))))),
  );
}

function isPlanned(digits: string): boolean {
  const length = callingCodeLength(Number(digits), digits.length);
  const code = Number(digits.slice(0, length));
  let plan = plans.get(code);
  if (plan === undefined) {
    plan = new RegExp(`^(?:${numberPlans[code] ?? String.raw`\d+`})$`);
    plans.set(code, plan);
  }
  return plan.test(digits.slice(length));
}

const plans = new Map<number, RegExp>();
