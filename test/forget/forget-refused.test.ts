import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';

const [first, me] = people(2) as [string, string];

/** Another file: libsql keeps one open for a while after it was closed. */
function replace(path: string, bytes: string | Uint8Array): void {
  rmSync(path);
  writeFileSync(path, bytes);
}

function tombstonesIn(folder: string): number {
  const database = openDatabase(join(folder, '.callsheet', 'ledger.db'));
  try {
    return database.prepare('SELECT person FROM tombstone').all().length;
  } finally {
    database.close();
  }
}

describe('`callsheet forget`', () => {
  test('takes the pepper from --env-file, and names the file that it cannot use', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me]);
    await rig.campaign(otpStep);
    await rig.write('.env', 'CALLSHEET_CONTACTS_PEPPER=a pepper of thirty characters\n');
    await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
    expect((await rig.run('--env-file', '.env')).code).toBe(0);
    const forgotten = await rig.callsheet(['forget', me, '--env-file', '.env']).ended;
    expect([forgotten.code, forgotten.stderr]).toEqual([0, 'Rewritten: .callsheet/ledger.db\n']);
    expect((await rig.run('--env-file', '.env', '--accept-edits')).code).toBe(0);
    const without = await rig.callsheet(['forget', first]).ended;
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('their key `contacts.key` is missing')]);
    const damaged = join(rig.folder, '.callsheet', 'ledger.db');
    for (const log of ['-wal', '-shm']) rmSync(damaged + log, { force: true });
    writeFileSync(damaged, readFileSync(damaged).fill(0x41, 0, 4096));
    const refused = await rig.callsheet(['forget', first, '--env-file', '.env']).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('ledger.db is damaged')]);
  });

  test('is refused with another key, and what was recorded works with its own as before', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me]);
    await rig.campaign(otpStep);
    await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
    expect((await rig.run('--only', first)).code).toBe(0);
    await rig.write('other.env', 'CALLSHEET_CONTACTS_PEPPER=of another project altogether\n');
    const refused = await rig.callsheet(['forget', me, '--env-file', 'other.env']).ended;
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/ledger\.db was made with another key.* Nothing was changed\.\n$/);
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).code).toBe(0);
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    // Now there is a list, too.
    const again = await rig.callsheet(['forget', me, '--env-file', 'other.env']).ended;
    expect(again.stderr).toMatch(
      /ledger\.db, cannot be read: they were recorded with another key\. .* Nothing was changed\.\n$/,
    );
    expect((await rig.run('--accept-edits')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([first]));
  });

  test('is refused in a folder with nothing of a project: nobody is kept from contacting the person by what is there', async () => {
    await using rig = await createCampaignRig();
    const refused = await rig.callsheet(['forget', me]).ended;
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /no file with this number: name the folder of the campaigns\. Nothing was changed\.\n$/,
    );
    expect(existsSync(join(rig.folder, '.callsheet'))).toBe(false);
  });

  test('is refused where the ledger is of a newer version: its records would stay', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me]);
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const database = openDatabase(join(rig.folder, '.callsheet', 'ledger.db'));
    database.exec('PRAGMA user_version = 9');
    database.close();
    for (const dryRun of [['--dry-run'], []]) {
      const refused = await rig.callsheet(['forget', me, ...dryRun]).ended;
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toMatch(/ledger\.db .*newer.* Nothing was changed\.\n$/);
    }
    expect(tombstonesIn(rig.folder)).toBe(0);
  });

  test('changes nothing where the contact ledger cannot be written, and works once it can', async () => {
    await using rig = await createCampaignRig();
    await rig.write('contacts.yaml', 'project: shop\n');
    expect((await rig.callsheet(['suppress', me, '--reason', 'asked to stop']).ended).code).toBe(0);
    const ledger = join(rig.folder, '.callsheet', 'ledger.db');
    const bytes = readFileSync(ledger);
    // By the format of the file, a version of writing that is unknown makes it read-only, for every user.
    writeFileSync(ledger, Buffer.from(bytes).fill(3, 18, 19));
    for (const dryRun of [['--dry-run'], []]) {
      const refused = await rig.callsheet(['forget', me, ...dryRun]).ended;
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toMatch(
        /ledger\.db cannot be read or written \(attempt to write a readonly database\)\. Check the permissions .* Nothing was changed\.\n$/,
      );
    }
    writeFileSync(ledger, bytes);
    expect(tombstonesIn(rig.folder)).toBe(0);
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    expect((await rig.callsheet(['suppress', me]).ended).stdout).toBe('234…0002 is not suppressed\n');
  });

  test.each([
    ['lost', (ledger: string) => rmSync(ledger)],
    ['emptied', (ledger: string) => replace(ledger, '')],
    ['one of an older copy', (ledger: string, older: Uint8Array) => replace(ledger, older)],
  ])('nobody is contacted where the ledger is %s, until who was in it is forgotten once more', async (_, damage) => {
    await using rig = await createCampaignRig();
    const third = people(3)[2]!;
    await rig.members([first, me, third]);
    await rig.campaign(otpStep);
    const ledger = join(rig.folder, '.callsheet', 'ledger.db');
    expect((await rig.callsheet(['forget', first]).ended).code).toBe(0);
    const older = readFileSync(ledger);
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    damage(ledger, older);
    // As on a machine that has never seen the ledger.
    const home = join(rig.folder, 'home');
    for (const command of [['check'], ['plan'], ['run', '--yes', '--adopt']]) {
      const { code, stdout } = await rig.callsheet([command[0]!, 'campaign.yaml', ...command.slice(1)], {
        XDG_STATE_HOME: home,
        HOME: home,
      }).ended;
      expect([code, stdout]).toEqual([1, expect.stringMatching(/CS6022 .* of them (is|are) not in the ledger, which/)]);
    }
    await rig.write('contacts.yaml', 'project: shop\n');
    const { code } = await rig.callsheet(['suppress', third, '--reason', 'asked'], { HOME: home }).ended;
    expect(code).toBe(2);
    rmSync(join(rig.folder, 'contacts.yaml'));
    for (const one of [first, me])
      expect(await rig.callsheet(['forget', one], { HOME: home }).ended).toMatchObject({ code: 0, stderr: '' });
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([third]));
  });

  test('a text that is not a number, and a number without its country code, are refused', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    await rig.members([first]);
    const refused = await rig.callsheet(['forget', '0803 000 0002']).ended;
    expect([refused.code, refused.stderr]).toEqual([
      2,
      '0803 000 0002 is not a phone number: use the country code and digits, such as 2348012345678, or --country. Nothing was changed.\n',
    ]);
    const dry = await rig.callsheet(['forget', '0803 000 0002', '--country', 'NG', '--dry-run']).ended;
    expect([dry.code, dry.stdout.split('\n')[0]]).toEqual([0, 'No file has 234…0002.']);
  });
});
