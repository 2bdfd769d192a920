import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { jobsOf, runEngine } from '../rig/engine.ts';

describe('a campaign is run once', () => {
  test('everybody is reached exactly once, and a second run sends nothing', async () => {
    await using rig = await createCampaignRig();
    const members = people(60);
    await rig.members(members);
    await rig.campaign(`${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`);

    const first = await rig.run();
    expect(first).toMatchObject({ code: 0, signal: null });
    expect(first.stdout).toBe(`${sums}\nDone. Nothing is left to do.\n`);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect(rig.effects('otp.send')).toEqual(once(members));
    const sent = rig.requests().length;
    expect(sent).toBe(120);

    const second = await rig.run();
    expect(second).toMatchObject({ code: 0, stdout: first.stdout });
    expect(rig.requests()).toHaveLength(sent);
  });

  test('no code leaves before every message that it needs has been answered', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(40));
    await rig.campaign(`${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`);
    expect((await rig.run()).code).toBe(0);
    const order = rig.requests().map(({ operation }) => operation);
    expect(order.lastIndexOf('whatsapp.send')).toBeLessThan(order.indexOf('otp.send'));
  });

  test('new recipients and new steps are sent, and nobody else; who is taken out is dropped', async () => {
    await using rig = await createCampaignRig();
    const [a, b, c, d] = people(4) as [string, string, string, string];
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);

    await rig.members([b, c, d]);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c, d]));

    await rig.campaign(whatsappStep + otpStep);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c, d]));
    expect(rig.effects('otp.send')).toEqual(once([b, c, d]));
  });

  test('a recipient twice in a file is one recipient', async () => {
    await using rig = await createCampaignRig();
    const [a, b] = people(2) as [string, string];
    await rig.members([a, b, a]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b]));
  });

  test('a further run is asked for by name, and reaches everybody again', async () => {
    await using rig = await createCampaignRig();
    const members = people(5);
    await rig.members(members);
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    expect((await rig.run('--run', 'again')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(Object.fromEntries(members.map((number) => [number, 2])));
  });

  test('who is refused is not sent again, and the run says so with 3', async () => {
    await using rig = await createCampaignRig();
    const [a, b, c] = people(3) as [string, string, string];
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep);
    await rig.fault({ kind: 'status', operation: 'whatsapp.send', recipient: b, status: '-69', times: 1 });
    expect((await rig.run()).code).toBe(3);
    expect((await rig.run()).code).toBe(3);
    expect(rig.requests()).toHaveLength(3);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, c]));
  });

  test('even with its state file lost, an operation with a key reaches nobody twice', async () => {
    await using rig = await createCampaignRig();
    const members = people(8);
    await rig.members(members);
    await rig.campaign(otpStep);
    expect((await rig.run('--state', 'one')).code).toBe(0);
    // On a first attempt the refusal is somebody else's name, never a receipt.
    expect((await rig.run('--state', 'two', '--adopt')).code).toBe(3);
    expect(rig.requests()).toHaveLength(16);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });

  test('who was skipped before is skipped again as of then: later steps wait no longer for it', async () => {
    await using rig = await createCampaignRig({ world: { timestampValid: '7d' } });
    await rig.write('members.csv', 'phone,first_name\n2348030000001,Ada\n2348030000002,\n');
    await rig.campaign(`
      hello:
        uses: otp.send
        forEach: members
        with: { templateId: 31, orderId: "{{ recipient.first_name }}" }
      link:
        needs: hello
        uses: whatsapp.send
        forEach: members
        with: { type: text, text: { body: "Go to {{ steps.hello.snaUrl }}" } }
    `);
    const skipped = async () =>
      [...(await jobsOf(rig.file)).values()].flatMap(({ step, key, state, settledAt }) =>
        state === 'skipped' ? [{ step, key, settledAt }] : [],
      );
    await runEngine({ file: rig.file, url: rig.sandbox.url });
    const first = await skipped();
    expect(first.map(({ step, key }) => `${step} ${key}`).sort()).toEqual([
      'hello 2348030000002',
      'link 2348030000001',
      'link 2348030000002',
    ]);
    await runEngine({ file: rig.file, url: rig.sandbox.url });
    expect(await skipped()).toEqual(first);
  });
});

const sums = `\
          accepted  rejected  skipped  expired  in doubt  pending
  hello         60         ·        ·        ·         ·        ·
  code          60         ·        ·        ·         ·        ·
  total        120         ·        ·        ·         ·        ·
`;
