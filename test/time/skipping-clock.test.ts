import { expect, test } from 'vitest';
import { createSkippingClock } from '../../src/platform/clocks.ts';
import { createCampaignRig, eventsOf, otpStep, people } from '../rig/campaign-rig.ts';

const begins = Date.parse('2026-11-23T10:00:00Z');

test('time skips every wait, and what is in flight is skipped over by a second in all', async () => {
  const clock = createSkippingClock(begins);
  await clock.sleepUntil(begins + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(begins + 3_600_000);

  let answer: () => void = () => undefined;
  const start = clock.now();
  const request = clock.during(() => new Promise<void>((resolve) => void (answer = resolve)));
  const waits = [400, 800, 1_200].map((ms) => clock.sleepUntil(start + ms).then(() => clock.now() - start));
  expect(await Promise.race([waits[2], waits[1]])).toBeLessThan(1_200);
  answer();
  await request;
  expect(await waits[2]).toBeGreaterThanOrEqual(1_200);
});

test('a rate of the sandbox makes no request miss its slot', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(60));
  await rig.campaign(otpStep, 'limits: { rate: 1/s, concurrency: 16 }');
  const ended = await rig.run('--sandbox', '--format', 'json');
  expect(ended.code).toBe(0);
  expect(eventsOf(ended).filter((event) => event.event === 'job' && event.state === 'again')).toEqual([]);
});

test('a step of the sandbox starts as soon after the one that it needs as its plan says, whatever else waits', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.write(
    'campaign.yaml',
    `campaign: soon
timezone: Africa/Lagos
starts: 2026-11-23 10:00
account: { appId: sandbox-app }
audiences: { members: { file: members.csv, key: phone, timezone: { zone: Africa/Lagos } } }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
  soon: { uses: otp.send, needs: code, delay: 5s, forEach: members, with: { templateId: 31 } }
  later: { uses: sms.balance, at: 2026-11-23 15:00, with: {} }
`,
  );
  const ended = await rig.run('--sandbox', '--format', 'json');
  const jobs = eventsOf(ended).filter((event) => event.event === 'job');
  const timesOf = (step: string) =>
    jobs.filter(({ address }) => String(address).startsWith(step)).map(({ at }) => Date.parse(String(at)));
  const after = Math.min(...timesOf('soon')) - Math.max(...timesOf('code'));
  expect(after).toBeGreaterThanOrEqual(5_000);
  expect(after).toBeLessThan(10_000);
});
