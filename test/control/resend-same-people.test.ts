import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test('rejected jobs are sent again where they are those that were shown, and not where as many others are rejected by now', async () => {
  await using rig = await createCampaignRig();
  const file = 'campaign.yaml';
  await rig.members(people(2));
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
  const rejectOne = () => rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', times: 1, skip: 1 });
  await rejectOne();
  await rig.run();
  const room = await openControlRoom(rig, [file, '--allow-actions']);
  const listed = async () =>
    (await room.get(`/api/rejected?file=${file}`)) as { readonly groups: readonly { readonly listDigest: string }[] };
  const [before] = (await listed()).groups;
  await rig.callsheet(['reconcile', file, '--resend', 'hello', '--where', 'job.code=-69']).ended;
  await rig.members(people(3));
  await rejectOne();
  await rig.run();
  const [after] = (await listed()).groups;
  expect([before, after]).toMatchObject([{ jobs: 1 }, { jobs: 1 }]);

  const press = (group = before) =>
    room.post('/api/resend-rejected', { file, step: 'hello', code: '-69', by: 'Ada', ...group });
  expect(await press()).toEqual({ refused: 'The list has changed: look at it again. Nothing was decided.' });
  expect(await press(after)).toMatchObject({ words: expect.stringMatching(/^1 of 1 decided/) as string });
});
