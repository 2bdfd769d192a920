import { expect, test } from 'vitest';
import { loadCampaign } from '../../src/index.ts';
import { createCampaignRig } from '../rig/campaign-rig.ts';

const types = '{ phone: text, score: number, vip: boolean, born: date, seen: instant }';

async function findingsFor(where: string): Promise<readonly string[]> {
  await using rig = await createCampaignRig();
  await rig.campaign(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    `audiences:\n  members: { command: [cat, x.csv], columns: ${types}, key: phone, where: ${where} }`,
  );
  const { diagnostics } = await loadCampaign({ path: rig.file });
  // That the source was not read yet is said, too.
  return diagnostics.filter(({ code }) => code !== 'CS6032').map(({ code, message }) => `${code} ${message}`);
}

test('`where` takes what a cell of the declared type can be', async () => {
  const where =
    '{ phone: gold, score: { atLeast: 3 }, vip: "true", born: { before: 2000-01-01 }, seen: { after: 2026-01-01 } }';
  expect(await findingsFor(where)).toEqual([]);
});

test('`where` is refused, without asking the source, where no cell of the declared type can match', async () => {
  expect(await findingsFor('{ score: gold, vip: { atLeast: 3 }, born: yesterday, seen: 2026-01-01 }')).toEqual([
    'CS6034 `gold` matches no cell: the type of `score` is `number`',
    'CS6034 `atLeast` matches no cell: the type of `vip` is `boolean`',
    'CS6034 `yesterday` matches no cell: the type of `born` is `date`',
    'CS6034 `2026-01-01` matches no cell: the type of `seen` is `instant`',
  ]);
});
