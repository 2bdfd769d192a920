import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const second = 'second: { uses: otp.send, forEach: members, needs: code, with: { templateId: 31, channel: sms } }';

test('what a step did that was removed from the file is named beside the counts, and in why', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(`${otpStep}\n${second}`);
  expect((await rig.run()).code).toBe(0);
  await rig.campaign(second.replace(', needs: code', ''));
  const note = 'Not in these counts: 2 accepted in step `code`, which is no longer in the file.\n';
  expect(await rig.callsheet(['status', 'campaign.yaml']).ended).toMatchObject({
    code: 0,
    stdout: `trial, run 1: finished

          accepted  rejected  skipped  expired  in doubt  pending
  second         2         ·        ·        ·         ·        ·
${note}`,
  });
  expect(await rig.callsheet(['report', 'campaign.yaml']).ended).toMatchObject({
    code: 0,
    stdout: `trial: report  trial, run 1

          accepted  rejected  skipped  expired  in doubt  pending
  second         2         ·        ·        ·         ·        ·

2 of 2 jobs accepted by the service; none in doubt; none left to do.
${note}`,
  });
  const [somebody = ''] = people(2);
  const why = await rig.callsheet(['why', 'campaign.yaml', somebody]).ended;
  expect(why.stdout).toMatch(
    /\n\ncode {2}no longer in the file\n {2}nothing left to do\n {2}happened: accepted, sent /,
  );
  const json = await rig.callsheet(['why', 'campaign.yaml', somebody, '--format', 'json']).ended;
  const { steps } = JSON.parse(json.stdout) as { readonly steps: readonly object[] };
  expect(steps.map((step) => Object.keys(step))).toEqual([
    ['step', 'uses', 'place', 'zone', 'rules', 'request', 'happened'],
    ['step', 'rules', 'unknown', 'happened'],
  ]);
  expect((await rig.run()).stdout).toBe(`          accepted  rejected  skipped  expired  in doubt  pending
  second         2         ·        ·        ·         ·        ·

${note}Done. Nothing is left to do.
`);
});

test('a report with one row a job has those of removed steps, too, but none that will never be sent', async () => {
  await using rig = await createCampaignRig();
  const [ada, ben] = people(2) as [string, string];
  await rig.members([ada, ben]);
  await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'status', status: '-10', skip: 1 });
  expect((await rig.run()).code).toBe(4);
  await rig.noFaults();
  await rig.campaign('funds: { uses: sms.balance }');
  expect((await rig.run('--accept-edits')).code).toBe(0);
  const report = async (format: string) =>
    (await rig.callsheet(['report', 'campaign.yaml', '--format', format]).ended).stdout;
  expect((await report('csv')).split('\r\n').map((row) => row.split(',').slice(0, 4).join(','))).toEqual([
    'address,step,key,state',
    'funds,funds,,accepted',
    `code[${ada}],code,${ada},accepted`,
    '',
  ]);
  expect(JSON.parse(await report('json'))).toMatchObject([{ step: 'funds' }, { step: 'code', key: ada }]);
  expect(await report('junit')).toContain(`<testsuite name="code">
<testcase classname="code" name="code[${ada}]"/>
</testsuite>
`);
});

const fallback = `
fallback:
  uses: otp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { templateId: 31 }`;

/** How the report as text, and as a page, begins. */
async function verdictsOf(rig: CampaignRig): Promise<readonly (string | undefined)[]> {
  const of = async (format: string) =>
    (await rig.callsheet(['report', 'campaign.yaml', '--format', format]).ended).stdout;
  const [text, page] = [await of('text'), await of('html')];
  const ofJobs = /^.* accepted by the service; .*$/m;
  return [text, page.replaceAll('</p>', '\n').replace(/<[^>]*>/g, '')].map((shown) => ofJobs.exec(shown)?.[0]);
}

test('jobs of a removed step that were not needed are not among those that are skipped', async () => {
  await using rig = await createCampaignRig();
  const hello =
    'hello: { uses: whatsapp.send, forEach: members, needs: code, with: { type: text, text: { body: "{{ recipient.nick }}" } } }';
  await rig.write('members.csv', `phone,nick\n${people(2).join(',\n')},Ada\n`);
  await rig.campaign(`${otpStep}\n${fallback}\n${hello}`);
  await rig.run();
  await rig.campaign(`${otpStep}\n${hello}`);
  const verdict = '3 of 4 jobs accepted by the service; none in doubt; none pending; 1 skipped.';
  expect(await verdictsOf(rig)).toEqual([verdict, verdict]);
});

test('a report names a renamed step as the file does, before the next run, too', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.fault({ kind: 'status', operation: 'otp.send', recipient: people(2)[1], status: '-22' });
  await rig.campaign(otpStep);
  expect((await rig.run()).code).toBe(3);
  await rig.campaign(otpStep.replace('code:', 'welcome:\n  was: code'));
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(stdout).toContain('1  welcome rejected: -22 ');
  expect(stdout).toContain('`callsheet reconcile campaign.yaml --resend welcome --where job.code=-22`');
});

test('what is in flight of a step that runs as needed is needed', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.fault({ kind: 'status', operation: 'whatsapp.send', status: '-69' });
  await rig.fault({ kind: 'hang', operation: 'otp.send' });
  await rig.campaign(
    `${whatsappStep}\n${fallback.replaceAll('code', 'hello')}`,
    'limits: { concurrency: 2, stopAfter: never }',
  );
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await run.line(/fallback started/);
  await rig.answered(5);
  const verdict =
    'At least 0, at most 2 of 6 jobs accepted by the service; none in doubt; 2 in flight; 1 pending, 1 of which may not be needed; 3 rejected.';
  expect(await verdictsOf(rig)).toEqual([verdict, verdict]);
  run.kill('SIGKILL');
  await run.ended;
});

test('pending jobs that only an earlier failure would need are named apart, in the report and in the plan', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(`${otpStep}\n${fallback}`);
  const text = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(text.stdout).toContain(
    '\n0 of 4 jobs accepted by the service; none in doubt; 4 pending, 2 of which may not be needed.\n',
  );
  const page = await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended;
  expect(page.stdout).toContain(
    '<b>0</b> of 4 jobs accepted by the service; none in doubt; 4 pending, 2 of which may not be needed.',
  );
  const plan = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(plan.stdout).toContain('\n2 to send of 4, 2 depend on results\n');
  const json = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
  expect(JSON.parse(json.stdout)).toMatchObject({ totals: { jobs: 4, toSend: 2, skipped: 2, asNeeded: 2 } });
  const [somebody = ''] = people(1);
  const why = async () => (await rig.callsheet(['why', 'campaign.yaml', somebody]).ended).stdout;
  expect(await why()).toMatch(/\nfallback {2}otp\.send {2}\S+\n {2}only if `code` is rejected for them\n/);
  expect((await rig.run()).code).toBe(0);
  const ended = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(ended.stdout).toContain(
    '2 of 4 jobs accepted by the service; none in doubt; none pending; 2 skipped as not needed.\n',
  );
  expect(await why()).toMatch(/\nfallback .*\n {2}will not be sent: step `code` had a different outcome for them\n/);
});
