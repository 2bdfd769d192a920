/** Texts show numbers like this, and people copy them. */
export function shortenedNumber(number: string): string {
  return `${number} is a shortened number: give all of its digits. \`--show-numbers\` prints whole numbers.`;
}
