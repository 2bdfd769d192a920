import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../src/audience/decimal.ts';

describe('a number as it was written', () => {
  test.each([
    ['10', '10'],
    ['007', '7'],
    ['-0.50', '-0.5'],
    ['+2348001234567', '2348001234567'],
    [' 1.10 ', '1.1'],
    ['90071992547409931.0000000001', '90071992547409931.0000000001'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
  ])('%j is %s', (written, exact) => {
    expect(parseDecimal(written)?.toFixed()).toBe(exact);
  });

  test.each([
    '',
    ' ',
    '-',
    '.',
    '1,200.50',
    '1 200',
    '€50',
    '50%',
    '1.2.3',
    '0x10',
    '1_000',
    '--1',
    '+-1',
    '1e',
    '1e9999',
    'NaN',
    'Infinity',
    '１２',
    '9'.repeat(101),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    undefined,
  ])('%j is not a number', (written) => {
    expect(parseDecimal(written)).toBeUndefined();
  });

  test.each([
    ['1.10', '1.1', 0],
    ['9', '10', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['-1', '1e-3', -1],
  ])('%s compared with %s is %i', (one, other, expected) => {
    expect(parseDecimal(one)!.cmp(parseDecimal(other)!)).toBe(expected);
  });
});
