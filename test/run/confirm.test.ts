import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, membersText, once, otpStep, people } from '../rig/campaign-rig.ts';
import { answerAtTerminal, hasTerminal, type Terminal } from '../rig/terminal.ts';

const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const head = 'costs: { otp.send: 0.02 }\nlimits: { rate: 20/s, budget: 25 }';

function runAtTerminal(rig: CampaignRig, answer: string, ...more: readonly string[]): Promise<Terminal> {
  return answerAtTerminal([main, 'run', 'campaign.yaml', ...more], answer, { cwd: rig.folder, env: rig.env });
}

/** Without what differs from run to run: times, the port, the time axis and how wide it is. */
function steady({ screen }: Terminal): string {
  return screen
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'SERVICE')
    .replace(/\b\w{3} \d+ \w{3} \d\d:\d\d:\d\d/g, 'TIME')
    .replace(/\b\w{3} \d+ [A-Z]\w{2}\b(?: \d{4}, \d\d:\d\d)?/g, 'DATE')
    .replace(/times are \S+ · tzdata \w+/, 'times are ZONE · tzdata VERSION')
    .replace(/^ +DATE\n.* to send .*\n/m, '')
    .replace(/(?<=\S) {2,}/g, '  ')
    .replace(/ +$/gm, '');
}

async function rigWith(count: number): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(people(count));
  await rig.campaign(otpStep, head);
  return rig;
}

describe('before anything reaches a real service', () => {
  test.skipIf(!hasTerminal)('the plan is shown and a yes is asked for; no other answer sends anything', async () => {
    await using rig = await rigWith(3);
    await rig.campaign(otpStep, 'costs: { otp.send: 0.02 }\nlimits: { budget: 25 }');
    const no = await runAtTerminal(rig, 'n');
    expect(steady(no)).toBe(`trial: plan  trial, run 1
planned DATE · times are ZONE · tzdata VERSION

  code  █  3  TIME  TIME

3 to send of 3, cost 0.06 of 25.00
Assumes immediate, successful responses.
A crash leaves no job in doubt (3 if resumed too late to retry, or if in-flight jobs are edited or
  removed first).

Send 3 requests to SERVICE for about 0.06? Type y or yes: n
Nothing was sent.
`);
    expect(no.code).toBe(2);
    expect(rig.requests()).toEqual([]);
    expect((await runAtTerminal(rig, ' Y ')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
  });

  test.skipIf(!hasTerminal)(
    'a run that stopped and is as it was goes on without a question, at a terminal and without one',
    async () => {
      await using rig = await rigWith(4);
      await rig.fault({ kind: 'status', status: '-10', skip: 1, times: 1 });
      expect((await runAtTerminal(rig, 'yes')).code).toBe(4);
      await rig.fault({ kind: 'status', status: '-10', times: 1 });
      const again = await runAtTerminal(rig, '');
      expect(again).toMatchObject({ code: 4, screen: expect.not.stringContaining('? Type') });
      await rig.noFaults();
      expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
      expect(rig.effects('otp.send')).toEqual(once(people(4)));
    },
  );

  test.skipIf(!hasTerminal)(
    'people who were added since are asked about, and others who took their place',
    async () => {
      await using rig = await rigWith(2);
      expect((await rig.run()).code).toBe(0);
      await rig.members(people(5));
      const grown = await runAtTerminal(rig, 'no');
      expect(steady(grown)).toContain(`3 to send of 5, 2 done, cost 0.06 of 25.00
`);
      expect(steady(grown)).toContain(`
Changed since this run was confirmed on DATE:
  code: 3 people added

Send 3 requests to SERVICE for about 0.06? Type y or yes: no
Nothing was sent.
`);
      await rig.members(people(2, 100));
      expect(steady(await runAtTerminal(rig, 'no'))).toContain('\n  code: 2 people added\n\n');
      expect(rig.requests()).toHaveLength(2);
    },
  );

  test('a yes to one service does not hold for another, even if nothing was sent', async () => {
    await using rig = await rigWith(2);
    await rig.campaign(otpStep, 'starts: 2100-01-01 09:00');
    const elsewhere = { CALLSHEET_BASE_URL: 'https://staging.example' };
    const first = rig.callsheet(['run', 'campaign.yaml', '--yes'], elsewhere);
    await first.line(/waits for the start/);
    first.kill('SIGTERM');
    expect((await first.ended).code).toBe(4);
    expect(await rig.callsheet(['run', 'campaign.yaml']).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Sending to a live service needs confirmation'),
    });
  });

  test('a list in another order is the same list', async () => {
    await using rig = await rigWith(3);
    await rig.fault({ kind: 'status', status: '-10', skip: 1, times: 1 });
    expect((await rig.run()).code).toBe(4);
    await rig.write('members.csv', membersText(people(3).toReversed()).replaceAll(/Ada\d/g, 'Bola'));
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
  });

  test('a step that only has another name is the one that was confirmed', async () => {
    await using rig = await rigWith(3);
    await rig.fault({ kind: 'status', status: '-10', skip: 1, times: 1 });
    expect((await rig.run()).code).toBe(4);
    await rig.campaign(otpStep.replace('code:', 'login:\n  was: code'), head);
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
  });

  test('without a terminal and without --yes nothing is sent, and what has changed is said; --yes says yes to all of it', async () => {
    await using rig = await rigWith(2);
    await rig.campaign(greeting('Hello'), head);
    await rig.fault({ kind: 'status', status: '-68', skip: 1, times: 1 });
    expect((await rig.run()).code).toBe(4);
    await rig.campaign(
      `${greeting('Good day', 'onUnknown: resend')}\n${otpStep}`,
      'costs: { otp.send: 0.02 }\nlimits: { rate: 50/s, concurrency: 200 }',
    );
    const ended = await rig.callsheet(['run', 'campaign.yaml']).ended;
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.slice(ended.stderr.indexOf('\nChanged')).replace(/on \w.*:$/m, 'on DATE:')).toBe(`
Changed since this run was confirmed on DATE:
  code: new, 2 people
  limits.concurrency: 32 → 200
  limits.rate: 20/s → 50/s
  limits.doubts: 32 → 200
  steps.hello.onUnknown: hold → resend (a message may arrive twice)
  steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.first_name }}
  limits.budget: 25 → none

What has changed since the last time needs confirmation, and stdin or stderr is not a terminal. Pass --yes. Nothing was sent.
`);
    expect(rig.effects('whatsapp.send')).toEqual(once(people(1)));
    expect((await rig.run()).code).toBe(0);
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(people(2)));
    expect(rig.effects('otp.send')).toEqual(once(people(2)));
  });

  test('an edit that only holds back more is not asked about, nor one of what has been sent', async () => {
    await using rig = await rigWith(3);
    await rig.campaign(`${greeting('Hello')}\n${otpStep.trim()}\n  needs: hello`, head);
    // The third code: every greeting has been sent by then.
    await rig.fault({ kind: 'status', status: '-10', operation: 'otp.send', skip: 2, times: 1 });
    expect((await rig.run()).code).toBe(4);
    const careful = 'costs: { otp.send: 0.02 }\nlimits: { rate: 5/s, budget: 20, concurrency: 2, doubts: 2 }';
    await rig.campaign(`${greeting('Good day')}\n${otpStep.trim()}\n  needs: hello\n  delay: 1s`, careful);
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
    expect(rig.effects('whatsapp.send')).toEqual(once(people(3)));
  });

  test('cells and inputs that the rest is made of are asked about', async () => {
    await using rig = await rigWith(2);
    const inputs = `${head}\ninputs: { offer: { type: string, default: none } }`;
    await rig.campaign(greeting('{{ inputs.offer }}'), inputs);
    await rig.fault({ kind: 'status', status: '-68', skip: 1, times: 1 });
    expect((await rig.run()).code).toBe(4);
    const stderr = async (...more: readonly string[]) =>
      (await rig.callsheet(['run', 'campaign.yaml', ...more]).ended).stderr;
    expect(await stderr('--input', 'offer=half')).toContain(
      '\n  an --input value or an environment variable has changed\n\n',
    );
    await rig.write('members.csv', membersText(people(2)).replace('Ada1', 'Bola'));
    expect(await stderr()).toContain('\n  hello: 1 person with other values in their columns\n\n');
    expect(rig.requests()).toHaveLength(2);
  });

  test.skipIf(!hasTerminal)('from 1,000 jobs on, the number is typed', async () => {
    await using rig = await rigWith(1000);
    await rig.fault({ kind: 'status', status: '-10', skip: 2, times: 100 });
    const yes = await runAtTerminal(rig, 'yes');
    expect(yes.code).toBe(2);
    expect(steady(yes)).toContain(
      '\nSend 1,000 requests to SERVICE for about 20.00? Type 1,000: yes\nNothing was sent.\n',
    );
    expect(rig.requests()).toEqual([]);
    expect((await runAtTerminal(rig, '1000')).code).toBe(4);
    expect(rig.effects('otp.send')).toEqual(once(people(2)));
  });

  test.skipIf(!hasTerminal)(
    'jobs that depend on how others end are counted apart, and count for the number',
    async () => {
      await using rig = await rigWith(600);
      await rig.campaign(
        `${otpStep}
fallback:
  title: WhatsApp instead
  uses: whatsapp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { type: text, text: { body: Hello } }`,
        head,
      );
      expect(steady(await runAtTerminal(rig, 'y'))).toContain(
        '\nSend 600 requests, and up to 600 more depending on the results, to SERVICE for about 12.00? Type 1,200: y\nNothing was sent.\n',
      );
      expect(rig.requests()).toEqual([]);
    },
  );

  test.skipIf(!hasTerminal)(
    'an approved plan is a yes at the service that it was made for; at another one the run asks',
    async () => {
      await using rig = await rigWith(2);
      const elsewhere = { CALLSHEET_BASE_URL: 'https://staging.example/' };
      const made = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'PLAN.json'], elsewhere).ended;
      expect(made.stderr).toMatch(/^PLAN\.json has the plan \w+ for https:\/\/staging\.example\. To approve it: /);
      const unasked = await rig.callsheet(['run', 'campaign.yaml', '--plan', 'PLAN.json']).ended;
      expect({ ...unasked, stderr: unasked.stderr.replaceAll(rig.sandbox.url, 'SERVICE') }).toMatchObject({
        code: 2,
        stderr: `PLAN.json was made for https://staging.example, and this run sends to SERVICE.
That needs confirmation, and stdin or stderr is not a terminal. Pass --yes, or make a plan for this service. Nothing was sent.
`,
      });
      expect((await runAtTerminal(rig, 'n', '--plan', 'PLAN.json')).code).toBe(2);
      expect(rig.requests()).toEqual([]);
      expect((await runAtTerminal(rig, 'y', '--plan', 'PLAN.json')).code).toBe(0);
      expect(rig.effects('otp.send')).toEqual(once(people(2)));
    },
  );

  test('a plan that does not know its service is a yes at any', async () => {
    await using rig = await rigWith(2);
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'PLAN.json'], { CALLSHEET_BASE_URL: undefined }).ended;
    expect((await rig.callsheet(['run', 'campaign.yaml', '--plan', 'PLAN.json']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(2)));
  });

  test('an approved plan is a yes to its jobs, and to no others', async () => {
    await using rig = await rigWith(2);
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'PLAN.json']).ended;
    expect((await rig.callsheet(['run', 'campaign.yaml', '--plan', 'PLAN.json']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(2)));
    await rig.members(people(3));
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(2);
    expect(rig.requests()).toHaveLength(2);
  });
});

function greeting(text: string, more = ''): string {
  return `
hello:
  uses: whatsapp.send
  forEach: members
  ${more}
  with: { type: text, text: { body: "${text} {{ recipient.first_name }}" } }`;
}
