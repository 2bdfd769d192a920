import { expect, test } from 'vitest';
import { columnsOf } from '../../src/report/columns.ts';

test.each([
  ['Ada', 3],
  ['\u001b[1mAda\u001b[22m', 3],
  ['予約', 4],
  ['ﾖﾔｸ', 3],
  ['예약', 4],
  ['￥5', 3],
  ['e\u0301', 1],
  ['👍🏽', 2],
])('"%s" takes %i columns of a terminal', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});
