import { expect, test } from 'vitest';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';

test('the audit finds in a store a contact that is lost, and one that is too many', async () => {
  await using team = await createTeam(60);
  const audited = async () => {
    const { code, stdout, stderr } = await team.start(['audit', 'campaign.yaml', '--format', 'json']).ended;
    expect(stderr).toBe('');
    const { findings, contacts } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly rule: string; readonly message: string }[];
      readonly contacts: object;
    };
    return { code, contacts, said: findings.map(({ rule, message }) => `${rule}: ${message}`) };
  };
  expect(await team.start(['run', 'campaign.yaml', '--yes']).ended).toMatchObject({ code: 0 });
  const contacts = { jobs: members.length, forgotten: 0 };
  expect(await audited()).toEqual({ code: 0, contacts, said: [] });

  const change = (sql: string) => query(team.database, sql.replaceAll('ledger.', 'callsheet_contacts.'));
  await change(
    'DELETE FROM ledger.contact WHERE person = (SELECT person FROM ledger.contact ORDER BY person DESC LIMIT 1)',
  );
  await change(`INSERT INTO ledger.scope (project, campaign, run, step)
    SELECT project, 'autumn', run, step FROM ledger.scope LIMIT 1`);
  await change(`INSERT INTO ledger.contact (person, scope, at, channel, purpose, open)
    SELECT person, (SELECT id FROM ledger.scope WHERE campaign = 'autumn'), at + 1000, channel, purpose, open
    FROM ledger.contact ORDER BY person LIMIT 1`);
  expect(await audited()).toEqual({
    code: 1,
    contacts,
    said: [
      'contacts: has no contact in the contact ledger',
      expect.stringMatching(/^caps: 2 contacts in \d+ ms, also of `autumn`; `1\/48h` allows 1$/),
    ],
  });
});
