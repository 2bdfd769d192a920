/** Every assigned calling code (ITU-T E.164), including those without a country (800, 870, …). A test compares them with libphonenumber. */
const assigned = `
1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92
93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242
243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 298 299
350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 380 381 382 383 385 386 387 389 420 421 423 500
501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682
683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 878 880 881 882 883 886 888 960 961 962 963 964 965 966
967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998`;

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

for (const code of words(assigned)) mark(code, code.length);
for (const code of words(withTrunkZero)) mark(code, trunkZero);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

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
export function callingCodeLength(number: number, digits: number): number {
  return traits[Math.floor(number / tenTo[digits - 3]!)]! & 3;
}

const tenTo = Array.from({ length: digitsMax }, (_, power) => 10 ** power);

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
