import { expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { campaignWorld, moneyInput } from '../../src/rehearsal/campaign-world.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { memoryFiles } from '../rig/memory-files.ts';

async function worldFor(steps: string, account = 'appId: my-app') {
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: trial
timezone: UTC
env: [PHONE]
account: { ${account} }
costs: { currency: IDR, otp.send: 600 }
audiences:
  people: { file: people.csv, key: phone, lastInbound: wrote }
steps:
${steps}`,
    '/c/people.csv':
      'phone,template,wrote\n2340001000101,71,2026-11-23T08:00:00Z\n2340001000102,72,2026-11-23T08:00:00Z\n',
  });
  const env = { PHONE: '2348099999999' };
  const { value: loaded } = await loadCampaign({
    path: '/c/campaign.yaml',
    cwd: '/c',
    files,
    env,
    inputs: {},
    depth: 'rendered',
  });
  return campaignWorld({ loaded: loaded!, run: '1', at: Date.parse('2026-11-23T09:00:00Z') });
}

test('the world of a campaign has what every person’s column names, and what a variable names beside an earlier step', async () => {
  const world = await worldFor(
    `  code: { uses: otp.send, forEach: people, with: { templateId: "{{ recipient.template }}" } }
  hello:
    uses: whatsapp.send
    forEach: people
    needs: code
    with: { type: text, text: { body: "Your code {{ steps.code.verificationId }}" } }
`,
    'appId: my-app, businessPhone: "{{ env.PHONE }}"',
  );
  expect(world.templates.map(({ templateId }) => templateId)).toEqual([31, 32, 71, 72]);
  expect(world.businessNumbers.map(({ number }) => number)).toEqual(['2348000000001', '2348099999999']);
});

test('it has an agent in each group that a redial transfers to', async () => {
  const { agents, tasks } = await worldFor(`  again:
    uses: voice.redial
    with:
      taskId: 5005
      taskName: "again-{{ run.id }}"
      source: 1
      voiceFileId: greeting
      toSeat: 1
      sipGroupId: 77
      outboundControl: 1
      calloutRate: 2
      toSeatType: 1
`);
  expect(agents.filter(({ voiceGroupId }) => voiceGroupId === 77)).toHaveLength(1);
  expect(tasks.at(-1)).toMatchObject({ taskId: 5005, state: 'completed' });
});

test('its money can be said in a world file, however many units a message costs', () => {
  const costs = [0.005, 49, 600, 250_000];
  expect(costs.flatMap((cost) => readWorld(moneyInput({ 'otp.send': cost })).findings)).toEqual([]);
});
