import { expect, test } from 'vitest';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { peopleInDoubt } from '../rig/campaign-rig.ts';
import { createTeam, files, members, pepper } from '../rig/contact-team.ts';
import { isLong } from '../rig/sample-of.ts';
import { createDice } from '../rig/simulated-campaign.ts';

test.runIf(isLong)(
  'two campaigns with four workers, all of them killed again and again, contact each person exactly once',
  async () => {
    await using team = await createTeam();
    const { rig } = team;
    const dice = createDice(createSeededRandom(7));
    const isOver = new AbortController();
    let kills = 0;
    /** Starts it again until it ends by itself. */
    const keep = async (args: readonly string[], left: number): Promise<void> => {
      for (let lives = left; !isOver.signal.aborted; lives--) {
        const child = team.start(args);
        const stop = (): void => void child.kill('SIGKILL');
        isOver.signal.addEventListener('abort', stop);
        if (lives > 0) {
          await Promise.race([rig.answered(rig.requests().length + dice.between(1, 12)), child.ended]);
          stop();
        }
        const { signal, code, stderr } = await child.ended;
        // With so short a lease, a server that answers late cannot be reached.
        const isUnreachable = code === 2 && /cannot be reached|the store did not answer/.test(stderr);
        isOver.signal.removeEventListener('abort', stop);
        if (signal === 'SIGKILL') kills++;
        else if (![0, 3].includes(code ?? -1) && !isUnreachable)
          throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
        else if (args[0] === 'run' && !isUnreachable) return;
      }
    };
    const workers = files.flatMap((file) => [keep(['worker', file], 2), keep(['worker', file], 2)]);
    const runs = Promise.all(files.map((file) => keep(['run', file, '--yes', '--no-send'], 2)));
    await Promise.all([runs.finally(() => isOver.abort()), ...workers]);
    expect(kills).toBeGreaterThan(3);
    const effects = rig.effects('whatsapp.send');
    const doubts = await Promise.all(
      files.map(async (file) => peopleInDoubt(await team.start(['status', file, '--format', 'json']).ended)),
    );
    const doubted = new Set(doubts.flat());
    expect(members.filter((name) => (effects[name] ?? 0) > 1)).toEqual([]);
    expect(members.filter((name) => effects[name] === undefined && !doubted.has(name))).toEqual([]);
  },
);

test('suppressions, consents, plans and what happened to a person are the same on every machine', async () => {
  await using team = await createTeam(30);
  const { rig } = team;
  const [ada = '', bola = '', ...others] = members;
  const ended = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await team.start(args).ended;
    return { code, said: `${stdout}${stderr}` };
  };
  const { said } = await ended('suppress', ada, '--reason', 'asked to stop');
  expect(said).toMatch(/^234…0001 is suppressed for everything since [-\d]+ [\d:]+ UTC: asked to stop\n$/);
  await rig.write(
    'consents.csv',
    `phone,purpose,basis,at,evidence\n${bola},marketing,explicit,2026-01-01 00:00,form\n`,
  );
  expect((await ended('consent', 'consents.csv')).said).toBe('1 consent recorded; the ledger has 1\n');
  expect((await ended('suppress')).said).toBe('1 person suppressed for everything: asked to stop\n');
  expect((await ended('run', 'campaign.yaml', '--yes')).code).toBe(0);
  expect(Object.keys(rig.effects('whatsapp.send')).sort()).toEqual([bola, ...others]);
  const planned = await team.start(['plan', 'autumn.yaml', '--jobs']).ended;
  const reasons = planned.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { reason?: string }).reason);
  expect(new Set(reasons)).toEqual(new Set(['suppressed:asked to stop', 'capped:1/48h']));
  const status = await team.start(['status', 'autumn.yaml', '--format', 'json']).ended;
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'new', next: null });
  const { said: why } = await ended('why', bola);
  expect(why).toMatch(/trial +hello.*accepted/);
  expect(why).toContain('explicit');
  expect((await ended('run', 'autumn.yaml', '--yes')).code).toBe(0);
  expect(rig.requests('whatsapp.send')).toHaveLength(members.length - 1);
});

test('another key, none, and a project whose ledger is a file are refused, and nothing is sent', async () => {
  await using team = await createTeam(30);
  const { rig } = team;
  await team.start(['suppress', members[0]!, '--reason', 'asked to stop']).ended;
  const refused = async (pepperGiven: string): Promise<string> => {
    const { code, stderr } = await team.start(['run', 'campaign.yaml', '--yes'], {
      CALLSHEET_CONTACTS_PEPPER: pepperGiven,
    }).ended;
    return `${code} ${stderr.replaceAll(/postgres:\S+|\/\S+\.key/g, '…')}`;
  };
  expect(await refused('the pepper of somebody else')).toBe(
    '2 The contact ledger of this project in … was made with another key: nobody in it would be found. Restore …, or set CALLSHEET_CONTACTS_PEPPER to the key that it was made with. Nothing was sent.\n',
  );
  expect(await refused('')).toBe(
    '2 … is missing or damaged: without it nobody in the contact ledger of this project in … can be found. Restore it, or set CALLSHEET_CONTACTS_PEPPER. Nothing was sent.\n',
  );
  expect(rig.requests()).toEqual([]);
});

test('a project whose contacts are in a file goes to the store with them, and nowhere without them', async () => {
  await using team = await createTeam(30);
  const { rig } = team;
  const [ada = '', ...others] = members;
  const inFile = { CALLSHEET_STORE: '', CALLSHEET_CONTACTS_PEPPER: pepper, HOME: rig.folder };
  const here = { ...inFile, CALLSHEET_STORE: team.database };
  await rig.callsheet(['suppress', ada, '--reason', 'asked to stop'], inFile).ended;
  expect((await rig.callsheet(['run', 'campaign.yaml', '--yes'], inFile).ended).code).toBe(0);
  const refused = await rig.callsheet(['run', 'autumn.yaml', '--yes'], here).ended;
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('Move them there with `callsheet store copy contacts.yaml`'),
  ]);
  const moved = await rig.callsheet(['store', 'copy', 'contacts.yaml', '--format', 'json'], here).ended;
  expect([moved.code, moved.stderr]).toEqual([0, '']);
  expect(JSON.parse(moved.stdout)).toMatchObject({ project: 'shop', contacts: others.length });
  const planned = await team.start(['plan', 'autumn.yaml', '--jobs']).ended;
  const reasons = planned.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { reason?: string }).reason);
  expect(new Set(reasons)).toEqual(new Set(['suppressed:asked to stop', 'capped:1/48h']));
  const status = await team.start(['status', 'autumn.yaml', '--format', 'json']).ended;
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'new', next: null });
  expect((await rig.callsheet(['run', 'autumn.yaml', '--yes'], here).ended).code).toBe(0);
  expect(rig.requests('whatsapp.send')).toHaveLength(others.length);
  // Without the store nobody knows who was contacted.
  const inStore = expect.stringMatching(
    /^The contacts in \S+ledger\.db were moved to postgres:\S+\. Use that store with --store, or .*Nothing was (changed|moved)\.\n$/,
  );
  const alone = await rig.callsheet(['suppress'], inFile).ended;
  expect([alone.code, alone.stderr]).toEqual([2, inStore]);
  const again = await rig.callsheet(['store', 'copy', 'contacts.yaml'], here).ended;
  expect([again.code, again.stderr]).toEqual([2, inStore]);
  const back = await rig.callsheet(['store', 'copy', 'contacts.yaml', '--to', 'file'], here).ended;
  expect([back.code, back.stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^Moved the contact ledger of shop with ${others.length} contacts from postgres:.* The records are the same`,
      ),
    ),
  ]);
  const elsewhere = await team.start(['run', 'autumn.yaml', '--yes']).ended;
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('was moved to ')]);
  const { stdout } = await rig.callsheet(['suppress'], inFile).ended;
  expect(stdout).toContain('asked to stop');
});
