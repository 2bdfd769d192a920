import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { sampleOf } from '../rig/sample-of.ts';

describe('signals', () => {
  test.each(sampleOf(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 1))(
    'one %s: no new jobs start, jobs in flight are awaited, the exit code is 4, and the same command continues',
    async (signal) => {
      await using rig = await createCampaignRig();
      const members = people(20);
      await rig.members(members);
      await rig.campaign(whatsappStep, 'limits: { concurrency: 3 }');
      await rig.fault({ kind: 'delay', ms: 400 });
      const child = rig.process(['run', 'campaign.yaml', '--yes']);
      await rig.answered(3);
      child.kill(signal);
      await child.line(
        new RegExp(`^${signal}: stopping after the requests in flight. (Press Ctrl-C|Send it) again to quit now.$`),
      );
      const before = rig.requests().length;

      const ended = await child.ended;
      expect(ended.code).toBe(4);
      expect(ended.stdout).toMatch(new RegExp(`Stopped: ${signal}. To continue, run the same command: `));
      const sent = rig.requests().length;
      // What was in flight may have been on its way to the sandbox.
      expect(sent - before).toBeLessThanOrEqual(3);
      expect(Object.keys(rig.effects('whatsapp.send'))).toHaveLength(sent);
      expect(sent).toBeLessThan(members.length);

      await rig.noFaults();
      expect((await rig.run()).code).toBe(0);
      expect(rig.effects('whatsapp.send')).toEqual(once(members));
    },
  );

  test('one while the last answers are awaited leaves nothing to do: the run is done', async () => {
    await using rig = await createCampaignRig();
    const members = people(3);
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 3 }');
    await rig.fault({ kind: 'delay', ms: 2_000 });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(3);
    child.kill('SIGINT');
    const { code, stdout } = await child.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('\nDone. Nothing is left to do.\n')]);
    const { stdout: status } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(status)).toMatchObject({ state: 'finished', summary: { accepted: 3, pending: 0 } });
  });

  test('two end at once, and what was in flight is in doubt by name', async () => {
    await using rig = await createCampaignRig();
    const [a, b, c] = people(3) as [string, string, string];
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 9 }');
    await rig.fault({ kind: 'hang', recipient: a, when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    child.kill('SIGINT');
    await child.line(/^SIGINT: stopping after the requests in flight/);
    child.kill('SIGINT');
    expect(await child.ended).toMatchObject({ code: 4, signal: null });

    const second = await rig.run('--format', 'json');
    expect(second.code).toBe(3);
    expect(second.stdout).toContain('"event":"recovered"');
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c]));
    const { stdout } = await rig.process(['reconcile', 'campaign.yaml', '--show-numbers']).ended;
    expect(stdout).toContain(`hello[${a}]`);
  });

  test('a Ctrl-C in a long wait ends it', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(
      `${whatsappStep}${whatsappStep.replace('hello:', 'later:').trimEnd()}\n  needs: hello\n  delay: 2h\n`,
    );
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await child.line(/later waits for /);
    child.kill('SIGINT');
    expect(await child.ended).toMatchObject({ code: 4 });
    expect(rig.requests()).toHaveLength(2);
  });

  test('a delay after a step for nobody continues when the run is resumed, and does not restart', async () => {
    await using rig = await createCampaignRig();
    await rig.members([]);
    await rig.campaign(`${whatsappStep}later: { uses: sms.balance, needs: hello, delay: 2h }`);
    const wait = async (): Promise<unknown> => {
      const child = rig.process(['run', 'campaign.yaml', '--yes', '--format', 'json']);
      const [line] = await child.line(/.*"event":"waiting".*/);
      child.kill('SIGINT');
      expect(await child.ended).toMatchObject({ code: 4 });
      const { until, step, heldBy } = JSON.parse(line);
      expect({ step, heldBy }).toEqual({ step: 'later', heldBy: 'delay' });
      return until;
    };
    const until = await wait();
    expect(await wait()).toBe(until);
    const { stdout } = await rig.process(['status', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(stdout).next).toEqual({ step: 'later', at: until, heldBy: 'delay' });
    expect(rig.requests()).toHaveLength(0);
  });
});
