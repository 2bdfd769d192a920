import { expect, test } from 'vitest';
import { numberFinder } from '../../src/forget/number-finder.ts';

const { isIn, replace } = numberFinder('2348030000002');

test.each([
  ['ASCII', 0x30],
  ['full-width', 0xff10],
  ['Arabic-Indic', 0x0660],
  ['extended Arabic-Indic', 0x06f0],
  ['Devanagari', 0x0966],
])('a number is found in %s digits, with blanks and without its calling code', (_, zero) => {
  const written = (text: string): string =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  for (const text of ['+234 803 000 0002', '0803-000-0002', '0803ー000ー0002']) {
    expect(isIn(written(text))).toBe(true);
    expect(replace(`call ${written(text)} at noon`, 'somebody')).toMatch(/^call \+?somebody at noon$/);
  }
  expect(isIn(written('+234 803 000 0003'))).toBe(false);
});

test('a number is found between blanks of plain CSV, which UTF-8 does not have', () => {
  expect(isIn(Buffer.from('+234\u00a0803\u00a0000\u00a00002', 'latin1').toString())).toBe(true);
});
