import { describe, expect, test } from 'vitest';
import { type Condition, cellTest, isLike, rowTest } from '../../src/audience/where.ts';

const answers = (condition: Condition, cells: readonly (string | number | boolean | undefined)[]) =>
  cells.map(cellTest(condition));

describe('a cell meets a condition', () => {
  test('by its text, with upper and lower case; an empty cell is an empty text', () => {
    const cells = ['gold', 'Gold', 2, true, undefined];
    expect(answers({ kind: 'oneOf', values: ['gold', '2', 'true'] }, cells)).toEqual([true, false, true, true, false]);
    expect(answers({ kind: 'not', values: ['gold', '2', 'true'] }, cells)).toEqual([false, true, false, false, true]);
    expect(answers({ kind: 'oneOf', values: [''] }, cells)).toEqual([false, false, false, false, true]);
    expect(answers({ kind: 'not', values: [''] }, cells)).toEqual([true, true, true, true, false]);
  });

  test('by its number; a cell without a number cannot be compared', () => {
    const cells = [18, '18', '17.99', '-5', '1,200', '18 years', '1e3', '', undefined, true];
    expect(answers({ kind: 'atLeast', number: 18 }, cells)).toEqual([
      true,
      true,
      false,
      false,
      undefined,
      undefined,
      // JSON may write a number so.
      true,
      ...Array.from({ length: 3 }, () => undefined),
    ]);
    expect(answers({ kind: 'atMost', number: 18 }, cells).slice(0, 4)).toEqual([true, true, true, true]);
  });

  test('by its time: a date in a condition is the whole day, in a cell its start', () => {
    // 1 March begins at 23:00 UTC in Lagos.
    const start = Date.parse('2026-02-28T23:00:00Z');
    const cells = [
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-02-28 23:59',
      '2026-03-01T23:59:59',
      '2026-02-30',
      '2026-02-28T22:59:59Z',
      '2026-02-28T23:00:00Z',
      '1772319599',
      1772319600,
      '1772319600000',
      'soon',
      undefined,
    ];
    expect(answers({ kind: 'before', time: '2026-03-01', limit: start }, cells)).toEqual([
      true,
      false,
      false,
      true,
      false,
      undefined,
      true,
      false,
      true,
      false,
      false,
      undefined,
      undefined,
    ]);
    const end = start + 24 * 3_600_000;
    expect(answers({ kind: 'after', time: '2026-03-01', limit: end }, cells)).toEqual([
      false,
      false,
      true,
      false,
      false,
      undefined,
      false,
      false,
      false,
      false,
      false,
      undefined,
      undefined,
    ]);
    const noon = { kind: 'after', time: '2026-03-01T12:00:00', limit: start + 12 * 3_600_000 + 1 } as const;
    expect(answers(noon, ['2026-03-01 12:00', '2026-03-01 12:00:01', '2026-03-01T11:00:00Z'])).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('if the whole text is like a pattern', () => {
    const like = (pattern: string, texts: readonly string[]) => texts.map((text) => isLike(text, pattern));
    expect(like('*@example.com', ['a@example.com', '@example.com', 'a@example.com.test'])).toEqual([true, true, false]);
    expect(like('A?C*', ['ABC', 'ABCDE', 'AC', 'abc'])).toEqual([true, true, false, false]);
    expect(like('?*', ['', 'a', '😀'])).toEqual([false, true, true]);
    expect(like('?', ['😀', '😀😀', 'é'])).toEqual([true, false, true]);
    expect(like('\\*?\\?', ['*a?', 'aa?', '*ab'])).toEqual([true, false, false]);
    expect(like('a.c+(d)', ['a.c+(d)', 'abccd'])).toEqual([true, false]);
    expect(like('*a*b*c', ['xaybzc', 'abcabc', 'acb'])).toEqual([true, true, false]);
  });

  test('also with the pattern that takes longest: the steps are at most the product of both lengths', () => {
    const pattern = `${'*a'.repeat(100)}*b`;
    expect(isLike('a'.repeat(100_000), pattern)).toBe(false);
  });
});

test('a row meets `where` if each of its conditions is met', () => {
  const where = {
    age: [
      { kind: 'atLeast', number: 18 },
      { kind: 'atMost', number: 65 },
    ],
    tier: [{ kind: 'oneOf', values: ['gold'] }],
  } as const;
  const rows = [{ age: 18, tier: 'gold' }, { age: 66, tier: 'gold' }, { age: 20, tier: 'tin' }, { tier: 'gold' }];
  const isMet = rowTest(where);
  expect(rows.map((row) => isMet((column) => (row as Record<string, string | number>)[column]))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
