import { expect, test } from 'vitest';
import type { Words } from '../../src/control/shown/words.ts';
import { formatDayTime } from '../../src/report/plan/words.ts';
import { createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { wordsText } from '../rig/words-text.ts';

/** With times as the terminal has them. */
const asPrinted = (words: Words): string => wordsText(words, (at) => formatDayTime(at, noonZone()));

const because = 'the service answered -68: balance insufficient; top up the account';

test('why a run stopped is in every view, with what to do, until a process carries it out again', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(40));
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'status', status: '-68', skip: 9, times: 1 });
  await rig.run();
  const room = await openControlRoom(rig, ['campaign.yaml']);
  const shown = async () => {
    const text = async (...args: string[]) => (await rig.callsheet([...args]).ended).stdout;
    const { sentence } = (await room.follow(
      '/api/overview?file=campaign.yaml',
      ({ planning }) => planning === false,
    )) as {
      sentence: Words;
    };
    const { rows } = (await room.follow('/api/campaigns', () => true)) as { rows: { ended?: Words }[] };
    return {
      status: (await text('status', 'campaign.yaml')).split('\n')[1],
      json: JSON.parse(await text('status', 'campaign.yaml', '--format', 'json')) as { ended?: unknown },
      report: /^Stopped.*$/m.exec(await text('report', 'campaign.yaml'))?.[0] ?? '',
      page: /(?<=<p class="ended">).*(?=<\/p>)/
        .exec(await text('report', 'campaign.yaml', '--format', 'html'))?.[0]
        .replace(/<[^>]*>/g, ''),
      sentence: asPrinted(sentence),
      row: rows[0]?.ended && asPrinted(rows[0].ended),
    };
  };
  const stopped = expect.stringMatching(new RegExp(`^Stopped \\w+ \\d+ \\w+ \\d\\d:\\d\\d: ${because}\\.$`)) as string;
  const found = await shown();
  expect(found).toMatchObject({
    status: stopped,
    json: { state: 'stopped', ended: { exitCode: 4, reason: because } },
    report: stopped,
    page: stopped,
  });
  expect(`${found.row}.`).toBe(found.status);
  expect(found.sentence).toBe(`${found.row}. 31 to send.`);

  expect((await rig.run()).code).toBe(0);
  const done = await shown();
  expect([done.status, done.report, done.page, done.row, done.json.ended]).toEqual([
    '',
    '',
    undefined,
    undefined,
    { exitCode: 0, at: expect.any(String) as string },
  ]);
  expect(done.sentence).toBe('Finished: 40 accepted.');
});

test('a process that died is named as the reason', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(40));
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'delay', ms: 50 });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(5);
  run.kill('SIGKILL');
  await run.ended;
  expect((await rig.callsheet(['status', 'campaign.yaml']).ended).stdout.split('\n')[1]).toBe(
    'Its process died: it was killed, it crashed, or its machine stopped.',
  );
});

test('a process that died with its last request in flight has one state in the first lines of status', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(whatsappStep);
  await rig.fault({ kind: 'hang', when: 'after' });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await expect.poll(() => rig.effects('whatsapp.send'), { timeout: 15_000 }).toEqual(once(people(1)));
  run.kill('SIGKILL');
  await run.ended;
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'trial, run 1: finished',
    'Its process died: it was killed, it crashed, or its machine stopped.',
  ]);
  expect(stdout).toContain('In doubt since the process ended: hello[');
});

test('what a person can do about a step that stopped names the file in every view', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(`
  call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: Hello, lan: EN } }
  again:
    uses: voice.redial
    needs: call
    with: { taskId: "{{ steps.call.taskId }}", source: 3, text: Hello, lan: EN }
`);
  await rig.fault({ kind: 'reset-after', times: 1 });
  await rig.run();
  const words = '`callsheet reconcile campaign.yaml --accept call --output NAME=VALUE`';
  for (const command of ['status', 'plan', 'audit']) {
    const { stdout, stderr } = await rig.callsheet([command, 'campaign.yaml']).ended;
    expect(stdout + stderr).toContain(words);
  }
});

test('a number in the answer of the service is not recorded with the reason', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(whatsappStep);
  await rig.fault({ kind: 'status', status: '-68', reason: 'no \u0000\u001b[31mmoney for 2348012345678' });
  await rig.run();
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml', '--show-numbers']).ended;
  expect(stdout).toMatch(/no \S+money for 234…5678/);
  for (const hidden of ['\u0000', '\u001b']) expect(stdout).not.toContain(hidden);
});

test('a run whose process died has work left where nothing but requests is left that the next one retries', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'hang', operation: 'otp.send', recipient: people(2)[1], when: 'after' });
  const killed = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(2);
  killed.kill('SIGKILL');
  await killed.ended;
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout.match(/^trial, run 1: .*$/gm)).toEqual([
    'trial, run 1: stopped with work left; continue with `callsheet run campaign.yaml`',
  ]);
  expect(stdout).toContain('Next, once you use `callsheet run campaign.yaml`: code, at once.\n');
});

test('status --format json has the exit code of the process, and whether work was left', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(
    `gate: { uses: axb.list, expect: { records: { atLeast: 50 } }, with: {} }${whatsappStep.replace('hello:', 'hello:\n  needs: gate')}`,
  );
  expect((await rig.run()).code).toBe(3);
  const status = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'stopped', ended: { exitCode: 3, workLeft: true } });
});
