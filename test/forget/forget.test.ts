import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { readSavedPlan } from '../../src/plan/saved/saved-plan.ts';
import { openSnapshotFolder } from '../../src/snapshot/snapshot-folder.ts';
import {
  type CampaignRig,
  createCampaignRig,
  membersText,
  once,
  otpStep,
  people,
  sumsOf,
  whatsappStep,
} from '../rig/campaign-rig.ts';
import { filesWith } from '../rig/files-with.ts';

const [first, me, third, fourth] = people(4) as [string, string, string, string];
/** As the list has it: `+234 803 000 0002`. */
const asWritten = `+${me.slice(0, 3)} ${me.slice(3, 6)} ${me.slice(6, 9)} ${me.slice(9)}`;

/** Files that have the number before it is forgotten, among others. */
const written = [
  '.callsheet/ledger.db',
  '.callsheet/trial.sandbox-ledger.db',
  '.callsheet/ledger.sandbox.db',
  'jobs.csv',
  'jobs.csv.gz',
  'jobs.json',
  'jobs.xml',
  'plan.ndjson',
  'plans/first.json',
  'trial.csv',
  'why.json',
];

async function rigWithEverything(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.write('members.csv', membersText([first, asWritten, third, fourth]));
  await rig.write('packed.csv.gz', gzipSync(membersText([me, first])));
  await rig.campaign(
    `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\nmore:\n  uses: otp.send\n  needs: code\n  forEach: packed\n  with: { templateId: 31 }\n`,
    'audiences:\n  members: { file: members.csv, key: phone }\n  packed: { file: packed.csv.gz, key: phone }',
  );
  return rig;
}

async function reportsOf(rig: CampaignRig): Promise<void> {
  for (const [name, ...args] of [
    ['jobs.csv', 'report', 'campaign.yaml', '--format', 'csv'],
    ['jobs.json', 'report', 'campaign.yaml', '--format', 'json'],
    ['jobs.xml', 'report', 'campaign.yaml', '--format', 'junit'],
    ['jobs.html', 'report', 'campaign.yaml', '--format', 'html', '--show-numbers'],
    ['why.json', 'why', 'campaign.yaml', me, '--format', 'json'],
    ['plan.ndjson', 'plan', 'campaign.yaml', '--jobs', '--run', 'further'],
    ['trial.csv', 'report', 'campaign.yaml', '--sandbox', '--format', 'csv'],
  ] as const) {
    const { stdout } = await rig.callsheet(args).ended;
    await rig.write(name, stdout);
    await rig.write(`${name}.gz`, gzipSync(stdout));
  }
}

describe('`callsheet forget`', () => {
  test('takes a number out of every file but the lists; sums stay, and nobody is contacted again', async () => {
    await using rig = await rigWithEverything();
    await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plans/first.json']).ended;
    const approve = ['approve', 'campaign.yaml', '--plan', 'plans/first.json', '--comment', `asked ${asWritten}`];
    expect((await rig.callsheet(approve).ended).code).toBe(0);
    expect((await rig.run()).code).toBe(0);
    expect((await rig.process(['run', 'campaign.yaml', '--sandbox', '--yes']).ended).code).toBe(0);
    await rig.fault({ kind: 'hang', times: 1 });
    const dying = rig.process(['run', 'campaign.yaml', '--yes', '--run', 'further', '--only', me]);
    await rig.answered(rig.requests().length + 1);
    dying.kill('SIGKILL');
    await dying.ended;
    await rig.noFaults();
    await reportsOf(rig);
    const before = sumsOf(await rig.run());

    const dry = await rig.callsheet(['forget', asWritten, '--dry-run']).ended;
    expect(filesWith(rig.folder, me)).toEqual(expect.arrayContaining(written));
    expect(dry.stdout).toContain('  plans/first.json  would be rewritten\n');
    expect(dry.stdout).toContain('  .callsheet/trial.approved.json  would be rewritten\n');
    expect(dry.stdout).toContain('  members.csv  a list of campaign.yaml: remove the row yourself\n');

    const forgotten = await rig.callsheet(['forget', asWritten]).ended;
    for (const name of written.slice(0, 5)) expect(forgotten.stderr).toContain(`Rewritten: ${name}\n`);
    expect(forgotten.stdout).toBe(`234…0002 is forgotten: no campaign of this project contacts this number again.
These files still have the number, and Callsheet does not change them:
  members.csv  a list of campaign.yaml: remove the row yourself
  packed.csv.gz  a list of campaign.yaml: remove the row yourself
Not reached: campaigns with another state folder than .callsheet.
Not reached: the history of git, copies and backups elsewhere, and the service, which keeps its own records.
`);
    expect(filesWith(rig.folder, me)).toEqual(['members.csv', 'packed.csv.gz']);

    const sent = rig.requests().length;
    const after = await rig.run();
    expect([after.code, sumsOf(after)]).toEqual([0, before]);
    const further = await rig.run('--run', 'further', '--accept-edits');
    expect(further.code).not.toBe(2);
    expect(
      rig
        .requests('otp.send')
        .slice(sent)
        .map(({ body }) => (body as { to: string }).to),
    ).not.toContain(me);
    expect(rig.effects('whatsapp.send')[me]).toBe(1);
    const why = await rig.callsheet(['why', 'campaign.yaml', me]).ended;
    expect(why.stdout).toContain('members.csv:3  forgotten  they asked to be forgotten (`callsheet forget`)');
    expect((await rig.callsheet(['audit', 'campaign.yaml']).ended).code).toBe(0);
    for (const args of [['status'], ['report'], ['plan', '--sandbox'], ['run', '--sandbox', '--yes']])
      expect((await rig.callsheet([args[0]!, 'campaign.yaml', ...args.slice(1)]).ended).code).toBe(0);
    expect(filesWith(rig.folder, me)).toEqual(['members.csv', 'packed.csv.gz']);
  });

  test('finds campaigns however they begin, and state folders of any name', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    await rig.members([first, me]);
    expect((await rig.run('--state', 'elsewhere', '--only', first)).code).toBe(0);
    for (const [place, text] of [
      ['a/c.yaml', '\uFEFFcampaign: a\n'],
      ['b/c.YAML', '"campaign" : b\n'],
      ['c/c.yml', '{ campaign: c, timezone: UTC }\n'],
      ['d/job.yml', 'jobs:\n  campaign: nightly\n'],
    ] as const) {
      await mkdir(join(rig.folder, place[0]!));
      await rig.write(place, text);
    }
    const { stdout } = await rig.callsheet(['forget', me]).ended;
    const folders = '.callsheet, a/.callsheet, b/.callsheet, c/.callsheet, elsewhere';
    expect(stdout).toContain(`campaigns with another state folder than ${folders}.\n`);
    expect((await rig.run('--state', 'elsewhere')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([first]));
  });

  test('a number that comes back in a later list, in any notation, is left out, and so it is for a campaign beside it', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    await rig.members([first]);
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    await rig.write('members.csv', membersText([first, `00${me}`, third]));
    const planned = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(planned.stdout).toContain('1 row of `members` left out: this person asked to be forgotten\n');
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([first, third]));
    rmSync(join(rig.folder, '.callsheet', 'contacts.key'));
    const refused = await rig.run('--run', 'again');
    expect([refused.code, refused.stdout.match(/CS\d+/)?.[0]]).toEqual([1, 'CS6022']);
    expect(rig.effects('otp.send')).toEqual(once([first, third]));
  });

  test('leaves dates as they are, also for a number whose digits are a date', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    const dated = '4520261122';
    await rig.write('why.json', '{"version":1,"key":"20261122","jobs":[],"at":"2026-11-22","then":"20 26 11 22"}\n');
    const ended = await rig.callsheet(['forget', `+${dated}`]).ended;
    expect(ended.code).toBe(0);
    expect(readFileSync(join(rig.folder, 'why.json'), 'utf8')).toMatch(
      /^\{"version":1,"key":"0\d{18,19}","jobs":\[\],"at":"2026-11-22","then":"0\d{18,19}"\}\n$/,
    );
  });

  test('a campaign whose id ends in `-ledger` is forgotten in as any other', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me]);
    await rig.campaign(otpStep);
    const named = readFileSync(rig.file, 'utf8').replace('campaign: trial', 'campaign: loyalty-ledger');
    await rig.write('campaign.yaml', named);
    await rig.fault({ kind: 'hang', times: 1 });
    const running = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const refused = await rig.callsheet(['forget', me]).ended;
    expect(refused.stderr).toContain('ledger.db is in use by process');
    running.kill('SIGKILL');
    await running.ended;
    await rig.noFaults();
    expect((await rig.run()).code).toBe(0);
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    expect(filesWith(rig.folder, me)).toEqual(['members.csv']);
    expect((await rig.callsheet(['status', 'campaign.yaml']).ended).code).toBe(0);
  });

  test('takes a number out of what `suppress`, `consent` and `why` have shown of the person', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me]);
    await rig.campaign(otpStep);
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.callsheet(['suppress', me, '--reason', `left, ${asWritten}`]).ended;
    await rig.write('agreed.csv', `phone,purpose,basis,at,evidence\n${me},survey,asked,2026-11-01 00:00,form\n`);
    await rig.callsheet(['consent', 'agreed.csv']).ended;
    await rig.write('agreed.csv', '');
    const shown = ['suppress', 'consent', 'why'].flatMap((command) => [
      [command, 'json'],
      [command, 'csv'],
    ]);
    for (const [command = '', format = ''] of shown) {
      const { stdout } = await rig.callsheet([command, me, '--format', format]).ended;
      await rig.write(`${command}.${format}`, stdout);
    }
    await rig.write('note.txt', `call ${me}\n`);
    expect(filesWith(rig.folder, me)).toEqual(
      expect.arrayContaining(shown.map(([command, format]) => `${command}.${format}`)),
    );
    const forgotten = await rig.callsheet(['forget', me]).ended;
    expect(filesWith(rig.folder, me)).toEqual(['members.csv', 'note.txt']);
    expect(forgotten.stdout).toContain(
      '  note.txt  not recognized as written by Callsheet: remove the number yourself\n',
    );
  });

  test('takes a number out of the reasons of a saved plan, also where that was approved', async () => {
    await using rig = await createCampaignRig();
    await rig.members([first, me, third]);
    await rig.campaign(otpStep);
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.callsheet(['suppress', me, third, '--reason', `mail from ${asWritten}`]).ended;
    expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended).code).toBe(0);
    expect((await rig.callsheet(['approve', 'campaign.yaml', '--plan', 'plan.json']).ended).code).toBe(0);
    const before = readFileSync(join(rig.folder, 'plan.json'), 'utf8');
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    for (const path of ['plan.json', '.callsheet/trial.approved.json']) {
      const text = readFileSync(join(rig.folder, path), 'utf8');
      expect([text.includes(asWritten), readSavedPlan(text)]).toEqual([false, expect.objectContaining({ run: '1' })]);
      const ofThird = (all: string): string | undefined => all.split('\n').find((line) => line.includes(third));
      expect(ofThird(text)).toBe(ofThird(before)?.replace(asWritten, /\+0\d{9,}/.exec(text)![0]));
    }
  });

  test('waits for no process: it is refused while one runs the campaign', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    await rig.members([me, first]);
    await rig.fault({ kind: 'hang', times: 1 });
    const running = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const dry = await rig.callsheet(['forget', me, '--dry-run']).ended;
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(
      /ledger\.db is in use by process \d+ on .*: a run or a move is in progress\. Until it ends or is stopped, .*\n$/,
    );
    const refused = await rig.callsheet(['forget', me]).ended;
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /ledger\.db is in use by process \d+ on .*: a run or a move is in progress\. .*Nothing was changed\.\n$/,
    );
    running.kill('SIGKILL');
    await running.ended;
    expect(filesWith(rig.folder, me).join(' ')).toContain('.callsheet/ledger.db');
  });

  test('killed at any moment, it completes when it is run again', async () => {
    await using rig = await rigWithEverything();
    expect((await rig.run()).code).toBe(0);
    await reportsOf(rig);
    const whole = performance.now();
    await rig.callsheet(['forget', third]).ended;
    const length = performance.now() - whole;
    for (let kill = 1; kill <= 8; kill++) {
      const dying = rig.process(['forget', me]);
      const timer = setTimeout(() => dying.kill('SIGKILL'), (length * kill) / 9);
      await dying.ended;
      clearTimeout(timer);
    }
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    expect(filesWith(rig.folder, me)).toEqual(['members.csv', 'packed.csv.gz']);
    const after = await rig.run();
    expect([after.code, sumsOf(after)['total']]).toEqual([0, '10 · · · · ·']);
    expect(rig.effects('whatsapp.send')).toEqual(once([first, me, third, fourth]));
  });

  test('takes the row out of snapshots, and a run goes on with the one with which it began', async () => {
    await using rig = await createCampaignRig();
    await rig.write('source.csv', membersText([first, me, third]));
    await rig.campaign(
      otpStep,
      'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text } }',
    );
    const begun = await rig.run('--allow-commands', '--only', first);
    expect(begun).toMatchObject({ code: 0 });
    await rig.write('source.csv', '');
    expect(filesWith(join(rig.folder, '.callsheet/snapshots'), me)).toHaveLength(1);
    const forgotten = await rig.callsheet(['forget', me]).ended;
    expect(forgotten.stderr).toMatch(/^Rewritten: \.callsheet\/snapshots\/trial\/members-\S+\.jsonl$/m);
    expect([forgotten.code, filesWith(rig.folder, me)]).toEqual([0, []]);
    expect(forgotten.stdout).toContain('Not reached: the sources of audiences. The next snapshots leave out rows ');
    const planned = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(planned.stdout).toContain('  3 rows → 2 people (1 forgotten)\n');
    expect((await rig.run('--allow-commands')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([first, third]));
  });

  test('does not stop a run that recorded its snapshot at the moment when that was rewritten', async () => {
    await using rig = await createCampaignRig();
    await rig.write('source.csv', membersText([first, me, third, fourth]));
    await rig.campaign(
      otpStep,
      'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text }, keepFor: 1d }',
    );
    await rig.run('--allow-commands', '--only', first);
    const pins = join(rig.folder, '.callsheet/snapshots/trial/runs/1.json');
    const { snapshots } = JSON.parse(readFileSync(pins, 'utf8')) as { readonly snapshots: object };
    for (const number of [me, fourth]) await rig.callsheet(['forget', number]).ended;
    const folder = openSnapshotFolder(join(rig.folder, '.callsheet'), 'trial');
    const [read] = folder.records('members');
    const usedAt = read!.takenAt + 10_000;
    writeFileSync(pins, JSON.stringify({ usedAt, snapshots }));
    // A later reading, so that the one of the run is not the latest; it is used, so it is not deleted.
    await rig.write('source.csv', membersText([third]));
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    folder.sweep('members', 1_000, usedAt);
    expect((await rig.run('--allow-commands')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([first, third]));
  });

  test('counts who had left the source without the person, in the list of a run that took newcomers in', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(
      otpStep,
      'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text }, refresh: growing }',
    );
    await rig.write('source.csv', membersText([first, me, third, fourth]));
    await rig.run('--allow-commands');
    await rig.write('source.csv', membersText([third, fourth]));
    await rig.run('--allow-commands');
    const joined = (): unknown =>
      openSnapshotFolder(join(rig.folder, '.callsheet'), 'trial')
        .records('members')
        .filter((record) => record.kept !== undefined)
        .map(({ recipients, kept }) => ({ recipients, kept }));
    expect(joined()).toEqual([{ recipients: 4, kept: 2 }]);
    await rig.callsheet(['forget', me]).ended;
    expect(joined()).toEqual([{ recipients: 3, kept: 1 }]);
    await rig.callsheet(['forget', third]).ended;
    expect(joined()).toEqual([{ recipients: 2, kept: 1 }]);
  });

  test('goes on where an earlier one died while it wrote the snapshots of a run, and past a damaged record', async () => {
    await using rig = await createCampaignRig();
    await rig.write('source.csv', membersText([first, me, third]));
    await rig.campaign(
      otpStep,
      'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text } }',
    );
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    await rig.write('source.csv', '');
    await mkdir(join(rig.folder, '.callsheet/snapshots/trial/runs'));
    await rig.write('.callsheet/snapshots/trial/runs/.1.json.forget.tmp', '{"usedAt":1,');
    await rig.write('.callsheet/snapshots/trial/runs/2.json', '{"usedAt":1,');
    const forgotten = await rig.callsheet(['forget', me]).ended;
    expect([forgotten.code, filesWith(rig.folder, me)]).toEqual([0, []]);
    expect(await readdir(join(rig.folder, '.callsheet/snapshots/trial/runs'))).toEqual(['2.json']);
  });

  test('takes the whole row out, whatever its other columns are called', async () => {
    await using rig = await createCampaignRig();
    await rig.write('source.csv', `phone,1\n${first},Ada\n${me},Bo\n`);
    await rig.campaign(
      otpStep,
      'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, "1": text } }',
    );
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    await rig.write('source.csv', '');
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    const planned = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(planned.stdout).toContain('  2 rows → 1 person (1 forgotten)\n');
    expect(planned.stdout).not.toContain('left out');
    await rig.run('--allow-commands');
    expect(rig.effects('otp.send')).toEqual(once([first]));
  });

  test('leaves a tombstone in the contact ledger', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(otpStep);
    await rig.members([first]);
    const open = () => {
      const paths = contactPaths({ folder: join(rig.folder, '.callsheet'), sandbox: false });
      const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
      if ('kind' in ledger) throw new Error(ledger.kind);
      return ledger;
    };
    const scope = { campaign: 'trial', run: '1', step: 'code' };
    const ledger = open();
    await ledger.add([{ ...scope, key: me, at: 1_000, channel: 'otp', purpose: 'marketing' }]);
    ledger.close();
    expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
    const after = open();
    const { touches, forgottenAt } = after.factsOf(me);
    after.close();
    expect([touches, forgottenAt === undefined]).toEqual([[], false]);
    expect(filesWith(rig.folder, me)).toEqual([]);
  });
});
