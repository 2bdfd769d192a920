/** How many digits of a number are shown at its beginning and at its end. */
function shownEnds(digits: number): readonly [first: number, last: number] {
  if (digits <= 7) return [0, 2];
  // Of a short number, three and four digits would be nearly all.
  return digits <= 10 ? [2, 2] : [3, 4];
}

/** `234…0900`: enough to recognise somebody whom one knows, not to write to somebody whom one does not. */
export function maskNumber(digits: string): string {
  const [first, last] = shownEnds(digits.length);
  return `${digits.slice(0, first)}…${digits.slice(-last)}`;
}

/** The same where columns count, in any notation: a sign for each digit that is not shown. */
export function maskInPlace(written: string, digits: number): string {
  const [first, last] = shownEnds(digits);
  let at = 0;
  return written.replace(/\p{Nd}/gu, (digit) =>
    ++at <= first || at > digits - last ? digit : '…'.repeat(digit.length),
  );
}
