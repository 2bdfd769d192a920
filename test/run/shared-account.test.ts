import { expect, test } from 'vitest';
import {
  type CampaignRig,
  campaignText,
  createCampaignRig,
  membersText,
  once,
  people,
  whatsappStep,
} from '../rig/campaign-rig.ts';
import type { Child } from '../rig/child.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { isLong } from '../rig/sample-of.ts';

const ours = people(30);
const theirs = people(30, 31);

/** Two campaigns of one account: `campaign.yaml` for our people, `second.yaml` for theirs. */
async function twoCampaigns(rig: CampaignRig, limits: string, otherLimits = limits): Promise<void> {
  await rig.members(ours);
  await rig.write('others.csv', membersText(theirs));
  await rig.campaign(whatsappStep, `limits: { ${limits} }`);
  const second = campaignText(whatsappStep, `limits: { ${otherLimits} }`).replace(
    'campaign: trial',
    'campaign: second',
  );
  await rig.write('second.yaml', second.replace('members.csv', 'others.csv'));
}

function run(rig: CampaignRig, store: string, file: string, command = 'run'): Child {
  return rig.callsheet([command, file, ...(command === 'run' ? ['--yes'] : [])], { CALLSHEET_STORE: store });
}

/** What reached the service, as the sandbox's log has it, judged by the auditor. */
async function auditLog(rig: CampaignRig, store: string, requests: readonly object[] = rig.requests()) {
  await rig.write('log.json', JSON.stringify({ requests }));
  const audited = rig.callsheet(['audit', 'campaign.yaml', '--log', 'log.json', '--format', 'json'], {
    CALLSHEET_STORE: store,
  });
  const { findings } = JSON.parse((await audited.ended).stdout) as {
    readonly findings: readonly { readonly rule: string; readonly message: string }[];
  };
  return findings.filter(({ rule }) => rule === 'rate').map(({ message }) => message);
}

test.runIf(isLong)('two campaigns share the rate of their account, and nobody is left out', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'account: { rate: 30/6s }');
  const first = run(rig, store, 'campaign.yaml');
  const second = run(rig, store, 'second.yaml');
  expect([(await first.ended).code, (await second.ended).code]).toEqual([0, 0]);
  expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
  const rows = await query(store, 'SELECT at FROM callsheet.job ORDER BY at');
  const slots = rows.map(({ at }) => Number(at));
  expect(slots.filter((at, index) => index >= 30 && at - slots[index - 30]! < 6_000)).toEqual([]);
  expect(await auditLog(rig, store)).toEqual([]);
  const hurried = rig.requests().map((request, index) => ({ ...request, at: index * 180 }));
  expect(await auditLog(rig, store, hurried)).toContain(
    '31 starts of the account in 5400 ms; 30 in 6000 ms are allowed',
  );
});

test.runIf(isLong)(
  'the rate of an account holds where one of its campaigns is sent by workers and another is not',
  async () => {
    const store = await newDatabase();
    await using rig = await createCampaignRig();
    await twoCampaigns(rig, 'account: { rate: 600/m, concurrency: 16 }');
    const worker = run(rig, store, 'campaign.yaml', 'worker');
    const first = rig.callsheet(['run', 'campaign.yaml', '--yes', '--no-send'], { CALLSHEET_STORE: store });
    await rig.answered(1);
    const second = run(rig, store, 'second.yaml');
    expect([(await first.ended).code, (await second.ended).code]).toEqual([0, 0]);
    worker.kill('SIGTERM');
    expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
    // All leave so much later than their slots, and so keep the distances of their slots.
    const rows = await query(store, `SELECT (details ->> 'leftAt')::bigint - at AS late FROM callsheet.job`);
    expect(rows.filter(({ late }) => Number(late) < 200)).toEqual([]);
  },
);

test('concurrency, rate and doubts of an account hold over several workers of several campaigns', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'account: { rate: 30/6s, concurrency: 4, doubts: 50 }');
  const answerMs = 300;
  await rig.fault({ kind: 'delay', ms: answerMs });
  const workers = ['campaign.yaml', 'campaign.yaml', 'second.yaml', 'second.yaml'] as const;
  const sending = workers.map((file) => run(rig, store, file, 'worker'));
  const leaders = ['campaign.yaml', 'second.yaml'].map((file) =>
    rig.callsheet(['run', file, '--yes', '--no-send'], { CALLSHEET_STORE: store }),
  );
  for (const { ended } of leaders) expect((await ended).code).toBe(0);
  for (const worker of sending) worker.kill('SIGTERM');
  expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
  expect(await auditLog(rig, store)).toEqual([]);
  const times = rig.requests().map(({ at }) => Date.parse(at));
  const atOnce = times.map((end) => times.filter((at) => at <= end && at > end - answerMs + 50).length);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(4);
});

test.runIf(isLong)('the rate of an account counts what another campaign sent before, under other limits', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'rate: 20/s', 'account: { rate: 35/6s }');
  expect((await run(rig, store, 'campaign.yaml').ended).code).toBe(0);
  expect((await run(rig, store, 'second.yaml').ended).code).toBe(0);
  const times = rig.requests().map(({ at }) => Date.parse(at));
  // 30 of ours and the first 5 of theirs are 35.
  expect(times[35]! - times[0]!).toBeGreaterThanOrEqual(6_000 - 300);
  expect(times).toHaveLength(60);
});

test('two campaigns together have no more requests in flight than their account allows', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'account: { concurrency: 4 }');
  const answerMs = 150;
  await rig.fault({ kind: 'delay', ms: answerMs });
  const both = [run(rig, store, 'campaign.yaml'), run(rig, store, 'second.yaml')];
  for (const { ended } of both) expect((await ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
  const times = rig.requests().map(({ at }) => Date.parse(at));
  // An answer takes at least this long: later requests than those in the interval came after it.
  const atOnce = times.map((end) => times.filter((at) => at <= end && at > end - answerMs).length);
  expect(Math.max(...atOnce)).toBe(4);
  // Each had its part while both were at work.
  const begun = rig
    .requests()
    .slice(4, 40)
    .map(({ body }) => (body as { readonly recipient: string }).recipient);
  expect(begun.filter((name) => ours.includes(name)).length).toBeGreaterThan(8);
  expect(begun.filter((name) => theirs.includes(name)).length).toBeGreaterThan(8);
});

test('when the campaigns of an account have too many jobs in doubt together, all of them halt', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'rate: 4/s, doubts: 40, account: { doubts: 6 }');
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send' });
  const both = await Promise.all([run(rig, store, 'campaign.yaml').ended, run(rig, store, 'second.yaml').ended]);
  for (const { code, stdout } of both) {
    expect(code).toBe(4);
    expect(stdout).toMatch(/\d+ jobs of this account are in doubt, over all its campaigns \(limits\.account\.doubts\)/);
  }
});

test('a pause for which the service asks one campaign of an account is one of all', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'account: { rate: 600/m, concurrency: 2 }');
  const restMs = 3_000;
  const headers = { 'retry-after': String(restMs / 1_000) };
  await rig.fault({ kind: 'http', http: 429, headers, recipient: ours[0], times: 1 });
  const second = run(rig, store, 'second.yaml');
  await rig.answered(3);
  const first = run(rig, store, 'campaign.yaml');
  await second.line(/nothing starts until .*: HTTP 429/);
  // One of theirs may be in flight.
  const known = rig.requests().length + 1;
  expect([(await first.ended).code, (await second.ended).code]).toEqual([0, 0]);
  expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
  const asked = rig.requests().find(({ answer }) => answer.http === 429);
  const until = Date.parse(asked!.at) + restMs;
  expect(
    rig
      .requests()
      .slice(known)
      .filter(({ at }) => Date.parse(at) < until),
  ).toEqual([]);
});

test('a campaign with other limits of the account is refused while another one runs, and not after it', async () => {
  const store = await newDatabase();
  await using rig = await createCampaignRig();
  await twoCampaigns(rig, 'account: { rate: 30/6s, concurrency: 8 }', 'concurrency: 4');
  const first = run(rig, store, 'campaign.yaml');
  await rig.answered(1);
  expect(await run(rig, store, 'second.yaml').ended).toMatchObject({
    code: 2,
    stderr:
      'Campaign trial is running on the same account with `limits.account: { rate: 30/6s, concurrency: 8 }`, and second.yaml has no `limits.account`. Campaigns share these limits: write the same `limits.account` in both, or wait until trial has ended. Nothing was sent.\n',
  });
  expect((await first.ended).code).toBe(0);
  expect((await run(rig, store, 'second.yaml').ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once([...ours, ...theirs]));
});
