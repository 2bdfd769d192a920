/**
 * One telephone, one number: a number in an older notation → the one that its country uses today, any other as it is. A person who asked to
 * be left alone under one notation must not be contacted under the other, and nobody gets a message twice. What is sent stays as it is
 * written: WhatsApp still shows Mexicans as +52 1.
 */
export function personKey(number: number): number {
  // Most numbers are in none of these ranges.
  if (number < 22_900_000_000 || number >= 54_500_000_000_000) return number;
  // Benin, since 30 November 2024: 229 and eight digits are 229 01 and the same eight.
  if (number < 23_000_000_000) return number - 22_900_000_000 + 2_290_100_000_000;
  // Mexico, until 2019: 52 1 and ten digits.
  if (number >= 5_210_000_000_000 && number < 5_220_000_000_000) return number - 5_210_000_000_000 + 520_000_000_000;
  // Argentina: a mobile number has a 9 for those who call from abroad, and a 15 behind its area for those who call from inside.
  if (number >= 541_000_000_000 && number < 544_000_000_000) return number - 540_000_000_000 + 5_490_000_000_000;
  if (number >= 54_100_000_000_000 && number < 54_400_000_000_000) return withoutFifteen(number);
  // Brazil, until 2016: mobile numbers, which begin with 6 to 9, had eight digits behind the area, and have a 9 before them now.
  if (number >= 551_100_000_000 && number < 560_000_000_000 && Math.floor(number / 1e7) % 10 >= 6) {
    const area = Math.floor(number / 1e8);
    return area * 1e9 + 9e8 + (number - area * 1e8);
  }
  return number;
}

/** The area has two to four digits, and ten with the number behind it. */
function withoutFifteen(number: number): number {
  const [, area, rest] = /^54(11|[23]\d\d(?=15)|[23]\d{3}(?=15))15(\d+)$/.exec(number.toFixed(0)) ?? [];
  return area === undefined ? number : Number(`549${area}${rest}`);
}

/** Whether the country of a number has had another notation; most have not. */
export function hasNotations(number: number): boolean {
  return number >= 22_900_000_000 && number < 56_000_000_000_000 && /^(229|5[245])/.test(number.toFixed(0));
}

/** All notations of a person's number, with today's first. */
export function notationsOf(number: number): readonly number[] {
  const key = personKey(number);
  const digits = key.toFixed(0);
  const older = [
    /^22901(\d{8})$/.test(digits) ? `229${digits.slice(5)}` : '',
    /^52\d{10}$/.test(digits) ? `521${digits.slice(2)}` : '',
    /^55\d\d9[6-9]\d{7}$/.test(digits) ? digits.slice(0, 4) + digits.slice(5) : '',
    ...(/^549\d{10}$/.test(digits)
      ? [
          `54${digits.slice(3)}`,
          ...[2, 3, 4].map((area) => `54${digits.slice(3, 3 + area)}15${digits.slice(3 + area)}`),
        ]
      : []),
  ].filter((one) => one !== '');
  return [key, ...older.map(Number).filter((one) => personKey(one) === key)];
}
