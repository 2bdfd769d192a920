import { describe, expect, test } from 'vitest';
import { canonicalCell } from '../../src/snapshot/lines/row-contract.ts';

describe('a cell of a source', () => {
  test.each([
    ['text', ' Ada "A" ', '"Ada \\"A\\""'],
    ['text', '', 'null'],
    ['text', '\u3164', 'null'],
    ['text', null, 'null'],
    ['text', 12n, '"12"'],
    ['text', 'a\nb\u0000', '"a\\nb\\u0000"'],
    ['text', 'Ọlá 😀', '"Ọlá 😀"'],
    ['number', '12.50', '"12.50"'],
    ['number', '12.5', '12.5'],
    ['number', 9007199254740993n, '"9007199254740993"'],
    ['instant', '2026-11-22 18:30:00.123456+01', '"2026-11-22T17:30:00.123Z"'],
    ['instant', '2026-11-22T17:30:00Z', '"2026-11-22T17:30:00.000Z"'],
    ['instant', '2026-11-22 17:30:00.5 UTC', '"2026-11-22T17:30:00.500Z"'],
    ['instant', 1_795_368_600, '"2026-11-22T17:30:00.000Z"'],
    ['instant', new Date('2026-11-22T17:30:00Z'), '"2026-11-22T17:30:00.000Z"'],
    ['date', '2028-02-29', '"2028-02-29"'],
    ['date', new Date('2028-02-29T00:00:00Z'), '"2028-02-29"'],
    ['boolean', 't', 'true'],
    ['boolean', false, 'false'],
    ['boolean', 1, 'true'],
  ] as const)('%s %o becomes %s', (type, value, json) => {
    expect(canonicalCell(type, value)).toBe(json);
  });

  test.each([
    ['text', { a: 1 }],
    ['text', new Uint8Array(2)],
    ['number', 'twelve'],
    ['number', Number.NaN],
    ['number', true],
    ['instant', '2026-11-22 17:30:00'],
    ['instant', 'yesterday'],
    ['instant', '20261122173000'],
    ['date', '2027-02-29'],
    ['date', '2027-02-01 00:00:00'],
    ['date', new Date('2028-02-29T12:00:00Z')],
    ['boolean', 'yes'],
    ['boolean', 2],
  ] as const)('%s refuses %o', (type, value) => {
    expect(canonicalCell(type, value)).toBeUndefined();
  });
});
