import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, people } from '../rig/campaign-rig.ts';

const [a, b, c] = people(3) as [string, string, string];

const funds = `
funds: { uses: sms.balance }`;

const send = (id: string, rest: string): string => `
${id}:
  uses: whatsapp.send
  ${rest.trim().replaceAll('\n', '\n  ')}
  with: { type: text, text: { body: "Hello" } }`;

const code = (id: string, rest: string): string => `
${id}:
  uses: otp.send
  ${rest.trim().replaceAll('\n', '\n  ')}
  with: { templateId: 31 }`;

/** The steps of a campaign whose first run ends with a balance that nobody could read. */
async function rigAfterFailure(steps: string): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members([a, b, c]);
  await rig.campaign(`${funds}${steps}`);
  await rig.fault({ kind: 'status', status: '-22', operation: 'sms.balance', times: 1 });
  await rig.run();
  return rig;
}

describe('a gate failed, a step ran because of that, and the gate holds in the next run', () => {
  const onSome =
    '\nneeds: funds\nruns: on-failure\nforEach: { audience: members, where: { first_name: [Ada0, Ada1] } }';

  test('whom the step on failure has reached, the step on success does not reach as well', async () => {
    await using rig = await rigAfterFailure(
      `${send('main', 'needs: funds\nforEach: members')}${code('apology', onSome)}`,
    );
    expect(rig.effects('whatsapp.send')).toEqual({});
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(stdout).toContain('2 skipped: step `apology` has reached them after a failure, or may have');
    await rig.run();
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([c]));
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
    expect((await rig.callsheet(['why', 'campaign.yaml', a]).ended).stdout).toContain(
      'step `apology` has reached them after a failure',
    );
  });

  test('nor does a step further on, or the fallback of one', async () => {
    await using rig = await rigAfterFailure(
      [
        send('first', 'needs: funds\nforEach: members'),
        send('second', 'needs: first\nforEach: members'),
        code('apology', onSome.replace('funds', 'second')),
        code('fallback', 'needs: second\nforEach: { audience: members, onlyIf: { step: second, outcome: skipped } }'),
      ].join(''),
    );
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual({ [c]: 2 });
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
  });

  test('whom a step after the one on failure has reached is not reached as well', async () => {
    await using rig = await rigAfterFailure(
      [
        send('main', 'needs: funds\nforEach: members'),
        '\nask: { uses: agents.list, needs: funds, runs: on-failure }',
        code('instead', `needs: ask\n${onSome.split('\n')[3]}`),
      ].join(''),
    );
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([c]));
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
  });

  test('nor is whom the fallback of the one on failure has reached', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(
      [
        funds,
        send('main', 'needs: funds\nforEach: members'),
        code('apology', 'needs: funds\nruns: on-failure\nforEach: members'),
        send(
          'fallback',
          'needs: apology\nforEach: { audience: members, onlyIf: { step: apology, outcome: rejected } }',
        ),
      ].join(''),
    );
    await rig.fault({ kind: 'status', status: '-22', operation: 'sms.balance', times: 1 });
    await rig.fault({ kind: 'status', status: '-22', operation: 'otp.send', recipient: a, times: 1 });
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([a]));
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([a]));
    expect(rig.effects('otp.send')).toEqual(once([b]));
  });

  test('whom nobody knows to have been reached waits for the decision', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(`${funds}${code('main', 'needs: funds\nforEach: members')}${send('apology', onSome)}`);
    await rig.fault({ kind: 'status', status: '-22', operation: 'sms.balance', times: 1 });
    await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.run();
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({});
    await rig.callsheet(['reconcile', 'campaign.yaml', '--drop', `apology[${a}]`, '--now']).ended;
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({});
  });

  test('a task that was called is not called again, and another one is', async () => {
    const call = (id: string, task: number, rest: string): string =>
      `\n${id}: { uses: voice.redial, needs: funds, ${rest}with: { taskId: ${task}, source: 3, text: "Hello", lan: EN } }`;
    await using rig = await rigAfterFailure(
      `${call('plain', 1001, 'runs: on-failure, ')}${call('same', 1001, '')}${call('other', 1002, '')}`,
    );
    expect(rig.requests('voice.redial')).toHaveLength(1);
    await rig.run();
    expect(rig.requests('voice.redial').map(({ body }) => (body as { taskId: number }).taskId)).toEqual([1001, 1002]);
    const { stdout } = await rig.callsheet(['report', 'campaign.yaml']).ended;
    expect(stdout).toContain('same skipped: step `plain` has reached them after a failure, or may have');
  });

  test('an alert to one person is in nobody’s place', async () => {
    await using rig = await rigAfterFailure(
      `${send('main', 'needs: funds\nforEach: members')}
alert:
  uses: whatsapp.send
  needs: funds
  runs: on-failure
  with: { recipient: "${a}", type: text, text: { body: "No balance" } }`,
    );
    expect(rig.effects('whatsapp.send')).toEqual(once([a]));
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual({ [a]: 2, [b]: 1, [c]: 1 });
  });
});

describe('a step for each recipient has a refusal: what runs on failure and what runs after it are both for all', () => {
  const both = [
    send('hello', 'forEach: members'),
    code('apology', 'needs: hello\nruns: on-failure\nforEach: members'),
    code('thanks', 'needs: hello\nforEach: members'),
  ].join('');

  test('they are sent in one run', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(both);
    await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({ [a]: 2, [b]: 2, [c]: 2 });
  });

  test('what a person has sent again is sent, though the step on failure has reached everybody', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(both);
    await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.run();
    await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', `hello[${a}]`, '--now']).ended;
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c]));
  });
});
