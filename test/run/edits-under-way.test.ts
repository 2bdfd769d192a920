import { describe, expect, test } from 'vitest';
import { createCampaignRig, eventsOf, once, otpStep, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';

const [a, b, c, d] = people(4) as [string, string, string, string];

describe('a campaign that is edited between runs', () => {
  test('a text that changed after it was sent is reported and not sent again; new people get the new one', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep.replace('Hello', 'Good day'));
    const second = await rig.run();
    expect(second.code).toBe(0);
    expect(second.stderr).toContain(
      'Edited after they were sent, and not sent again: 2 jobs (hello[234…0001], hello[234…0002]).\n',
    );
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c]));
    const words = rig.requests().map(({ body }) => (body as { text: { body: string } }).text.body.split(' Ada')[0]);
    expect(words).toEqual(['Hello', 'Hello', 'Good day']);
    // Reported once: nothing has changed since.
    expect((await rig.run()).stderr).not.toContain('Edited after');
  });

  test('people removed before their turn are dropped, and people who were reached are reported', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c, d]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'status', status: '-68', skip: 2 });
    expect((await rig.run()).code).toBe(4);
    await rig.noFaults();
    await rig.members([b, d]);
    const second = await rig.run();
    expect(second.code).toBe(0);
    expect(second.stderr).toContain('Already reached, but no longer in the audience: 1 job (hello[234…0001]).\n');
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, d]));
    expect(sumsOf(second)).toEqual({ hello: '3 · · · · ·' });
  });

  test('people removed after their answer was lost are in doubt, and the events say so', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'reset-after', recipient: a, times: 1 });
    await rig.fault({ kind: 'status', status: '-10', recipient: b });
    expect((await rig.run()).code).toBe(4);
    await rig.noFaults();
    await rig.members([b, c]);
    const second = await rig.run('--format', 'json');
    expect(second.code).toBe(3);
    expect(eventsOf(second)[1]).toMatchObject({ event: 'recovered', again: 0, inDoubt: 1 });
    expect(rig.effects('otp.send')).toEqual(once([a, b, c]));
  });

  test('a step under another name is refused until it says what it was', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    const renamed = whatsappStep.replace('hello:', 'greeting:');
    await rig.campaign(renamed);
    const what = 'Step `hello` is gone, and `greeting` is new: if it is the same step, everyone may get it again';
    const remedy = 'Add `was: hello` to it if it is the same step under a new name; otherwise use `run --accept-edits`';
    expect(await rig.run()).toMatchObject({ code: 2, stdout: '', stderr: `${what}. ${remedy}.\nNothing was sent.\n` });
    expect(rig.requests()).toHaveLength(2);
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout).toContain(`! CS5106 ${what}\n  ${remedy}\n`);
    const planned = (await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended).stdout;
    expect(JSON.parse(planned)).toMatchObject({
      refused: ['A step looks renamed: say in the file whether it is the same one (CS5106).'],
    });
    expect((await rig.callsheet(['status', 'campaign.yaml']).ended).stdout).toContain(`${what}. ${remedy}.\n`);
    const json = JSON.parse(
      (await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended).stdout,
    ) as object;
    expect(json).toMatchObject({ renames: [{ lost: 'hello', candidate: 'greeting' }] });

    await rig.campaign(`${renamed.trimEnd()}\n  was: hello\n`);
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests()).toHaveLength(2);
  });

  test('a step that is gone names every new step that may be the same, so that the right one gets its `was`', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    const news = whatsappStep.replace('hello:', 'news:').replace('Hello', 'News');
    const renamed = whatsappStep.replace('hello:', 'greeting:');
    await rig.campaign(news + renamed);
    const what =
      'Step `hello` is gone, and `news` and `greeting` are new: if one of them is the same step, everyone may get it again';
    const remedy =
      'Add `was: hello` to the one that is the same step under a new name; if none is, use `run --accept-edits`';
    expect(await rig.run()).toMatchObject({ code: 2, stdout: '', stderr: `${what}. ${remedy}.\nNothing was sent.\n` });
    await rig.campaign(`${news}${renamed.trimEnd()}\n  was: hello\n`);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual({ [a]: 2, [b]: 2 });
  });

  test('a rename that was not confirmed is not recorded: who takes it back sends to nobody again', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    await rig.members([a, b, c]);
    await rig.campaign(
      `${whatsappStep.replace('hello:', 'greeting:').replace('Hello', 'Good day').trimEnd()}\n  was: hello\n`,
    );
    const declined = await rig.callsheet(['run', 'campaign.yaml']).ended;
    expect([declined.code, declined.stderr]).toEqual([2, expect.stringContaining('Nothing was sent.')]);
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout).toContain('0 to send of 2');
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b]));
  });

  test('a step under another name is refused, too, when a new one has its old name; one with the same text is not', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep + otpStep);
    expect((await rig.run()).code).toBe(0);
    const steps = whatsappStep + otpStep;
    const renamed = steps.replace('hello:', 'greeting:').replace('code:', 'number:');
    await rig.campaign(renamed + steps.replace('Hello', 'News').replace('31', '32'));
    const second = await rig.run();
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 2, stdout: '' });
    for (const [old, now] of [
      ['hello', 'greeting'],
      ['code', 'number'],
    ])
      expect(second.stderr).toContain(
        `\`${now}\` is new and sends what was sent as \`${old}\`, which sends something else now: if it is that step, everyone gets it again. If it is that step, give \`${old}\` a name that no step had, and add \`was: ${old}\` to \`${now}\`; otherwise use \`run --accept-edits\`.\n`,
      );
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout).toContain('! CS5106 `greeting` is new and');
    const json = (await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended).stdout;
    expect(JSON.parse(json)).toMatchObject({ renames: [{ lost: 'hello', candidate: 'greeting', isTaken: true }, {}] });
    expect(rig.requests()).toHaveLength(4);
    // As it says; and a further one that has the text of a step that is as it was.
    const named = whatsappStep.replace('hello:', 'greeting:').trimEnd();
    await rig.campaign(
      `${named}\n  was: hello\n${whatsappStep.replace('hello:', 'news:').replace('Hello', 'News')}${whatsappStep.replace('hello:', 'again:')}${otpStep}`,
    );
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([a, b]));
    expect(rig.effects('whatsapp.send')).toEqual({ [a]: 3, [b]: 3 });
  });

  test('a step that was given another name twice is refused until it says by which it was sent', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    const renamed = whatsappStep.replace('hello:', 'welcome:').trimEnd();
    await rig.campaign(`${renamed}\n  was: greeting\n`);
    const second = await rig.run();
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('Step `hello` is gone, and `welcome` is new: ');
    await rig.campaign(`${renamed}\n  was: hello\n`);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a]));
  });

  test('a repeat of what was lost is never another request: an edit in between puts it in doubt', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(otpStep);
    await rig.fault({ kind: 'hang' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.campaign(otpStep.replace('31', '31, flowId: 7'));
    const second = await rig.run('--show-numbers');
    expect(second.code).toBe(3);
    expect(second.stdout).toContain(`In doubt (will not be resent automatically): code[${a}].`);
    expect(rig.requests()).toHaveLength(1);
  });

  test('who is in doubt does not vanish with the line that is taken out of the file', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'hang', recipient: a });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.members([b]);
    expect((await rig.run()).code).toBe(3);
    const { stdout } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(stdout)).toMatchObject({ inDoubt: [`code[${a}]`] });
  });

  test('nor when the step does not choose them any more, and a plan says so before', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    const code = (where: string) =>
      `code: { uses: otp.send, expires: 1d, forEach: { audience: members${where} }, with: { templateId: 31 } }`;
    await rig.campaign(code(''), 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'hang', recipient: a });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.campaign(code(', where: { first_name: Ada1 }'), 'limits: { concurrency: 1 }');
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout).toContain(
      'Edited or removed after an attempt whose answer was lost: 1 job (code[234…0001]).',
    );
    const second = await rig.run();
    expect({ code: second.code, sums: sumsOf(second) }).toEqual({ code: 3, sums: { code: '1 · · · 1 ·' } });
    expect(second.stderr).toContain('Removed from the campaign while unanswered, and now in doubt: 1 job.');
    expect(second.stdout).toContain(`In doubt (will not be resent automatically): code[234…0001].`);
    expect(rig.effects('otp.send')).toEqual({ [b]: 1 });
  });

  test('a step that was once, and is for each now, leaves out nobody; one that is once again counts nobody twice', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    const each = 'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }';
    const single = `code: { uses: otp.send, with: { templateId: 31, to: "${c}" } }`;
    await rig.campaign(single);
    expect(sumsOf(await rig.run())).toEqual({ code: '1 · · · · ·' });
    await rig.campaign(each);
    expect(sumsOf(await rig.run())).toEqual({ code: '3 · · · · ·' });
    expect(rig.effects('otp.send')).toEqual(once([a, b, c]));
    await rig.campaign(single);
    expect(sumsOf(await rig.run())).toEqual({ code: '3 · · · · ·' });
    expect(rig.effects('otp.send')).toEqual(once([a, b, c]));
  });

  test('a question that had no answer when its step was taken out is in no doubt, as it reached nobody; put back, it is asked again', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    const questions = 'funds: { uses: sms.balance }\nagents: { uses: agents.list, with: { size: 2 } }\n';
    await rig.campaign(questions + otpStep);
    await rig.fault({ kind: 'hang', operation: 'sms.balance' });
    await rig.fault({ kind: 'hang', operation: 'agents.list' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(3);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.campaign(otpStep);
    const second = await rig.run();
    expect({ code: second.code, sums: sumsOf(second) }).toEqual({ code: 0, sums: { code: '1 · · · · ·' } });
    expect(second.stdout).toMatch(/\n\nDone\. Nothing is left to do\.\n$/);
    expect(second.stderr).not.toContain('now in doubt');
    expect((await rig.callsheet(['reconcile', 'campaign.yaml']).ended).stdout).toBe('No jobs are in doubt.\n');
    await rig.campaign(questions + otpStep);
    const third = await rig.run();
    expect({ code: third.code, funds: sumsOf(third)['funds'], agents: sumsOf(third)['agents'] }).toEqual({
      code: 0,
      funds: '1 · · · · ·',
      agents: '1 · · · · ·',
    });
  });
});
