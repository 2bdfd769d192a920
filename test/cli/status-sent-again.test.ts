import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

test('what a person sends again beside a running process is not said to go immediately', async () => {
  await using rig = await createCampaignRig();
  const [doubtful = ''] = people(1);
  await rig.members([doubtful]);
  const later = '\ncode: { uses: otp.send, forEach: members, needs: hello, delay: 1h, with: { templateId: 31 } }';
  await rig.campaign(`${whatsappStep.trimEnd()}${later}`);
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', times: 1 });
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  await rig.answered(1);
  const reconcile = (...args: readonly string[]) => rig.callsheet(['reconcile', 'campaign.yaml', ...args]).ended;
  await expect.poll(async () => (await reconcile()).stdout, { timeout: 20_000 }).toContain('1 in doubt.');
  expect(await reconcile('--resend', `hello[${doubtful}]`, '--now')).toMatchObject({ code: 0 });
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout).toContain('running');
  expect(stdout).not.toContain('immediately');
  expect(stdout).toContain(
    'To be sent again, as a person decided: 1 job; by this process if it began after that, else by the next run.',
  );
  expect(stdout).toMatch(/\nNext: code, /);
  run.kill('SIGKILL');
  await run.ended;
});
