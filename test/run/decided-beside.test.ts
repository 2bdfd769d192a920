import { expect, test } from 'vitest';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';

test('what a person decides beside a running process is carried out by it, and nothing is left when it ends', async () => {
  await using rig = await createCampaignRig();
  const [again = '', arrived = ''] = people(2);
  await rig.members([again, arrived]);
  const last = '\nlast: { uses: agents.list, needs: hello, delay: 1h }';
  const code =
    '\ncode: { uses: otp.send, needs: hello, forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }, with: { templateId: 31 } }';
  await rig.campaign(`${whatsappStep.trimEnd()}${code}${last}`, 'limits: { doubts: 5 }');
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: again, times: 1 });
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: arrived, times: 1 });
  const run = rig.process(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  const reconcile = (...args: readonly string[]) => rig.process(['reconcile', 'campaign.yaml', ...args]).ended;
  await expect.poll(async () => (await reconcile()).stdout).toContain('2 in doubt.');
  expect(await reconcile('--accept', `hello[${arrived}]`)).toMatchObject({ code: 0 });
  expect(await reconcile('--resend', `hello[${again}]`, '--now')).toMatchObject({ code: 0 });
  await expect.poll(() => rig.effects('otp.send')).toEqual(once([again, arrived]));
  expect(rig.effects('whatsapp.send')).toEqual(once([again, arrived]));
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout).toContain('running');
  expect(stdout).toMatch(/\nNext: last, /);
  run.kill('SIGKILL');
  await run.ended;
});
