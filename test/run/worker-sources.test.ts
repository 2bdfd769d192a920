import { expect, test } from 'vitest';
import { once, otpStep } from '../rig/campaign-rig.ts';
import { crew, members } from '../rig/crew.ts';

const newcomer = '2349030000001';

function list(people: readonly string[]): string {
  return ['phone', ...people, ''].join('\n');
}

test('a worker that continues a run whose people are read from elsewhere keeps to those with whom it goes on', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 20/s }');
  const { rig } = all;
  await rig.write('list.csv', list(members));
  await rig.campaign(
    otpStep,
    `limits: { concurrency: 8, rate: 20/s }
audiences:
  members: { command: [cat, list.csv], columns: { phone: text }, key: phone, refresh: growing }`,
  );
  const leader = all.run('--allow-commands');
  await rig.answered(5);
  leader.kill('SIGTERM');
  expect((await leader.ended).code).toBe(4);
  await rig.write('list.csv', list([...members, newcomer]));
  expect((await all.command('snapshot', '--allow-commands').ended).code).toBe(0);
  const worker = await all.worker('--may-lead');
  await worker.line(/Done. Nothing is left to do/);
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
  expect(rig.effects('otp.send')).toEqual(once(members));
  expect((await all.run('--allow-commands').ended).code).toBe(0);
  expect(rig.effects('otp.send')).toEqual(once([...members, newcomer]));
});
