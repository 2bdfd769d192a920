import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createCampaignRig, eventsOf, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

/** A zone in which it is about two at night now. */
function nightZone(): string {
  const ahead = ((2 - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

describe('opening hours', () => {
  test('at night nothing is sent: the run waits, and says until when', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(whatsappStep, `timezone: ${nightZone()}`);
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await child.line(/ hello waits for .* until .* 09:00(:00)?$/);
    child.kill('SIGINT');
    const ended = await child.ended;
    expect(ended.code).toBe(4);
    expect(rig.requests()).toEqual([]);
  });

  test('a message that its recipient requested may be sent at any hour', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(
      `${otpStep.trimEnd()}\n  purpose: transactional\n  window: always\n`,
      `timezone: ${nightZone()}`,
    );
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests()).toHaveLength(3);
  });

  test('in the sandbox the clock skips: nobody is reached before nine in their own zone', async () => {
    await using rig = await createCampaignRig();
    const zones = ['Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'];
    const members = people(8);
    await rig.write(
      'members.csv',
      ['phone,first_name,tz', ...members.map((number, index) => `${number},Ada,${zones[index % 4]}`), ''].join('\n'),
    );
    await rig.campaign(
      whatsappStep,
      'timezone: Africa/Lagos\naudiences:\n  members: { file: members.csv, key: phone, timezone: { column: tz } }',
    );
    const ended = await rig.run('--sandbox', '--at', '2026-11-23 03:00', '--format', 'json');
    expect(ended.code).toBe(0);
    expect(eventsOf(ended).filter(({ event }) => event === 'waiting').length).toBeGreaterThan(0);

    const sandbox = await startSandbox({ data: `${rig.folder}/.callsheet/trial.sandbox-ledger.db` });
    const answer = await fetch(`${sandbox.url}/_sandbox/messages`);
    const { messages } = (await answer.json()) as { messages: { recipient: string; at: string }[] };
    await sandbox.close();
    expect(messages.map(({ recipient }) => recipient).sort()).toEqual(members);
    for (const { recipient, at } of messages) {
      const timeZone = zones[members.indexOf(recipient) % 4]!;
      const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
        new Date(at),
      );
      expect(hour >= '09:00' && hour < '20:00').toBe(true);
    }
    // A trial marks nobody as contacted.
    expect(rig.requests()).toEqual([]);
    const plan = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(plan.stdout)).toMatchObject({ state: 'new', summary: { accepted: 0, pending: 8 } });
  });

  test('a campaign whose `starts` has long passed does not start without --late', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep, 'starts: 2020-01-06 09:00');
    const ended = await rig.run();
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^trial was due to start at 2020-01-06 09:00 \(\d+ days ago\) .*Nothing was sent\.\n$/,
    );
    expect(rig.requests()).toEqual([]);
    expect((await rig.run('--late')).code).toBe(0);
    expect(rig.requests()).toHaveLength(2);
  });
});
