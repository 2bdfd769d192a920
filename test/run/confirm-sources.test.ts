import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { type CampaignRig, createCampaignRig, once, otpStep } from '../rig/campaign-rig.ts';

const [ada, ben, cem, eve] = ['2348030000001', '2348030000002', '2348030000003', '2348030000004'] as const;
const env = { CALLSHEET_AUDIENCE_MEMBERS_URL: 'crm.db' };

function change({ folder }: CampaignRig, sql: string): void {
  const database = openDatabase(join(folder, 'crm.db'));
  database.exec(sql);
  database.close();
}

/** A run that was confirmed for these people, of a source that each start reads again, and halted after Ada. */
async function haltedRun(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  change(
    rig,
    `CREATE TABLE members (phone TEXT, last TEXT); INSERT INTO members VALUES ('${ada}', '2026-01-01T10:00:00Z'),
      ('${ben}', '2026-01-01T10:00:00Z'), ('${cem}', '2026-01-01T10:00:00Z')`,
  );
  await rig.write('members.sql', 'SELECT phone, last FROM members ORDER BY phone\n');
  await rig.campaign(
    otpStep,
    `limits: { concurrency: 1 }
audiences:
  members:
    sql: members.sql
    from: sqlite
    columns: { phone: text, last: instant }
    refresh: tracking
    key: phone
    lastInbound: last`,
  );
  await rig.fault({ kind: 'status', status: '-10', skip: 1, times: 1 });
  const { code, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--yes'], env).ended;
  expect([code, stderr]).toEqual([4, expect.anything()]);
  return rig;
}

/** What the next run asks about, without a terminal to ask on: undefined where it asks nothing. */
async function askedAbout(rig: CampaignRig): Promise<string | undefined> {
  const { code, stderr } = await rig.callsheet(['run', 'campaign.yaml'], env).ended;
  if (code === 0) return undefined;
  expect([code, stderr]).toEqual([2, expect.anything()]);
  return /\nChanged since .*:\n((?: {2}.*\n)*)/.exec(stderr)?.[1];
}

test.each([
  ['people were only removed', `DELETE FROM members WHERE phone = '${ben}'`, [ada, cem]],
  ['their last messages are later', "UPDATE members SET last = '2026-02-01T10:00:00Z'", [ada, ben, cem]],
])('a source that is read again asks nothing if %s', async (_, sql, reached) => {
  await using rig = await haltedRun();
  change(rig, sql);
  expect(await askedAbout(rig)).toBeUndefined();
  expect(rig.effects('otp.send')).toEqual(once(reached));
});

test('a source that is read again asks about people who were added', async () => {
  await using rig = await haltedRun();
  change(rig, `INSERT INTO members VALUES ('${eve}', NULL)`);
  expect(await askedAbout(rig)).toBe('  code: 1 person added\n');
  expect(rig.effects('otp.send')).toEqual(once([ada]));
});
