import { expect, test } from 'vitest';
import { audienceFindings } from '../../src/campaign/audiences/audience-findings.ts';
import type { Excerpts } from '../../src/campaign/audiences/excerpt.ts';

const campaign = {
  file: { path: 'campaign.yaml', text: 'audiences:\n  members: { sql: members.sql }\n' },
  start: 18,
  end: 25,
};
const list: Excerpts = (line) => ({ file: { path: 'members.csv', text: 'n/a', firstLine: line }, start: 0, end: 3 });
const placed = (excerpt: Excerpts) => {
  const problem = { kind: 'invalidKey', count: 2, lines: [2, 5], column: 'phone' } as const;
  const about = {
    header: ['phone'],
    format: 'csv',
    key: 'phone',
    use: 'audience',
    country: undefined,
    sep: undefined,
  } as const;
  return audienceFindings([problem], { ...about, span: campaign, excerpt })[0]?.related?.map(({ message }) => message);
};

test('a finding names each further place once, and not its own', () => {
  expect(placed(list)).toEqual(['also here', 'named here']);
  // All rows of a source are where the campaign names it.
  expect(placed(() => campaign)).toBeUndefined();
});
