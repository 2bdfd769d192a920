import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { startCommand } from '../rig/command.ts';

let folder: string;

/** Ends at 22:00 in Lagos, when the hours there are over. */
const campaign = `campaign: spring
timezone: Africa/Lagos
starts: 2026-11-23 19:00
account: { appId: sandbox-app }
audiences:
  near: { file: near.csv, key: phone }
  far: { file: far.csv, key: phone, timezone: { zone: America/New_York } }
steps:
  code: { uses: otp.send, forEach: near, with: { templateId: 31 } }
  later: { uses: otp.send, needs: code, delay: 3h, forEach: far, with: { templateId: 31 } }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-end-'));
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\n');
  writeFileSync(join(folder, 'spring.yaml'), campaign);
  writeFileSync(join(folder, 'near.csv'), 'phone\n2348000000101\n2348000000102\n');
  writeFileSync(join(folder, 'far.csv'), 'phone\n12125550101\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand([...args, '--sandbox'], { cwd: folder }).ended;

test('after the end the same command does not wait until it may say again that somebody is suppressed', async () => {
  await callsheet('suppress', '+2348000000102', '--reason', 'asked to stop');
  const first = await callsheet('run', 'spring.yaml', '--yes');
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('code finished: 1 accepted, 1 skipped') });
  const again = await callsheet('run', 'spring.yaml', '--yes');
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing is left to do') });
  expect(again.stderr).not.toContain('waits for');
  expect(again.stderr).toMatch(/ 22:00:0\d .* resumes in the sandbox/);
  // Nor for somebody without a record, as after a crash.
  writeFileSync(join(folder, 'near.csv'), 'phone\n2348000000101\n2348000000102\n2348000000103\n');
  await callsheet('suppress', '+2348000000103', '--reason', 'asked to stop');
  const more = await callsheet('run', 'spring.yaml', '--yes');
  expect(more).toMatchObject({ code: 0, stdout: expect.stringMatching(/code +1 +· +2 /) });
  expect(more.stderr).not.toContain('waits for');
  // Who may be contacted again is, in their hours.
  await callsheet('suppress', '+2348000000102', '--remove');
  const { stderr } = await callsheet('run', 'spring.yaml', '--yes');
  expect(stderr).toContain('code waits for the window until Tue 24 Nov 09:00:00');
  expect(stderr).toContain('code finished: 2 accepted, 1 skipped');
});

test.each<[string, string]>([
  ['must not be sent to', 'templateId: 31'],
  ['would be sent something else', 'templateId: 31, flowId: 7'],
])('who may have been reached, and %s in their hours, can be decided upon before these', async (_, fields) => {
  await using rig = await createCampaignRig();
  const [ada = ''] = people(1);
  await rig.members([ada]);
  await rig.write('contacts.yaml', 'project: shop\n');
  const code = otpStep.replace('forEach', 'expires: 20h\n  forEach');
  await rig.campaign(code);
  await rig.fault({ kind: 'hang', when: 'after', times: 1 });
  const killed = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(1);
  killed.kill('SIGKILL');
  await killed.ended;
  if (fields === 'templateId: 31') await rig.callsheet(['suppress', ada, '--reason', 'asked to stop']).ended;
  await rig.campaign(code.replace('templateId: 31', fields), 'window: { open: "18:00", close: "19:00" }');
  const { code: exit, stdout } = await rig.run();
  expect([exit, stdout]).toEqual([3, expect.stringContaining('In doubt (will not be resent automatically): code[')]);
  expect((await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', 'code']).ended).code).toBe(0);
  expect((await rig.run()).code).toBe(0);
});
