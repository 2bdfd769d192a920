import { expect, test } from 'vitest';
import { type DoubtJson, decisionRow, doubtsView, listDigest } from '../../src/control/shown/doubts-view.ts';

test('a link to a doubt leads to the page of the list on which it is', () => {
  const doubts = Array.from({ length: 250 }, (_, index): DoubtJson => {
    return { address: `code[23480300${String(10_000 + index)}]`, state: 'inDoubt', attempts: 1 };
  });
  const pageOf = (sought: string | undefined, page = 1): number =>
    doubtsView({
      doubts,
      campaign: undefined,
      filter: { step: '', why: '', page },
      sought,
      handleOf: (name) => name,
      personOf: (key) => key,
      showsNames: true,
    }).page;
  expect([0, 99, 100, 249].map((index) => pageOf(decisionRow(doubts[index]!)))).toEqual([1, 1, 2, 3]);
  // One that was sent again meanwhile is another doubt.
  expect(pageOf(decisionRow({ ...doubts[249]!, attempts: 2 }), 2)).toBe(2);
  expect(pageOf(undefined, 3)).toBe(3);
});

test('what names a list of one is not a digest of the number, which a viewer could find by trying all numbers', () => {
  const doubts: readonly DoubtJson[] = [{ address: 'code[2348030010000]', state: 'inDoubt', attempts: 1 }];
  const view = doubtsView({
    doubts,
    campaign: undefined,
    filter: { step: '', why: '', page: 1 },
    handleOf: (name) => `handle of ${name}`,
    personOf: (key) => key,
    showsNames: false,
  });
  expect(view.listDigest).toBe(`handle of ${listDigest(doubts)}`);
});
