import { describe, expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

describe('input that is wrong sends nothing', () => {
  test('a YAML syntax error: the finding, 1, and no state', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.write('campaign.yaml', 'campaign: trial\nsteps:\n  hello: { uses: whatsapp.send\n');
    const ended = await rig.run();
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/campaign\.yaml:3:\d+/);
    expect(rig.requests()).toEqual([]);
    expect(Object.keys(await rig.artefacts()).sort()).toEqual(['campaign.yaml', 'members.csv']);
  });

  test('a step that does not exist, a column that does not exist, a request that the service would refuse', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    for (const steps of [
      `${otpStep.trimEnd()}\n  needs: nothing\n`,
      whatsappStep.replace('first_name', 'frist_name'),
      otpStep.replace('templateId: 31', 'templateId: 31, channel: pigeon'),
    ]) {
      await rig.campaign(steps);
      expect((await rig.run()).code).toBe(1);
    }
    expect(rig.requests()).toEqual([]);
  });

  test('a file that is not there is 2', async () => {
    await using rig = await createCampaignRig();
    expect(await rig.run()).toEqual({ code: 2, signal: null, stdout: '', stderr: 'There is no file campaign.yaml\n' });
  });

  test('an audience without a file, and one without a column for its key', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(1);
    await rig.write('members.csv', 'number,name\n2348030000001,Ada\n');
    expect((await rig.run()).code).toBe(1);
    expect(rig.requests()).toEqual([]);
  });

  test('an empty audience has nobody to send to: done, and the next line that is added is sent', async () => {
    await using rig = await createCampaignRig();
    await rig.members([]);
    await rig.campaign(otpStep);
    const ended = await rig.run();
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({
      code: 0,
      stdout: `\
          accepted  rejected  skipped  expired  in doubt  pending
  code           ·         ·        ·        ·         ·        ·

Finished: nobody was contacted. \`callsheet plan campaign.yaml\` says why.
`,
    });
    expect(rig.requests()).toEqual([]);
    await rig.members(people(1));
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests()).toHaveLength(1);
  });
});
