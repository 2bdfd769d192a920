import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { isLong } from '../rig/sample-of.ts';

const members = people(3);
const isPlan = new Ajv2020({ strictRequired: false }).compile(
  JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8')) as object,
);
const steps = (code = otpStep) => `${code.replace('uses', 'expires: 1d\n  uses')}${whatsappStep}`;

/** A process that dies with all six requests in flight. */
async function crashed(rig: CampaignRig): Promise<void> {
  await rig.members(members);
  await rig.campaign(steps());
  await rig.fault({ kind: 'hang', when: 'after' });
  const child = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(6);
  child.kill('SIGKILL');
  await child.ended;
  await rig.noFaults();
}

/** The plan's rows and sums, without its times. */
async function planned(rig: CampaignRig): Promise<readonly string[]> {
  const { stdout, code } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .slice(3)
    .filter((line) => /to send of|[a-z]{4} {2}|in doubt/.test(line) && !line.includes('first  '))
    .map((line) => line.replace(/ +/g, ' ').replace(/ (█|\w{3} \d+ \w{3} [\d:]+)/g, ''))
    .concat(stdout.split('\n').filter((line) => line.includes('Edited')));
}

describe.concurrent('a plan after a crash', () => {
  test('says what the run does: it retries what has a natural key, and leaves the rest to a person', async () => {
    await using rig = await createCampaignRig();
    await crashed(rig);
    expect(await planned(rig)).toEqual([
      ' code 3',
      ' hello done 0',
      ' 3 in doubt because the answer was lost: `callsheet run campaign.yaml` lists them for a decision',
      '3 to send of 6, 3 in doubt',
      'A crash leaves no job in doubt (3 if resumed too late to retry, or if in-flight jobs are edited or removed first).',
    ]);
    const { code, stdout } = await rig.run();
    expect({ code, sums: /total .*/.exec(stdout)?.[0].replace(/ +/g, ' ') }).toEqual({
      code: 3,
      sums: 'total 3 · · · 3 ·',
    });
  });

  test('says that jobs edited since are in doubt, and they are', async () => {
    await using rig = await createCampaignRig();
    await crashed(rig);
    await rig.campaign(steps(otpStep.replace('31', '32')));
    expect(await planned(rig)).toEqual([
      ' code done 0',
      ' 3 in doubt because the answer was lost: `callsheet run campaign.yaml` lists them for a decision',
      ' hello done 0',
      ' 3 in doubt because the answer was lost: `callsheet run campaign.yaml` lists them for a decision',
      '0 to send of 6, 6 in doubt',
      'Nothing left to send; `callsheet run campaign.yaml` lists the jobs in doubt for a decision.',
      '! Edited or removed after an attempt whose answer was lost: 3 jobs (code[234…0001], code[234…0002], code[234…0003]). They are not sent again unless you undo the edit first.',
    ]);
    const printed = async (format: string) =>
      (await rig.callsheet(['plan', 'campaign.yaml', '--format', format]).ended).stdout;
    const json = JSON.parse(await printed('json')) as { readonly editedInDoubt: readonly string[] };
    expect(json.editedInDoubt).toEqual(members.map((key) => `code[${key}]`));
    expect(isPlan(json)).toBe(true);
    const markdown = await printed('markdown');
    expect(markdown.split('\n').find((line) => line.startsWith('> Edited'))).toBe(
      '> Edited or removed after an attempt whose answer was lost: 3 jobs `(code[234…0001],` `code[234…0002],` `code[234…0003]).` They are not sent again unless you undo the edit first.  ',
    );
    const page = await printed('html');
    expect(page.replaceAll(/<span class="unbroken">(.*?)<\/span>/g, '$1')).toContain(
      '<ul class="notice ask" aria-label="Findings"><li>Edited or removed after an attempt whose answer was lost: 3 jobs (code[234…0001], code[234…0002], code[234…0003]). They are not sent again unless you undo the edit first.</li></ul>',
    );
    const { code, stdout, stderr } = await rig.run();
    expect(stderr).toContain('left 6 requests unanswered: 3 are edited since, and not sent again, 3 are in doubt\n');
    expect({ code, sums: /total .*/.exec(stdout)?.[0].replace(/ +/g, ' ') }).toEqual({
      code: 3,
      sums: 'total · · · · 6 ·',
    });
    expect(rig.requests('otp.send')).toHaveLength(3);
  });

  test('counts the price of what it is too late to retry, as the run does', async () => {
    await using rig = await createCampaignRig();
    const head = 'costs: { otp.send: 1 }\nlimits: { budget: 4 }';
    await rig.members(members);
    await rig.campaign(otpStep.replace('uses', 'expires: 1s\n  uses'), head);
    await rig.fault({ kind: 'hang', when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(3);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.members(people(5));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(stdout).toContain('The plan costs 2.00 on top of 3.00 already spent, but the budget is 4.00');
    expect(await rig.run()).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('Stopped: the budget of 4.00 is used up (4.00 spent)'),
    });
  });

  test.runIf(isLong)('says the same of a recipient who was removed from the audience', async () => {
    await using rig = await createCampaignRig();
    await crashed(rig);
    await rig.members(members.slice(0, 2));
    expect((await planned(rig)).at(-1)).toBe(
      '! Edited or removed after an attempt whose answer was lost: 1 job (code[234…0003]). It is not sent again unless you undo the edit first.',
    );
    expect((await rig.run()).stdout).toContain('In doubt (will not be resent automatically): code[234…0003], hello[');
  });

  test('says nothing of edits where a variable of the campaign is not set: the request is unknown', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(
      otpStep.replace('uses', 'expires: 1d\n  uses').replace('31', '"{{ env.TEMPLATE }}"'),
      'env: [TEMPLATE]',
    );
    await rig.fault({ kind: 'hang', when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes'], { TEMPLATE: '31' });
    await rig.answered(3);
    child.kill('SIGKILL');
    await child.ended;
    expect((await planned(rig)).slice(0, 2)).toEqual([' code 3', '3 to send of 3']);
  });

  test('counts a delay after a step without recipients from the start of the run, as the run does', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(`
nobody: { uses: otp.send, forEach: { audience: members, where: { first_name: Eve } }, with: { templateId: 31 } }
funds: { uses: sms.balance, needs: [nobody], delay: 1h }
`);
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await child.line(/waits for the delay/);
    child.kill('SIGKILL');
    await child.ended;
    const startsFrom = async (minutes: number): Promise<unknown> => {
      const at = new Date(Date.now() + minutes * 60_000).toISOString();
      const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--at', at, '--format', 'json']).ended;
      return (JSON.parse(stdout) as { steps: { starts?: string }[] }).steps[1]?.starts;
    };
    expect(await startsFrom(40)).toBe(await startsFrom(20));
  });

  test('knows the outputs of a renamed step: a retry that reads them is the same request', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    const named = (funds: string, was = '') => `
${funds}: { ${was} uses: sms.balance }
code:
  uses: otp.send
  expires: 1d
  needs: [${funds}]
  forEach: members
  with: { templateId: 31, orderId: "{{ recipient.phone }}-{{ steps.${funds}.gift }}" }
`;
    await rig.campaign(named('funds'));
    await rig.fault({ kind: 'hang', when: 'after', operation: 'otp.send' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(4);
    child.kill('SIGKILL');
    await child.ended;
    await rig.noFaults();
    await rig.campaign(named('money', 'was: funds,'));
    expect(await planned(rig)).toEqual([
      ' money done 0',
      ' code 3',
      '3 to send of 4, 1 done',
      'A crash leaves no job in doubt (3 if resumed too late to retry, or if in-flight jobs are edited or removed first).',
    ]);
    expect((await rig.run()).code).toBe(0);
  });

  test.runIf(isLong)('says the same of a step that was removed', async () => {
    await using rig = await createCampaignRig();
    await crashed(rig);
    await rig.campaign(whatsappStep);
    expect((await planned(rig)).at(-1)).toBe(
      '! Edited or removed after an attempt whose answer was lost: 3 jobs (code[234…0001], code[234…0002], code[234…0003]). They are not sent again unless you undo the edit first.',
    );
    expect((await rig.run()).stdout).toContain('In doubt (will not be resent automatically): code[234…0001], code[');
  });

  test('beside a running process it leaves to it what is in flight, which is not in doubt', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(`${steps()}after: { needs: hello, uses: sms.balance }\n`);
    await rig.fault({ kind: 'hang', when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(6);
    expect(await planned(rig)).toEqual([
      ' code done 0',
      ' hello done 0',
      ' after ◆ 1',
      '1 to send of 7, 6 done',
      'A crash leaves up to 3 jobs in doubt (6 if resumed too late to retry, 7 if in-flight jobs are edited or removed first).',
    ]);
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
    const plan = JSON.parse(stdout) as { readonly steps: readonly { readonly jobs: object }[] };
    expect([isPlan(plan), isPlan.errors]).toEqual([true, null]);
    expect(plan.steps.map(({ jobs }) => jobs)).toMatchObject([
      { done: 3, inFlight: 3, inDoubt: 0 },
      { done: 3, inFlight: 3, inDoubt: 0 },
      { toSend: 1, done: 0 },
    ]);
    const [person = ''] = members;
    const { stdout: why } = await rig.callsheet(['why', 'campaign.yaml', person]).ended;
    expect(why).not.toContain('in doubt');
    const saidBy = async (...args: readonly string[]) => (await rig.callsheet([...args, 'campaign.yaml']).ended).stdout;
    const failures = async () => (await saidBy('report', '--format', 'junit')).split('<failure').length - 1;
    expect(await failures()).toBe(0);
    const accepted = 'At least 0, at most 6 of 7 jobs accepted by the service; none in doubt; 6 in flight; 1 pending.';
    expect(await saidBy('report')).toContain(accepted);
    for (const [control, state] of [
      ['pause', 'paused'],
      ['cancel', 'cancelled'],
    ] as const) {
      await saidBy(control);
      const status = await saidBy('status');
      expect(status).toContain(`trial, run 1: ${state}, 6 jobs in flight\n`);
      expect(status).toMatch(/\n {2}total( +·){5} +7\n/);
      expect(status).not.toMatch(/Unanswered|reconcile/);
      expect(await saidBy('report')).toContain(accepted);
    }
    child.kill('SIGKILL');
    await child.ended;
    expect(await failures()).toBe(6);
    expect(await saidBy('report')).toMatch(/ 3 {2}hello in doubt: its process died before the response arrived\n/);
    expect(await saidBy('status')).toMatch(/\nIn doubt since the process ended: /);
  });
});

describe('the status after a crash', () => {
  test.runIf(isLong)(
    'says what an edit leaves in doubt, and does not count it as pending; after the next run it is in doubt',
    async () => {
      await using rig = await createCampaignRig();
      await crashed(rig);
      const later = otpStep.replace('code:', 'later:\n  needs: code');
      const status = async () => {
        const [text, json] = ['text', 'json'].map((format) =>
          rig.callsheet(['status', 'campaign.yaml', '--format', format]),
        );
        const { stdout } = await text!.ended;
        const { editedInDoubt, next } = JSON.parse((await json!.ended).stdout) as {
          readonly editedInDoubt?: unknown;
          readonly next: { readonly step: string } | null;
        };
        return {
          edited: stdout.split('\n').filter((line) => line.startsWith('Edited')),
          editedInDoubt,
          next: next?.step,
        };
      };
      await rig.campaign(steps().concat(later));
      expect(await status()).toEqual({ edited: [], editedInDoubt: undefined, next: 'code' });
      await rig.campaign(steps(otpStep.replace('31', '32')).concat(later));
      const edited = members.map((key) => `code[${key}]`);
      expect(await status()).toEqual({
        edited: [
          'Edited or removed after an attempt whose answer was lost: 3 jobs (code[234…0001], code[234…0002], code[234…0003]). They are not sent again unless you undo the edit first.',
        ],
        editedInDoubt: edited,
        next: 'later',
      });
      expect((await rig.run('--accept-edits')).code).toBe(3);
      expect(await status()).toEqual({ edited: [], editedInDoubt: undefined, next: undefined });
    },
  );
});
