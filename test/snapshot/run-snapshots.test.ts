import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileState, loadCampaign, run } from '../../src/index.ts';
import { openSnapshotFolder } from '../../src/snapshot/snapshot-folder.ts';
import { type CampaignRig, createCampaignRig, people, sumsOf } from '../rig/campaign-rig.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { sampleOf } from '../rig/sample-of.ts';

const [ada, bo, chi, dayo] = people(4) as [string, string, string, string];

/** A campaign whose members are printed by a program, from the file `members.csv`. */
async function sourced(rig: CampaignRig, refresh = 'frozen', more = ''): Promise<void> {
  const audience = `command: [cat, members.csv], columns: { phone: text, first_name: text }, key: phone, refresh: ${refresh}`;
  await rig.campaign(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }\nlater: { uses: otp.send, forEach: members, needs: code, with: { templateId: 31 } }',
    `audiences:\n  members: { ${audience}${more} }`,
  );
}

const allow = '--allow-commands';

async function snapshotFiles(rig: CampaignRig): Promise<readonly string[]> {
  const names = await readdir(join(rig.folder, '.callsheet/snapshots/trial'), { recursive: true });
  return names.filter((name) => name.endsWith('.jsonl'));
}

describe('a run', () => {
  test('reads a source that was never read, and says so; its people stay those with whom it began', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig);
    await rig.members([ada, bo]);
    const refused = await rig.run();
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('CS6033 command cat: programs are started only with --allow-commands'),
    ]);
    expect(rig.requests()).toEqual([]);
    const first = await rig.run(allow);
    expect(first.stderr).toContain('Read members from command cat: 2 rows, 2 people, snapshot ');
    await rig.members([ada, bo, chi]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    const second = await rig.run(allow);
    expect(second.stderr).toContain('the run began with this snapshot; a later one of ');
    expect(sumsOf(second)['code']).toBe('2 · · · · ·');
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
    expect(await readFile(join(rig.folder, '.callsheet/snapshots/.gitignore'), 'utf8')).toBe('*\n');
    const folders = ['', '/snapshots', '/snapshots/trial', '/snapshots/trial/runs'];
    const modes = folders.map((folder) => statSync(join(rig.folder, `.callsheet${folder}`)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o700]);
  });

  test('of nobody is a run like any other, from the beginning or when everybody has left', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'tracking', ', expect: { rows: { atLeast: 0 } }');
    for (const [people, sums] of [
      [[], '· · · · · ·'],
      [[ada], '1 · · · · ·'],
      [[], '1 · · · · ·'],
    ] as const) {
      await rig.members(people);
      const ran = await rig.run(allow);
      expect([ran.code, ran.stderr, sumsOf(ran)['code']]).toEqual([0, expect.not.stringContaining('bug'), sums]);
      const status = await rig.callsheet(['status', 'campaign.yaml']).ended;
      const plan = await rig.callsheet(['plan', 'campaign.yaml']).ended;
      expect([status.code, plan.code, plan.stdout]).toEqual([0, 0, expect.stringContaining('0 to send')]);
    }
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2 });
  });

  test('takes newcomers in where its audience grows, and drops nobody who has left', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'growing');
    await rig.members([ada, bo]);
    await rig.run(allow);
    await rig.members([bo, chi]);
    const second = await rig.run(allow);
    expect(sumsOf(second)['code']).toBe('3 · · · · ·');
    await rig.write('members.csv', `phone,first_name\n${bo},Ada0\n${chi},Ada1\nunknown,Ada2\n`);
    expect((await rig.run(allow)).stderr).toContain(
      '  3 rows and 1 person kept after they left → 3 people (1 without a usable number)\n',
    );
    await rig.members([dayo]);
    await rig.run(allow);
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2, [chi]: 2, [dayo]: 2 });
  });

  test('keeps what was read from its source when the people it joins are those of an earlier snapshot', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'growing');
    await rig.members([ada, bo]);
    await rig.run(allow);
    const folder = openSnapshotFolder(join(rig.folder, '.callsheet'), 'trial');
    const [read] = folder.records('members');
    await rig.members([ada]);
    const again = await rig.run(allow);
    expect(again.stderr).toContain('  1 row and 1 person kept after they left → 2 people\n');
    expect(folder.records('members').find(({ digest }) => digest === read!.digest)).toEqual(read);
    expect((await rig.run(allow)).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
  });

  test.each(sampleOf(['growing', 'tracking'], 1))(
    'does not take people of another key column (%s)',
    async (refresh) => {
      await using rig = await createCampaignRig();
      await sourced(rig, refresh);
      await rig.members([ada, bo]);
      await rig.run(allow);
      const text = await readFile(rig.file, 'utf8');
      await rig.write('campaign.yaml', text.replace('phone: text', 'm: text').replace('key: phone', 'key: m'));
      await rig.write('members.csv', `m,first_name\n${chi},Chi\n`);
      const refused = await rig.run(allow);
      expect([refused.code, refused.stdout]).toEqual([
        1,
        expect.stringContaining(
          'CS6032 Run 1 began with people of `members` by `phone`, but its `key` is `m` now: who is a newcomer is not known',
        ),
      ]);
      expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
    },
  );

  test('is joined to newcomers once: commands that only look write nothing further', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'growing');
    await rig.members([ada, bo]);
    await rig.run(allow);
    await rig.members([bo, chi]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    const folder = join(rig.folder, '.callsheet/snapshots/trial');
    const files = async (): Promise<readonly string[]> =>
      (await readdir(folder)).map((name) => `${name} ${statSync(join(folder, name)).ino}`);
    const looked = async () => (await rig.callsheet(['status', 'campaign.yaml']).ended).code;
    await looked();
    const before = await files();
    await looked();
    const names = before.map((name) => name.replace(/-.*\./, '.').replace(/ \d+$/, '')).sort();
    expect(names).toEqual(['json', 'jsonl'].flatMap((kind) => Array(3).fill(`members.${kind}`)).concat('runs'));
    expect(await files()).toEqual(before);
    await rig.run(allow);
    const after = await files();
    await looked();
    expect([after.length, await files()]).toEqual([7, after]);
  });

  test.each([
    ['tracking', [bo, chi]],
    ['growing', [ada, bo, chi]],
  ] as const)('with %s, of those who have left before they were reached', async (refresh, reached) => {
    await using rig = await createCampaignRig();
    await sourced(rig, refresh);
    const text = await readFile(rig.file, 'utf8');
    await rig.write('campaign.yaml', text.replace('code: { uses', 'code: { at: 2099-01-01 12:00, uses'));
    await rig.members([ada, bo]);
    const waiting = rig.process(['run', 'campaign.yaml', '--yes', allow]);
    const pins = join(rig.folder, '.callsheet/snapshots/trial/runs/1.json');
    while (!existsSync(pins)) await new Promise((next) => setTimeout(next, 20));
    waiting.kill('SIGKILL');
    await waiting.ended;
    await rig.write('campaign.yaml', text);
    await rig.members([bo, chi]);
    expect((await rig.run(allow)).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(Object.fromEntries(reached.map((key) => [key, 2])));
  });

  test('that tracks its audience keeps who was reached and has left', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'tracking');
    await rig.members([ada, bo]);
    await rig.run(allow);
    await rig.members([bo, chi]);
    const second = await rig.run(allow);
    expect(sumsOf(second)['code']).toBe('3 · · · · ·');
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2, [chi]: 2 });
  });

  test('with a plan is refused when the audience has another snapshot', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig);
    await rig.members([ada, bo]);
    const planned = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json', allow]).ended;
    expect(planned.stdout).toMatch(
      /members: command cat · read .* · snapshot [0-9a-f]{12}\n +2 rows → 2 people\n +read just now\n/,
    );
    await rig.members([ada, bo, chi]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    const refused = await rig.run(allow, '--plan', 'plan.json');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/plan\.json is stale: the snapshot of members is [0-9a-f]{12}, not [0-9a-f]{12}\./),
    ]);
    expect(rig.requests()).toEqual([]);
    await rig.members([ada, bo]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    const run = await rig.run(allow, '--plan', 'plan.json');
    expect(run.code).toBe(0);
    expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
  });

  test('is refused when its snapshot is gone or was changed, and nobody is contacted', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig);
    await rig.members([ada]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    const [name] = await snapshotFiles(rig);
    const path = join(rig.folder, '.callsheet/snapshots/trial', name!);
    const rows = await readFile(path, 'utf8');
    await writeFile(path, rows.replace(ada, bo));
    const changed = await rig.run();
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringContaining('CS6033 The snapshot of `members` has changed since it was read: '),
    ]);
    await writeFile(path, rows);
    await rig.run('--sandbox');
    await rm(path);
    const gone = await rig.run('--sandbox');
    expect([gone.code, gone.stdout]).toEqual([
      1,
      expect.stringContaining('CS6032 The snapshot of `members` with which run 1.sandbox began is gone'),
    ]);
    expect(gone.stdout).toContain('; or begin another run with --run NAME, which contacts everybody again\n');
    expect(rig.requests()).toEqual([]);
  });

  test.each(sampleOf(['frozen', 'growing', 'tracking'], 1))(
    'that has lost the record of its snapshot is refused when its people may differ (%s)',
    async (refresh) => {
      await using rig = await createCampaignRig();
      await sourced(rig, refresh);
      await rig.members([ada, bo]);
      await rig.run(allow);
      const pins = join(rig.folder, '.callsheet/snapshots/trial/runs/1.json');
      await rm(pins);
      expect((await rig.run(allow)).code).toBe(0);
      await rm(pins);
      await rig.members([ada, bo, chi]);
      await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
      const refused = await rig.run(allow);
      expect([refused.code, refused.stderr.split('\n').at(-2)]).toEqual([
        2,
        'Run 1 has begun, but `members` may have had another snapshot then: the record of its snapshot is missing. Restore `.callsheet/snapshots`, or use --accept-edits to continue with the snapshot above. Nothing was sent.',
      ]);
      expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
      expect((await rig.run(allow, '--accept-edits')).code).toBe(0);
      expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2, [chi]: 2 });
    },
  );

  test('that has lost the record of its snapshot names the folder that was given with --state', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'frozen');
    await rig.members([ada]);
    await rig.run(allow, '--state', 'kept');
    await rm(join(rig.folder, 'kept/snapshots'), { recursive: true });
    await rig.members([ada, bo]);
    expect((await rig.run(allow, '--state', 'kept')).stderr).toContain('Restore `kept/snapshots`, or use');
  });

  test('of a source that fails leaves the last snapshot, and sends nothing', async () => {
    await using rig = await createCampaignRig();
    await sourced(rig, 'growing');
    await rig.members([ada]);
    await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
    await rm(join(rig.folder, 'members.csv'));
    const failed = await rig.run(allow);
    expect([failed.code, failed.stdout]).toEqual([
      1,
      expect.stringContaining('CS6033 command cat: `cat` ended with the exit code 1: cat: members.csv: '),
    ]);
    expect([rig.requests(), (await snapshotFiles(rig)).length]).toEqual([[], 1]);
  });
});

test('commands that only look never ask a source, and say what to do', async () => {
  await using rig = await createCampaignRig();
  await sourced(rig);
  await rig.members([ada]);
  for (const command of ['status', 'report', 'audit', 'rehearse']) {
    const { code, stdout } = await rig.callsheet([command, 'campaign.yaml']).ended;
    expect([command, code, stdout]).toEqual([
      command,
      1,
      expect.stringContaining('CS6032 `members` has not been read from command cat yet'),
    ]);
  }
  const elsewhere = ['--state', 'kept', '--sandbox', '--run', 'b'];
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml', ...elsewhere]).ended;
  expect(stdout).toContain('  hint: read it with `callsheet snapshot campaign.yaml --state kept`\n');
  const library = await loadCampaign({ path: rig.file });
  expect([library.value, library.diagnostics.map(({ code }) => code)]).toEqual([undefined, ['CS6032']]);
  const check = await rig.callsheet(['check', 'campaign.yaml']).ended;
  expect([check.code, check.stdout]).toEqual([0, '✓ campaign.yaml: no problems\n']);
  await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
  expect((await loadCampaign({ path: rig.file })).value?.rosters.get('members')?.size).toBe(1);
  expect((await rig.callsheet(['rehearse', 'campaign.yaml']).ended).code).toBe(0);
});

test('a run that began before the store had snapshots continues only with the same people', async () => {
  await using rig = await createCampaignRig();
  const url = await newDatabase();
  const store = { CALLSHEET_STORE: url };
  await rig.callsheet(['store', 'migrate'], store).ended;
  await sourced(rig);
  await rig.members([ada, bo]);
  const run = () => rig.callsheet(['run', 'campaign.yaml', '--yes', allow], store).ended;
  expect((await run()).code).toBe(0);
  await query(url, 'TRUNCATE callsheet.snapshot, callsheet.snapshot_part, callsheet.snapshot_use');
  await rename(join(rig.folder, '.callsheet/snapshots'), join(rig.folder, 'there'));
  const status = await rig.callsheet(['status', 'campaign.yaml'], store).ended;
  expect([status.code, status.stdout]).toEqual([
    1,
    expect.stringContaining('read it with `callsheet snapshot campaign.yaml`'),
  ]);
  await rig.members([ada, bo, chi]);
  const refused = await run();
  expect([refused.code, refused.stderr.split('\n').at(-2)]).toEqual([
    2,
    'Run 1 has begun, but `members` may have had another snapshot then: the record of its snapshot is missing. Restore `.callsheet/snapshots`, or copy it from the machine where the run began, or use --accept-edits to continue with the snapshot above. Nothing was sent.',
  ]);
  await rm(join(rig.folder, '.callsheet/snapshots'), { recursive: true });
  await rename(join(rig.folder, 'there'), join(rig.folder, '.callsheet/snapshots'));
  expect((await run()).code).toBe(0);
  expect(rig.effects('otp.send')).toEqual({ [ada]: 2, [bo]: 2 });
});

test('without the state of its run the library refuses a tracked audience that was read again', async () => {
  await using rig = await createCampaignRig();
  await sourced(rig, 'tracking');
  await rig.members([ada, bo]);
  await rig.run(allow);
  expect((await loadCampaign({ path: rig.file })).value?.rosters.get('members')?.size).toBe(2);
  await rig.members([bo, chi]);
  await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
  const { value, diagnostics } = await loadCampaign({ path: rig.file });
  expect([value, diagnostics.map(({ code, message }) => `${code} ${message}`)]).toEqual([
    undefined,
    ['CS6032 `members` was read again since run 1 began, and who has left but was reached is not known here'],
  ]);
});

test('the library does not take the snapshots of one run for those of another', async () => {
  await using rig = await createCampaignRig();
  await sourced(rig);
  await rig.members([ada, bo]);
  await rig.run(allow);
  await rig.members([ada]);
  await rig.callsheet(['snapshot', 'campaign.yaml', allow]).ended;
  await rig.run(allow, '--run', 'b');
  const loaded = (await loadCampaign({ path: rig.file })).value!;
  const service = { baseUrl: rig.sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const state = fileState({ folder: join(rig.folder, '.callsheet') });
  expect(await run({ loaded, service, state, run: 'b' })).toEqual({
    ended: 'refused',
    refused: { kind: 'unknownSnapshots', audiences: ['members'] },
  });
  expect(rig.effects('otp.send')).toEqual({ [ada]: 4, [bo]: 2 });
  expect((await run({ loaded, service, state, run: '1' })).ended).toBe('finished');
});

test('Ctrl-C while a source is read leaves nothing behind', async () => {
  await using rig = await createCampaignRig();
  await rig.campaign(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    'audiences:\n  members: { command: [sh, -c, "echo phone; echo 2348030000001; touch started; sleep 60"], columns: { phone: text }, key: phone }',
  );
  const child = rig.callsheet(['snapshot', 'campaign.yaml', allow]);
  while (!(await readdir(rig.folder)).includes('started')) await new Promise((next) => setTimeout(next, 20));
  child.kill('SIGINT');
  const { code, stdout } = await child.ended;
  expect([code, stdout]).toEqual([1, expect.stringContaining('CS6033 command sh: reading was stopped')]);
  expect(await readdir(join(rig.folder, '.callsheet/snapshots/trial'))).toEqual([]);
});

test('the worked example is read from its program, and reaches all of them', async () => {
  await using rig = await createCampaignRig();
  const file = resolve('campaigns/sources/lapsed-members.yaml');
  const run = await rig.callsheet(['run', file, '--sandbox', '--yes', '--state', join(rig.folder, 'state'), allow])
    .ended;
  const people = /Read lapsed from command node: (\d+) rows, \1 people/.exec(run.stderr)?.[1];
  expect([run.code, Number(people) > 10, sumsOf(run)['code']]).toEqual([0, true, `${people} · · · · ·`]);
});
