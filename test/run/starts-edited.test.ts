import { expect, test } from 'vitest';
import { campaignText, createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const members = people(6);
/** Long past: a run of it needs --late. */
const first = 'starts: 2020-01-06 09:00';
const moved = 'starts: 2020-01-07 09:00';

/** A campaign that is halted with some people reached, and then gets another `starts`. */
async function halted(steps: string, before: string, after: string) {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(steps, `${before}\nlimits: { concurrency: 1 }`);
  await rig.fault({ kind: 'status', status: '-68', skip: 3 });
  expect((await rig.run('--late')).code).toBe(4);
  await rig.noFaults();
  await rig.campaign(steps, `${after}\nlimits: { concurrency: 1 }`);
  return rig;
}

test.each([
  ['moved', first, moved, '2020-01-06', '2020-01-07'],
  ['added', '', first, '1', '2020-01-06'],
  ['removed', first, '', '2020-01-06', '1'],
])('when `starts` is %s after a halt, nothing is sent until the run is named', async (_, before, after, old, now) => {
  await using rig = await halted(whatsappStep, before, after);
  const reached = rig.effects('whatsapp.send');
  expect(Object.keys(reached)).toHaveLength(3);
  const { code, stdout, stderr } = await rig.run('--late');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.replace(/last on [^)]+/, 'last on …')).toBe(
    `campaign.yaml would start a new run, ${now}, but run ${old} has already contacted 3 people (last on …). Without --run, a run is named by \`starts\`, which was added, changed or removed since. To continue that run: \`callsheet run campaign.yaml --run ${old}\`. To contact people again in a new run: \`callsheet run campaign.yaml --run ${now}\`. Nothing was sent.\n`,
  );
  expect(rig.effects('whatsapp.send')).toEqual(reached);

  expect((await rig.run('--late', '--run', old)).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('what only looks says it too, in every format, and nothing more once the further run has begun', async () => {
  await using rig = await halted(whatsappStep, first, moved);
  const says = async (...args: readonly string[]) => {
    const { code, stderr } = await rig.callsheet([args[0]!, 'campaign.yaml', ...args.slice(1)]).ended;
    return {
      code,
      says: stderr.includes(
        'campaign.yaml would start a new run, 2020-01-07, but run 2020-01-06 has already contacted 3 people',
      ),
    };
  };
  const looks = [
    ['check'],
    ['check', '--format', 'json'],
    ['plan'],
    ['plan', '--format', 'json'],
    ['plan', '--format', 'markdown'],
    ['plan', '--jobs'],
    ['status'],
    ['status', '--format', 'json'],
  ];
  for (const look of looks) expect([look, await says(...look)]).toEqual([look, { code: 0, says: true }]);
  expect(await says('check', '--quiet')).toEqual({ code: 0, says: false });
  expect(await says('plan', '--run', '2020-01-07')).toEqual({ code: 0, says: false });

  expect((await rig.run('--late', '--run', '2020-01-07')).code).toBe(0);
  for (const look of looks) expect([look, await says(...look)]).toEqual([look, { code: 0, says: false }]);
  // It goes on by its own name.
  expect((await rig.run()).code).toBe(0);
});

test('each month is a further run, which is named', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(otpStep, first);
  expect((await rig.run('--late')).code).toBe(0);
  await rig.campaign(otpStep, moved);
  expect((await rig.run('--late')).code).toBe(2);
  expect(rig.effects('otp.send')).toEqual(once(members));
  expect((await rig.run('--late', '--run', 'february')).code).toBe(0);
  const { code, stderr } = await rig.run('--late');
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /but run february has already contacted 6 people \(last on [^)]+\); run 2020-01-06 has already contacted 6 people \(last on [^)]+\)\. Without --run, a run is named by `starts`\. To continue that run: `callsheet run campaign\.yaml --run february`\./,
  );
  expect(rig.effects('otp.send')).toEqual(Object.fromEntries(members.map((name) => [name, 2])));
});

test('a step that was renamed since is the same, and one that contacts nobody does not count', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  const asks = 'funds: { uses: sms.balance }\n';
  await rig.campaign(asks, first);
  expect((await rig.run('--late')).code).toBe(0);
  await rig.campaign(asks + otpStep, moved);
  expect((await rig.run('--late')).code).toBe(0);
  await rig.campaign(otpStep.replace('code:', 'pin:\n  was: code'), first);
  expect((await rig.run('--late')).code).toBe(2);
  expect(rig.effects('otp.send')).toEqual(once(members));
});

test('a new step that may be one of the other run under another name stops the run, too', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(`funds: { uses: sms.balance }\n${otpStep}`, first);
  expect((await rig.run('--late')).code).toBe(0);
  const renamed = otpStep.replace('code:', 'pin:');
  await rig.campaign(renamed, moved);
  const { code, stderr } = await rig.run('--late');
  expect(code).toBe(2);
  expect(stderr).toContain('but run 2020-01-06 has already contacted 6 people');
  // In that run it is a question of its own.
  expect((await rig.run('--late', '--run', '2020-01-06')).code).toBe(2);
  expect(rig.effects('otp.send')).toEqual(once(members));
  // Nobody was reached by a step that asks for the balance.
  await rig.campaign('money: { uses: sms.balance }\n', moved);
  expect((await rig.run('--late')).code).toBe(0);
});

test('a sandbox run and a watch stop alike', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(otpStep, first);
  const trial = () => rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended;
  expect((await trial()).code).toBe(0);
  await rig.campaign(otpStep, moved);
  const { code, stderr } = await trial();
  expect(code).toBe(2);
  expect(stderr).toContain('To start the trial over: `callsheet run campaign.yaml --sandbox --fresh`.');
  expect((await rig.callsheet(['check', 'campaign.yaml']).ended).stderr).toBe('');

  expect((await rig.run('--late')).code).toBe(0);
  const watch = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes', '--late']);
  await watch.line(/^Watching/);
  const refused = watch.nextLine(/would start a new run, 2020-01-08, .* Nothing was sent\.$/);
  await rig.replace('campaign.yaml', campaignText(otpStep, 'starts: 2020-01-08 09:00'));
  await refused;
  watch.kill('SIGINT');
  await watch.ended;
  expect(rig.effects('otp.send')).toEqual(once(members));
});
