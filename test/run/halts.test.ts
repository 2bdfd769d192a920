import { describe, expect, test } from 'vitest';
import {
  type CampaignRig,
  createCampaignRig,
  once,
  otpStep,
  people,
  sumsOf,
  whatsappStep,
} from '../rig/campaign-rig.ts';

const members = people(40);
const concurrency = 4;

async function campaignOf40(world: Record<string, unknown> = {}): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world });
  await rig.members(members);
  await rig.campaign(whatsappStep, `limits: { concurrency: ${concurrency} }`);
  return rig;
}

/** Requests that came after the first one that was answered like this. */
function requestsAfterFirst(rig: CampaignRig, status: string): number {
  const codes = rig.requests().map(({ answer }) => (answer.body as { status?: string } | null)?.status);
  return codes.length - 1 - codes.indexOf(status);
}

describe('an answer that concerns the whole account stops the run', () => {
  test('a wrong key: one request, exit code 4, what to check, everybody pending', async () => {
    await using rig = await campaignOf40();
    const wrong = { CALLSHEET_API_SECRET: 'not-the-secret' };
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes'], wrong).ended;
    expect(ended.code).toBe(4);
    expect(ended.stdout.split('\n').find((line) => line.startsWith('Stopped'))).toBe(
      'Stopped: the service answered -1: authentication error; check CALLSHEET_API_KEY and CALLSHEET_API_SECRET with `callsheet doctor`. To continue, run the same command: `callsheet run campaign.yaml`.',
    );
    expect(rig.requests()).toHaveLength(1);
    expect(rig.effects('whatsapp.send')).toEqual({});
    expect(sumsOf(ended)).toEqual({ hello: '· · · · · 40' });

    const right = await rig.run();
    expect(right.code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test.each([
    ['-68', 'whatsapp.send', whatsappStep],
    ['-30', 'whatsapp.send', whatsappStep],
    ['-10', 'otp.send', otpStep],
  ] as const)(
    '%s in the middle of %s: at most what was in flight, then nothing; resumed when it is over',
    async (status, operation, step) => {
      await using rig = await campaignOf40();
      await rig.campaign(step, `limits: { concurrency: ${concurrency} }`);
      await rig.fault({ kind: 'status', status, skip: 9 });
      const ended = await rig.run();
      expect(ended.code).toBe(4);
      expect(ended.stdout).toContain(`Stopped: the service answered ${status}: `);
      expect(requestsAfterFirst(rig, status)).toBeLessThan(concurrency);
      expect(Object.keys(rig.effects(operation))).toHaveLength(9);

      const still = rig.requests().length;
      expect((await rig.run()).code).toBe(4);
      expect(rig.requests().length - still).toBeLessThanOrEqual(concurrency);

      await rig.noFaults();
      expect((await rig.run()).code).toBe(0);
      expect(rig.effects(operation)).toEqual(once(members));
    },
  );

  test('the money runs out: who was paid for was reached, the rest waits', async () => {
    // 0.005 a message.
    await using rig = await campaignOf40({ money: { balance: '0.05', gift: 0, credit: 0 } });
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    expect(Object.keys(rig.effects('whatsapp.send'))).toHaveLength(10);
    expect(sumsOf(ended)).toEqual({ hello: '10 · · · · 30' });
    expect(requestsAfterFirst(rig, '-68')).toBeLessThan(concurrency);
  });

  test('words that the service refuses stop their step alone', async () => {
    await using rig = await campaignOf40();
    await rig.campaign(`${whatsappStep}${otpStep.replace('31', '32')}`, `limits: { concurrency: ${concurrency} }`);
    const ended = await rig.run();
    expect(ended.code).toBe(3);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect(rig.requests('otp.send').length).toBeLessThanOrEqual(concurrency);
    expect(ended.stderr).toMatch(/code stopped: -29: /);
    expect(sumsOf(ended)).toMatchObject({ code: '· · · · · 40' });
  });
});
