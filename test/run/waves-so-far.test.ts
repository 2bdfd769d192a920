import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { RunReader } from '../../src/ledger/backend.ts';
import type { Change } from '../../src/ledger/change.ts';
import { readWavesSoFar } from '../../src/run/summary.ts';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';
import { about, backends, leaseOf } from '../rig/state-backends.ts';

const members = people(20);
const hello = `
hello:
  uses: whatsapp.send
  forEach: { audience: members, waves: [5, 10, rest] }
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
`;

test('views say what each wave came to, also once doubts of an earlier one are decided', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(hello, 'limits: { concurrency: 1, doubts: 9 }');
  const command = async (...args: readonly string[]): Promise<string> => (await rig.callsheet(args).ended).stdout;
  const waits = async (wave: number, words: string): Promise<void> => {
    const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await run.line(new RegExp(`wave ${wave} of 3 is over, ${words}; `));
    run.kill('SIGINT');
    await run.ended;
  };
  await rig.fault({ kind: 'reset-after', times: 2 });
  await waits(1, '3 accepted, 2 in doubt');
  await command('promote', 'campaign.yaml');
  await waits(2, '10 accepted');
  const status = async () =>
    JSON.parse(await command('status', 'campaign.yaml', '--format', 'json')) as { inDoubt: string[]; waves: unknown[] };
  const [delivered, lost] = (await status()).inDoubt;
  await command('reconcile', 'campaign.yaml', '--accept', delivered!, '--resend', lost!, '--now');
  // Before it is sent again.
  expect(await command('status', 'campaign.yaml')).toMatch(/hello, wave 1: 5 of 20 people, since .*: 4 accepted\.\n/);
  // Beside the wave.
  await command('run', 'campaign.yaml', '--yes', '--only', lost!.slice(6, -1));
  await waits(2, '10 accepted');

  const lines =
    /wave 1: 5 of 20 people, since [^.]*: 5 accepted\.[^]*wave 2: 10 of 20 people, since [^.]*: 10 accepted\./;
  expect(await command('status', 'campaign.yaml')).toMatch(lines);
  expect(await command('report', 'campaign.yaml')).toMatch(lines);
  expect(await command('report', 'campaign.yaml', '--format', 'html')).toMatch(lines);
  expect((await status()).waves).toMatchObject([
    { wave: 1, people: 5, accepted: 5, rejected: 0, inDoubt: 0 },
    { wave: 2, people: 10, accepted: 10, rejected: 0, inDoubt: 0 },
  ]);
});

test('a wave has no more people than it may send to, in a plan as in what became of it, where some of the one before are skipped', async () => {
  await using rig = await createCampaignRig();
  // The sessions of every other one are over before their turn.
  const rows = members.map((key, index) => `${key},Ada,2026-11-22T${index % 2 === 0 ? '09:15' : '15:00'}:00+01:00`);
  await rig.write('members.csv', `phone,first_name,wrote\n${rows.join('\n')}\n`);
  const steps = hello.replaceAll('\n', '\n  ').replace('10, rest]', '3, rest], between: { after: 1m }');
  const audience = 'audiences:\n  members: { file: members.csv, key: phone, lastInbound: wrote }';
  const head = 'campaign: skipping\ntimezone: Africa/Lagos\nstarts: 2026-11-23 09:00\nlimits: { rate: 1/10m }';
  const account = 'account: { appId: sandbox-app, businessPhone: "2348000000001" }';
  await rig.write('campaign.yaml', `${head}\n${account}\n${audience}\nsteps:${steps}`);
  const command = async (...args: readonly string[]): Promise<string> => (await rig.callsheet(args).ended).stdout;

  const at = ['--at', '2026-11-23 09:00', '--format', 'json'];
  const planned = JSON.parse(await command('plan', 'campaign.yaml', ...at)) as {
    steps: { waves: { people: number }[] }[];
  };
  await command('run', 'campaign.yaml', '--sandbox');
  const status = JSON.parse(await command('status', 'campaign.yaml', '--sandbox', '--format', 'json')) as {
    waves: { people: number; accepted: number }[];
  };
  expect(planned.steps[0]!.waves.map(({ people: some }) => some)).toEqual(status.waves.map(({ accepted }) => accepted));
  expect(status.waves).toMatchObject([
    { people: 5, accepted: 4 },
    { people: 3, accepted: 3 },
    { people: 5, accepted: 5 },
  ]);
});

test.each(Object.entries(backends))(
  'a job belongs to the wave in which it was first started, whatever became of it since, in %s',
  async (_, open) => {
    const backend = open();
    const lease = await leaseOf(backend);
    const intend = (key: string, at: number, attempt = 1): Change => ({
      kind: 'intend',
      to: { step: 'hello', key, attempt, at, requestHash: 'aa' },
    });
    const settle = (key: string, state: 'accepted' | 'rejected' | 'inDoubt', at: number, attempt = 1): Change => ({
      kind: 'settle',
      to: { step: 'hello', key, attempt, at, state },
    });
    const begin = (wave: number, at: number, sent: Partial<Record<'accepted' | 'inDoubt', number>> = {}): Change => ({
      kind: 'wave',
      begun: {
        step: 'hello',
        wave,
        at,
        people: 2 + wave,
        of: 9,
        before: { accepted: 0, rejected: 0, inDoubt: 0, ...sent },
      },
    });
    const changes: readonly (readonly Change[])[] = [
      // By `--first`.
      [intend('1', 900)],
      [settle('1', 'accepted', 950)],
      [begin(0, 1_000, { accepted: 1 })],
      [intend('2', 1_000), intend('3', 1_000)],
      [settle('2', 'inDoubt', 1_100), settle('3', 'inDoubt', 1_100)],
      [begin(1, 1_200, { accepted: 1, inDoubt: 2 })],
    ];
    for (const group of changes) await lease.apply(group);
    await backend.decide(about, [
      { step: 'hello', key: '2', attempts: 1, state: 'accepted', at: 1_300 },
      { step: 'hello', key: '3', attempts: 1, state: 'pending', at: 1_300 },
    ]);
    await lease.apply([intend('3', 1_400, 2)]);
    await lease.apply([settle('3', 'rejected', 1_500, 2)]);
    await lease.apply([intend('4', 1_400), intend('5', 1_400)]);
    await lease.apply([settle('4', 'accepted', 1_500)]);

    const campaign = { steps: [{ id: 'hello', forEach: { waves: {} } }] } as unknown as Campaign;
    const counts = async (reader: RunReader, underWay: boolean) =>
      (await readWavesSoFar(campaign, reader, underWay)).map(({ accepted, rejected, inDoubt }) => [
        accepted,
        rejected,
        inDoubt,
      ]);
    expect(await counts(lease, true)).toEqual([
      [1, 1, 0],
      [1, 0, 0],
    ]);
    // Once the process has died.
    expect((await counts(lease, false))[1]).toEqual([1, 0, 1]);
    await lease.close();
  },
);

test('no jobs are read for a campaign without waves, nor before one has begun', async () => {
  const reader: Pick<RunReader, 'waves' | 'stepHistories'> = {
    waves: async () => [],
    stepHistories: () => Promise.reject(new Error('a million jobs')),
  };
  const campaign = { steps: [{ id: 'hello', forEach: { waves: {} } }] } as unknown as Campaign;
  expect(await readWavesSoFar(campaign, reader, false)).toEqual([]);
});
