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

/**
 * The codes of countries that dial a 0 before the national number: `+44 (0)20` is `+44 20`. Without Italy and others, whose
 * national numbers begin with a 0.
 */
const withTrunkZero = `
20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 218 231 232
233 234 243 249 251 252 254 255 256 260 261 262 263 264 265 291 353 355 358 359 370 373 374 377 380 381 382 383 385 386 387
389 421 423 508 590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996`;

/** By the first three digits of a number: the length of its calling code in the two low bits (0: not assigned), and the trunk zero. */
const traits = new Uint8Array(1000);
const trunkZero = 4;

for (const code of Object.keys(numberPlans)) mark(code, code.length);
for (const code of withTrunkZero.trim().split(/\s+/)) mark(code, trunkZero);

function mark(code: string, bits: number): void {
  const first = Number(code.padEnd(3, '0'));
  for (let index = first; index < first + 10 ** (3 - code.length); index++) traits[index]! |= bits;
}

const [digitsMin, digitsMax] = [7, 15];

/**
 * Whether a number of so many digits can be a telephone number: 7 to 15 of them, an assigned calling code, and after it no trunk 0,
 * which is dialled only inside the country.
 */
export function isE164(number: number, digits: number): boolean {
  if (digits < digitsMin || digits > digitsMax) return false;
  const trait = traits[Math.floor(number / tenTo[digits - 3]!)]!;
  if (trait === 0) return false;
  // The two digits after the code. With 15 digits at most, no quotient is rounded up to the next whole number.
  const next = Math.floor(number / tenTo[digits - (trait & 3) - 2]!) % 100;
  return (trait & trunkZero) === 0 || next >= 10 || next === 0;
}

/** How many digits of a number that `isE164` accepts are its calling code. */
function callingCodeLength(number: number, digits: number): number {
  return traits[Math.floor(number / tenTo[digits - 3]!)]! & 3;
}

/** Undefined where the rest begins with a zero, which a number cannot keep. */
export function withoutCallingCode(number: number): number | undefined {
  let digits = prefixDigits;
  while (number >= tenTo[digits]!) digits++;
  const rest = digits - callingCodeLength(number, digits);
  const national = number % tenTo[rest]!;
  return national < tenTo[rest - 1]! ? undefined : national;
}

export function isCallingCode(digits: string): boolean {
  return digits !== '' && (traits[Number(digits.padEnd(3, '0'))]! & 3) === digits.length;
}

export function startsWithCallingCode(digits: string): boolean {
  return [1, 2, 3].some((length) => isCallingCode(digits.slice(0, length)));
}

/** Whether a `(0)` after this calling code is left out when somebody calls from abroad. */
export function hasTrunkZero(digits: string): boolean {
  return isCallingCode(digits) && (traits[Number(digits.padEnd(3, '0'))]! & trunkZero) !== 0;
}
