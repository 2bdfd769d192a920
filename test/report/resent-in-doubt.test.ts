import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

test('a request that was in doubt may have arrived, whatever becomes of the job that a person had sent again', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.campaign(whatsappStep, 'starts: 2026-10-01 09:00\ncosts: { whatsapp.send: 0.01 }');
  for (const recipient of members.slice(1))
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient });
  await rig.run('--late');
  await rig.noFaults();
  const hello = (index: number): string => `hello[${members[index]}]`;
  const resend = ['--resend', hello(1), '--resend', hello(2), '--now'];
  expect((await rig.callsheet(['reconcile', 'campaign.yaml', ...resend]).ended).code).toBe(0);
  const report = async (...more: readonly string[]) =>
    (await rig.callsheet(['report', 'campaign.yaml', ...more]).ended).stdout;
  const unsent =
    'At least 1, at most 3 of 3 jobs accepted by the service; none in doubt; 2 pending; 2 had a request in doubt before.';
  expect(await report()).toContain(unsent);
  expect((await rig.run('--only', members[1]!)).code).toBe(0);
  await rig.campaign(
    whatsappStep.replace('forEach', 'until: 2026-11-01 09:00\n  forEach'),
    'starts: 2026-10-01 09:00\ncosts: { whatsapp.send: 0.01 }',
  );
  await rig.run('--late');
  const page = (await report('--format', 'html')).replaceAll(/<[^>]*>/g, '');
  for (const text of [await report(), page])
    expect(text).toContain(
      'At least 2, at most 3 of 3 jobs accepted by the service; none in doubt; none pending; 1 expired; 1 had a request in doubt before.',
    );
  expect(page).toContain('cost at least 0.02, at most 0.04 by the');
});
