import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCountries } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/written-number.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { chooseSnapshots } from '../../src/snapshot/choose-snapshots.ts';
import { readSnapshot } from '../../src/snapshot/read-snapshot.ts';
import { openSnapshotFolder } from '../../src/snapshot/snapshot-folder.ts';
import { campaignText, createCampaignRig } from '../rig/campaign-rig.ts';
import { fc, runs } from '../rig/properties.ts';

const step = 'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }';
const columns = 'columns: { phone: text }, key: phone';

/** Somebody in Nigeria, whose digits are also the number of somebody in Ohio, without its calling code. */
const foreign = { written: '+234 923 4567', key: '2349234567' };

describe('a number of another country than that of the audience', () => {
  test.each(['frozen', 'growing', 'tracking'])('is the one that is contacted (%s)', async (refresh) => {
    await using rig = await createCampaignRig();
    await rig.campaign(
      step,
      `audiences:\n  members: { command: [cat, members.csv], ${columns}, country: US, refresh: ${refresh} }`,
    );
    await rig.members([foreign.written]);
    const run = await rig.run('--allow-commands');
    expect([run.code, rig.effects('otp.send')]).toEqual([0, { [foreign.key]: 1 }]);
    await rig.members(['(415) 555-2671']);
    await rig.run('--allow-commands');
    const newcomers: Record<string, number> = refresh === 'frozen' ? {} : { '14155552671': 1 };
    expect(rig.effects('otp.send')).toEqual({ [foreign.key]: 1, ...newcomers });
  });

  test('is not left out where the country does not have such a number', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(step, `audiences:\n  members: { command: [cat, members.csv], ${columns}, country: NG }`);
    await rig.members(['+447700900123', '08030000001']);
    const planned = await rig.callsheet(['plan', 'campaign.yaml', '--allow-commands']).ended;
    expect(planned.stdout).toContain('2 rows → 2 people\n');
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({ '447700900123': 1, '2348030000001': 1 });
  });

  test.each([
    ['NG', 'that does not exist in NG'],
    ['{ column: c }', 'that does not exist in the country of `c`'],
  ])('that does not exist there is left out, and nobody else: country: %s', async (country, words) => {
    await using rig = await createCampaignRig();
    await rig.campaign(
      step,
      `audiences:\n  members: { command: [cat, people.csv], columns: { phone: text, c: text }, key: phone, country: ${country} }`,
    );
    await rig.write('people.csv', 'phone,c\n08030000001,NG\n0803000,NG\n+447700900123,\n');
    const { code, stdout } = await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 rows → 2 people, 1 without a usable number')]);
    expect(stdout).toContain(`warning CS6006 1 row has a number in \`phone\` ${words} and is left out, in row 2`);
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({ '447700900123': 1, '2348030000001': 1 });
    await rig.write('people.csv', 'phone,c\n08030000001,NG\n08030000002,Atlantis\n+447700900123,\n');
    const again = await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    expect(again.code).toBe(country === 'NG' ? 0 : 1);
  });

  test('is not mixed up with theirs by --only and --show', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(step, 'audiences:\n  members: { file: members.csv, key: phone, country: US }');
    await rig.members([foreign.written, '(234) 923-4567', '(415) 555-2671']);
    const unclear = await rig.run('--only', foreign.key);
    expect([unclear.code, unclear.stderr, rig.requests()]).toEqual([
      2,
      '--only 23…67: several recipients have these digits; write + and the country code. Nothing was sent.\n',
      [],
    ]);
    expect(await rig.callsheet(['plan', 'campaign.yaml', '--show', foreign.key]).ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '23…67: several recipients have these digits; write + and the country code\n',
    });
    await rig.run('--only', foreign.written);
    expect(rig.effects('otp.send')).toEqual({ [foreign.key]: 1 });
  });

  test('is found by `why`, which says what leaves it out', async () => {
    await using rig = await createCampaignRig();
    await rig.write('do-not-contact.csv', `phone\n${foreign.written}\n`);
    const more = 'country: US, exclude: [do-not-contact.csv]';
    await rig.campaign(step, `audiences:\n  members: { command: [cat, members.csv], ${columns}, ${more} }`);
    await rig.members([foreign.written, '(415) 555-2671']);
    await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
    const why = await rig.callsheet(['why', 'campaign.yaml', foreign.written, '--show-numbers']).ended;
    expect(why.stdout).toContain('they are in do-not-contact.csv:2');
  });
});

test('whatever the country, a snapshot has the people of the same list with `+`', async () => {
  const national = fc.stringMatching(/^[1-9]\d{5,11}$/);
  const code = fc.constantFrom(
    '1',
    '7',
    '20',
    '39',
    '44',
    '47',
    '49',
    '61',
    '86',
    '91',
    '225',
    '234',
    '351',
    '506',
    '971',
  );
  const numbers = fc.uniqueArray(
    fc
      .tuple(code, national)
      .map((parts) => parts.join(''))
      .filter((digits) => !Number.isNaN(readRecipientKey(`+${digits}`))),
    { minLength: 1, maxLength: 40 },
  );
  const list = fc.record({ country: fc.constantFrom(...getCountries()), all: numbers });
  await fc.assert(
    fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 16, size: 'max' }), async (lists) => {
      const sorted = lists.map(({ country, all }) => ({
        country,
        numbers: all.toSorted((one, other) => Number(one) - Number(other)),
      }));
      const wanted = sorted.map(({ numbers }) => ({ asSnapshot: numbers, asFile: numbers }));
      expect(await keysOf(sorted)).toEqual(wanted);
    }),
    // Of eight lists each, more or less.
    { numRuns: runs(20) },
  );
});

interface List {
  readonly country: string;
  readonly numbers: readonly string[];
}

/** The keys of the recipients of lists, whose numbers are written with `+`: read by a program, and as files. */
async function keysOf(lists: readonly List[]) {
  const directory = mkdtempSync(join(tmpdir(), 'callsheet-'));
  try {
    const audiences = lists.map(({ country, numbers }, index) => {
      const text = ['phone', ...numbers.map((digits) => `+${digits}`), ''].join('\n');
      writeFileSync(join(directory, `list${index}.csv`), text);
      const how = `key: phone, country: "${country}"`;
      return `  snapshot${index}: { command: [cat, list${index}.csv], columns: { phone: text }, ${how} }\n  file${index}: { file: list${index}.csv, ${how} }\n`;
    });
    const each = lists.flatMap((_, index) => ['snapshot', 'file'].map((kind) => `${kind}${index}`));
    const steps = each.map((name) => `of-${name}: ${step.slice('code: '.length).replace('members', name)}`).join('\n');
    writeFileSync(join(directory, 'campaign.yaml'), campaignText(steps, `audiences:\n${audiences.join('')}`));
    const files = createNodeFiles();
    const folder = openSnapshotFolder(join(directory, '.callsheet'), 'trial');
    const { value } = await loadCampaign({
      path: 'campaign.yaml',
      cwd: directory,
      files,
      env: {},
      inputs: {},
      depth: 'audiences',
      unsetEnv: 'warning',
      snapshots: (request) =>
        chooseSnapshots(request, {
          folder,
          run: undefined,
          reads: 'missing',
          files,
          shown: (path) => path,
          reached: undefined,
          read: (wanted) =>
            readSnapshot(wanted, {
              folder,
              files,
              now: 0,
              acceptChange: false,
              forgotten: async () => undefined,
              address: undefined,
              variable: '',
              env: process.env,
              directory,
              allowCommands: true,
              timeoutMs: 20_000,
              signal: new AbortController().signal,
            }),
        }),
    });
    const keys = (name: string): readonly string[] => {
      const roster = value?.rosters.get(name);
      return Array.from({ length: roster?.size ?? 0 }, (_, index) => roster!.key(index));
    };
    return lists.map((_, index) => ({ asSnapshot: keys(`snapshot${index}`), asFile: keys(`file${index}`) }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
