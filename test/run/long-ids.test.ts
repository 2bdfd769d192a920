import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';

/** Each is rounded to another one of them where it becomes a JavaScript number. */
const jobs = ['9007199254740993', '9007199254740995', '9223372036854775807'];
const [written, ofColumn, ofAnswer] = jobs as [string, string, string];
const world = { aiVoiceJobs: jobs.map((jobId) => ({ jobId, state: 'running' }) as const) };

const campaign = `
written: { uses: aivoice.pause, with: { jobId: "${written}" } }
ofColumn: { uses: aivoice.pause, forEach: members, with: { jobId: "{{ recipient.job }}" } }
`;
const afterwards = `${whatsappStep.trim()}
ofAnswer: { uses: aivoice.pause, forEach: members, needs: hello, with: { jobId: "{{ steps.hello.messageId }}" } }
`;

/** As they were sent: JSON without anything read. */
function sentIds(rig: CampaignRig): readonly (string | undefined)[] {
  return [...rig.sandbox.sandbox.account.journal.lines()].flatMap((line) => {
    const [, id] = /"body":\{[^}]*"jobId":([^,}]+)/.exec(line) ?? [];
    return line.includes('"operation":"aivoice.pause"') ? [id] : [];
  });
}

test('an id beyond 2^53 is sent digit by digit, from the file, a cell and an answer, and is recorded so', async () => {
  await using rig = await createCampaignRig({ world });
  await rig.write('members.csv', `phone,first_name,job\n${people(1)[0]},Ada,${ofColumn}\n`);
  await rig.campaign(campaign);
  const rehearsed = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
  expect(rehearsed.stdout).toContain('2 requests, 2 accepted');

  await rig.campaign(campaign + afterwards);
  const body = `{"status":"0","reason":"ok","data":{"messageId":${ofAnswer}}}`;
  await rig.fault({ kind: 'http', http: 200, when: 'after', operation: 'whatsapp.send', body });
  const ended = await rig.run();
  expect(sumsOf(ended)).toMatchObject({ total: '4 · · · · ·' });
  expect(sentIds(rig)).toHaveLength(jobs.length);
  expect(new Set(sentIds(rig))).toEqual(new Set(jobs));
  const audit = await rig.callsheet(['audit', 'campaign.yaml']).ended;
  expect(audit.stdout).toContain('nobody contacted twice                                ok');
  const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
  expect(jobs.filter((id) => report.stdout.includes(`"naturalKey":"${id}"`))).toEqual(jobs);
});

test('the sandbox finds a task by all digits of its id, and takes none that is beyond 64 bits', async () => {
  await using rig = await createCampaignRig({ world });
  const pause = async (jobId: string): Promise<unknown> => {
    const call = await rig.callsheet([
      'call',
      'aivoice.pause',
      '--yes',
      '--data',
      `{"appId":"sandbox-app","jobId":${jobId}}`,
    ]).ended;
    return [call.code, call.stdout.split('\n')[0]];
  };
  expect(await pause('9007199254740992')).toEqual([3, '-32: outbound task does not exist']);
  expect(await pause('9223372036854775808')).toEqual([
    1,
    'jobId must be a Long, a whole number; it is a number of 16 or more digits (the service answers -27)',
  ]);
  expect(await pause(written)).toEqual([0, '{']);
});
