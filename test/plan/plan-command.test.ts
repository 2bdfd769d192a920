import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/cli/commands/audit.ts';
import { plan } from '../../src/cli/commands/plan.ts';
import { readApproved, refuseOtherStarts } from '../../src/cli/open/approved-plan.ts';
import { openCampaign } from '../../src/cli/open/open-campaign.ts';
import { writeSavedPlan } from '../../src/cli/plan/compare-plan.ts';
import { planInput } from '../../src/cli/plan/plan-input.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { readSavedPlan } from '../../src/plan/saved/saved-plan.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { historyOf } from '../rig/campaign.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { sandboxRig } from '../rig/sandbox.ts';
import {
  tinyCampaign as campaign,
  tinyMembers as members,
  tinyNow as now,
  tinyHost as tiny,
} from '../rig/tiny-campaign.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const looking = { format: 'text', input: [], sandbox: false, showNumbers: false } as const;
const defaults = { format: 'text', jobs: false, input: [] } as const;
const examples = readdirSync('campaigns').filter((name) => name.endsWith('.yaml'));

describe('callsheet plan', () => {
  test('prints one screen', async () => {
    const { host, out } = tiny();
    expect(await plan({ ...defaults, file: 'tiny.yaml' }, host)).toBe(0);
    expect(out().replace(/tzdata \S+/, 'tzdata X')).toMatchInlineSnapshot(`
      "A tiny campaign: plan  tiny, run 2026-11-23
      planned Mon 23 Nov 2026, 08:30 · times are Africa/Lagos · tzdata X

               Mon 23 Nov
               09    10    11    12    13    14    15  to send  first             last
        funds  ◆                                             1  Mon 23 Nov 09:00  Mon 23 Nov 09:00
        hello        █·····························█         2  Mon 23 Nov 10:00  Mon 23 Nov 15:00
               Africa/Lagos 1, America/New_York 1 from Mon 23 Nov 15:00 (09:00 there)
               waiting: 1 for the delay, 1 for the window
               1 skipped: the audience has no time zone for them
        code                                       █         1  Mon 23 Nov 15:01  Mon 23 Nov 15:01
               waiting: 1 for the rate

      \`code\` is for 1 recipient; \`where\` leaves out 2 whose \`name\` is not \`Obi\`.

      4 to send of 5, 1 skipped
      Assumes immediate, successful responses.
      A crash leaves up to 2 jobs in doubt (3 if resumed too late to retry, 4 if in-flight jobs are edited or removed first).
      "
    `);
  });

  test('accepts another now, local or with an offset, and refuses anything else', async () => {
    const { host, out, err } = tiny();
    expect(await plan({ ...defaults, file: 'tiny.yaml', at: '2026-11-24 10:00' }, host)).toBe(0);
    expect(await plan({ ...defaults, file: 'tiny.yaml', at: '2026-11-24T09:00:00Z' }, host)).toBe(0);
    const [one, other] = out().split(/(?<=\n)(?=A tiny campaign)/);
    expect(one).toBe(other);
    expect(await plan({ ...defaults, file: 'tiny.yaml', at: 'tomorrow' }, host)).toBe(2);
    expect(err()).toBe(
      '--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not "tomorrow"\n',
    );
  });

  test('prints findings and exits with 1; without a file it exits with 2', async () => {
    const broken = tiny(campaign.replace('needs: funds', 'needs: found'));
    expect(await plan({ ...defaults, file: 'tiny.yaml' }, broken.host)).toBe(1);
    expect(broken.out()).toContain('CS3001');
    const none = tiny();
    expect(await plan({ ...defaults, file: 'none.yaml' }, none.host)).toBe(2);
    expect(none.err()).toBe('There is no file none.yaml\n');
  });

  test('saved with --out and compared with --against says what an edit changes for people', async () => {
    const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': members }, process.cwd());
    const { host, out } = commandHost({ now, files });
    const saved = join(process.cwd(), 'PLAN.json');
    await plan({ ...defaults, file: 'tiny.yaml', out: saved }, host);
    await files.writeAtomically(join(process.cwd(), 'tiny.yaml'), campaign.replace('delay: 1h', 'delay: 6h'));
    const before = out().length;
    expect(await plan({ ...defaults, file: 'tiny.yaml', against: saved }, host)).toBe(0);
    expect(out().slice(before)).toMatchInlineSnapshot(`
      "A tiny campaign: changes  tiny, run 2026-11-23
      compared with the plan of Mon 23 Nov 2026, 08:30 · times are Africa/Lagos

      People:
                how many  change
        hello          1  dropped, their 24-hour WhatsApp session is over before their turn: 234…0011

      Totals:
        to send: 4 → 3
        skipped: 1 → 2
        in doubt at most after a crash: 2 → 1
        in doubt at most if resumed too late to retry: 3 → 2
        in doubt at most if in-flight jobs are edited or removed first: 4 → 3

      Settings:
        steps.hello.delay: 1h → 6h

      Also:
        tiny.yaml has changed

      1 person fewer; cost unknown (no prices in \`costs\`).
      ! CS5102 Step \`hello\`: 1 WhatsApp session is open now but closes before its turn; a higher rate or a later end would not help; start earlier
      "
    `);
    expect(await plan({ ...defaults, file: 'tiny.yaml', against: 'members.csv' }, host)).toBe(2);
  });

  test('compared with --against says who is gone: from the list, or with a step', async () => {
    const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': members }, process.cwd());
    const { host, out } = commandHost({ now, files });
    const saved = join(process.cwd(), 'PLAN.json');
    await plan({ ...defaults, file: 'tiny.yaml', out: saved }, host);
    await files.writeAtomically(join(process.cwd(), 'tiny.yaml'), campaign.replace(/ {2}code:[^]*(?=account)/, ''));
    await files.writeAtomically(join(process.cwd(), 'members.csv'), members.replace(/.*Ada.*\n/, ''));
    const before = out().length;
    expect(await plan({ ...defaults, file: 'tiny.yaml', against: saved }, host)).toBe(0);
    expect(
      out()
        .slice(before)
        .match(/^.* dropped, .*$/gm),
    ).toEqual([
      '  hello          1  dropped, no longer in `members`: 234…0011',
      '  code           1  dropped, as their step is no longer in the file: 234…0012',
    ]);
  });

  test('is not written with --out when a run changes the state meanwhile, not even in part', async () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': members }, process.cwd());
    const { host } = commandHost({ now, files: { ...files, writeAtomically: createNodeFiles().writeAtomically } });
    const opened = await openCampaign({ file: 'tiny.yaml', input: [] }, host);
    if (typeof opened === 'number') throw new Error('cannot be opened');
    const [path, input] = [join(out, 'PLAN.json'), await planInput(opened, now)];
    const made = planCampaign(input);
    const about = { opened, service: undefined };
    const sent = historyOf([{ step: 'hello', key: '2348000000010', state: 'accepted', attempts: 1, at: now }]);
    expect(await writeSavedPlan(path, made, { ...about, input: { ...input, history: sent } })).toBe(false);
    expect(readdirSync(out)).toEqual([]);
    expect(await writeSavedPlan(path, made, { ...about, input })).toBe(true);
    expect(readdirSync(out)).toEqual(['PLAN.json']);
    expect(readSavedPlan(readFileSync(path, 'utf8'))).toMatchObject({ hash: made.hash, campaign: 'tiny' });
  });

  test('saved with --out is valid for a run of the same files, and for no other', async () => {
    const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': members }, process.cwd());
    const { host } = commandHost({ now, files });
    const saved = join(process.cwd(), 'PLAN.json');
    await plan({ ...defaults, file: 'tiny.yaml', out: saved }, host);
    const open = async () => {
      const opened = await openCampaign({ file: 'tiny.yaml', input: [] }, host);
      if (typeof opened === 'number') throw new Error('cannot be opened');
      return opened;
    };
    const loaded = await open();
    const approved = await readApproved(saved, loaded, '2026-11-23', host);
    if (typeof approved === 'string') throw new Error(approved);
    const started = (key: string) => historyOf([{ step: 'hello', key, state: 'accepted', attempts: 1, at: now + 1 }]);
    expect(refuseOtherStarts('PLAN.json', approved, loaded, started('2348000000011'), now + 2)).toBeUndefined();
    expect(refuseOtherStarts('PLAN.json', approved, loaded, started('2348000000013'), now + 2)).toBe(
      'PLAN.json is stale: since it was made, 1 job was started that it does not include. Make a new one with `callsheet plan --out plan.json`, and approve it with `callsheet approve --plan plan.json`. Nothing was sent.',
    );
    await files.writeAtomically(join(process.cwd(), 'members.csv'), `${members}2348000000014,Ife,Africa/Lagos,\n`);
    expect(await readApproved('PLAN.json', await open(), '2026-11-23', host)).toBe(
      'PLAN.json is stale: members.csv has changed. Make a new one with `callsheet plan --out plan.json`, and approve it with `callsheet approve --plan plan.json`. Nothing was sent.',
    );
  });

  test('asks for a balance only with settings, and says which are missing', async () => {
    const { host, err } = tiny();
    expect(await plan({ ...defaults, file: 'tiny.yaml', withBalance: true }, host)).toBe(2);
    expect(err()).toContain('CALLSHEET_BASE_URL');
  });

  test.each([
    [
      '',
      'The account holds 1,050.00; whether that is enough is unknown, because `costs` has no price for these operations.',
    ],
    ['costs: { otp.send: 0.5 }', 'The account holds 1,050.00, which is enough.'],
    ['costs: { otp.send: 1060 }', 'Assumes immediate, successful responses.'],
  ])('a queried balance is shown, with settings from a file: %s', async (costs, line) => {
    await using sandbox = await sandboxRig();
    const settings = join(folder, 'balance.env');
    writeFileSync(
      settings,
      `CALLSHEET_BASE_URL=${sandbox.url}\nCALLSHEET_API_KEY=sandbox-key\nCALLSHEET_API_SECRET=sandbox-secret\n`,
    );
    const { host, out } = tiny(campaign.replace('title:', `${costs}\ntitle:`));
    const asking = { ...host, clock: createRealClock() };
    const at = '2026-11-23 08:30';
    expect(await plan({ ...defaults, file: 'tiny.yaml', at, withBalance: true, envFile: settings }, asking)).toBe(0);
    expect(out().split('\n').slice(-7).join('\n')).toContain(`\n${line}\n`);
    expect(out().includes('it runs out on')).toBe(costs.includes('1060'));
  });
});

describe('a plan that sends nothing', () => {
  test('is not called done where jobs are kept for later, and its columns are under their titles', async () => {
    const { host, out } = tiny(campaign.replace('starts:', 'ends: 2026-11-23 18:00\nstarts:'));
    await plan({ ...defaults, file: 'tiny.yaml', at: '2026-11-24 09:00' }, host);
    expect(out().split('\n').slice(3, 14)).toEqual([
      '                        to send  first             last',
      '  funds  nothing to do        0',
      '         1 expired: the campaign ends first',
      '  hello  blocked              0',
      '         3 kept for later: `funds` expired',
      '  code   blocked              0',
      '         1 kept for later: `hello` is blocked',
      '',
      '`code` is for 1 recipient; `where` leaves out 2 whose `name` is not `Obi`.',
      '',
      '0 to send of 5, 1 expired',
    ]);
    expect(out().split('\n')[14]).toBe('Nothing to send now: 4 kept for later.');
  });
});

describe('callsheet audit', () => {
  test.each(examples)('finds no problem in the plan of %s', async (name) => {
    const file = join('campaigns', name);
    const planned = commandHost({ now, env: process.env as Record<string, string> });
    expect(await plan({ ...defaults, file, jobs: true }, planned.host)).toBe(0);
    const lines = join(folder, `${name}.ndjson`);
    writeFileSync(lines, planned.out());
    const audited = commandHost({ now });
    expect(await audit({ ...looking, file, jobs: lines }, audited.host)).toBe(0);
    const starts = planned.out().match(/"at":"/g)?.length ?? 0;
    expect(audited.out()).toContain(`: audit  ${starts} starts, from `);
    expect(audited.out()).not.toMatch(/violation/);
  });

  test('finds a line that was moved into the night, and one that was removed', async () => {
    const planned = tiny();
    await plan({ ...defaults, file: 'tiny.yaml', jobs: true }, planned.host);
    const lines = planned
      .out()
      .replace('2026-11-23T10:00:00+01:00', '2026-11-23T05:00:00+01:00')
      .replace(/\{"address":"code.*\n/, '');
    const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': members, 'jobs.ndjson': lines }, process.cwd());
    const { host, out } = commandHost({ now, files });
    expect(await audit({ ...looking, file: 'tiny.yaml', jobs: 'jobs.ndjson' }, host)).toBe(1);
    expect(out()).toMatchInlineSnapshot(`
      "A tiny campaign: audit  3 starts, from jobs.ndjson
      times are Africa/Lagos

        nobody outside the allowed hours, by their own clock  1 violation
            Mon 23 Nov 05:00:00  hello[234…0011]: at 05:00:00 in Africa/Lagos, outside 09:00–20:00
        nothing before its start or after its end             1 violation
            Mon 23 Nov 05:00:00  hello[234…0011]: before 2026-11-23T09:00:00
        nothing outside a WhatsApp session                    ok
        no rate limit exceeded                                ok
        nobody too soon after another message                 nothing to check
        no step before the steps it needs                     1 violation
            Mon 23 Nov 05:00:00  hello: started before \`funds\` had finished
        nobody contacted twice                                ok
        nobody outside the audience                           ok
        everyone in exactly one line of each step             1 violation
            code[234…0012]: is in the audience but in no line

      Hours of members: by the column tz
      "
    `);
  });

  test('reads the sandbox’s request log; refuses other files', async () => {
    const log = {
      requests: [
        { at: '2026-11-23T08:00:00.000Z', operation: 'sms.balance', answer: { body: { status: '0' } } },
        {
          at: '2026-11-23T20:00:00.000Z',
          operation: 'whatsapp.send',
          body: { recipient: '2348000000012' },
          answer: { body: { status: '0' } },
        },
        {
          at: '2026-11-23T20:05:00.000Z',
          operation: 'whatsapp.send',
          body: { recipient: '2348000000012' },
          answer: { body: { status: '0' } },
        },
      ],
    };
    const content = { 'tiny.yaml': campaign, 'members.csv': members, 'log.json': JSON.stringify(log) };
    const { host, out, err } = commandHost({ now, files: memoryFiles(content, process.cwd()) });
    expect(await audit({ ...looking, file: 'tiny.yaml', log: 'log.json' }, host)).toBe(1);
    expect(out()).toContain('Mon 23 Nov 21:05:00  hello[234…0012]: started twice');
    expect(await audit({ ...looking, file: 'tiny.yaml', log: 'members.csv' }, host)).toBe(2);
    expect(await audit({ ...looking, file: 'tiny.yaml' }, host)).toBe(2);
    expect(err()).toBe(
      'members.csv: it is not a request log of the sandbox\n' +
        'tiny.yaml has not been run (run 2026-11-23); to audit its plan: `callsheet plan tiny.yaml --jobs > jobs.jsonl`, ' +
        'then `callsheet audit tiny.yaml --jobs jobs.jsonl`\n',
    );
  });
});
