import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { revisionOf } from '../../src/state/sqlite/file/file-revision.ts';
import type { VerifiedFile } from '../../src/state/sqlite/file/verified-file.ts';
import { openForRunning } from '../../src/state/sqlite/open/open-for-running.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import { type CampaignRig, campaignText, createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { intend, settle } from '../rig/lease.ts';
import { memoryFiles } from '../rig/memory-files.ts';

/** So many that their state is looked at by a thread of its own. */
const many = 5_000;
const damage = `UPDATE job SET key = key || '9' WHERE key = (SELECT min(key) FROM job)`;

const greeting = `${whatsappStep.replace('Hello', '{{ env.GREETING }} {{ inputs.offer }}').trimEnd()}
  purpose: transactional
  window: always
`;
const head = `
limits: { concurrency: 64 }
env: [GREETING]
inputs:
  offer: { type: string, default: none }
`;

async function sent(rig: CampaignRig): Promise<void> {
  rig.env['GREETING'] = 'Hello';
  await rig.members(people(many));
  await rig.campaign(greeting, head);
  expect((await rig.run()).code).toBe(0);
  expect(rig.requests()).toHaveLength(many);
}

describe('a large state', () => {
  test('is gone on with; a changed variable, input or file has every recipient checked again, and sends nothing', async () => {
    await using rig = await createCampaignRig();
    await sent(rig);
    expect(await rig.run()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Edited') as string });

    const tooLong = 'x'.repeat(5_000);
    const unchecked = rig.callsheet(['run', 'campaign.yaml', '--yes'], { GREETING: tooLong });
    const byVariable = await unchecked.ended;
    const byInput = await rig.run('--input', `offer=${tooLong}`);
    await rig.write('members.csv', `phone,first_name\n2348030000001,${tooLong}\n`);
    const byFile = await rig.run();
    for (const { code, stdout } of [byVariable, byInput, byFile]) {
      expect(code).toBe(1);
      expect(stdout).toContain('error CS4002');
    }
    expect(rig.requests()).toHaveLength(many);
  });

  test('with a row that is not as it was written is refused by every command that reads rows', async () => {
    await using rig = await createCampaignRig();
    await sent(rig);
    const path = join(rig.folder, '.callsheet/trial.db');
    const database = openDatabase(path);
    database.exec(damage);
    database.close();
    const words = expect.stringContaining('a row has changed since it was written') as string;
    expect(await rig.run()).toMatchObject({ code: 2, stdout: '', stderr: words });
    const audit = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
    expect(audit).toMatchObject({ code: 2, stdout: '', stderr: words });
    const status = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    expect(status).toMatchObject({ code: 2, stdout: '', stderr: words });
    const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'csv']).ended;
    expect(report).toMatchObject({ code: 2, stdout: '', stderr: words });
    expect(rig.requests()).toHaveLength(many);
  });
});

describe('a verification', () => {
  test('counts for the same file at the same revision', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callsheet-moment-'));
    const paths = statePaths({ folder, campaign: 'trial', sandbox: false });
    const open = (verified?: VerifiedFile) =>
      openForRunning({
        paths,
        about: { campaign: 'trial', run: '1', service: 'https://service.example' },
        me: { pid: 1, host: 'here', since: 0 },
        adopt: false,
        guard: undefined,
        guardFolder: undefined,
        verified,
      });
    const first = open();
    if ('refused' in first) throw new Error(first.refused.kind);
    await intend(first.lease, { step: 'hello', key: '1', attempt: 1, at: 0, requestHash: 'a' });
    await settle(first.lease, { step: 'hello', key: '1', attempt: 1, at: 0, state: 'accepted' });
    await first.lease.close();
    const database = openDatabase(paths.database);
    database.exec(damage);
    const revision = revisionOf(database, paths.database);
    database.close();

    const nothing = { inputs: {}, rows: [], indexes: new Map() };
    const refused = { refused: { kind: 'trouble', trouble: 'damaged' } };
    expect(open()).toMatchObject(refused);
    expect(open({ revision, isWhole: false, ...nothing })).toMatchObject(refused);
    expect(open({ revision: { ...revision, ino: revision.ino + 1 }, isWhole: true, ...nothing })).toMatchObject(
      refused,
    );
    expect(open({ revision: { ...revision, head: '1 another' }, isWhole: true, ...nothing })).toMatchObject(refused);
    // Trusted: only then is the damaged row not found.
    const trusted = open({ revision, isWhole: true, ...nothing });
    if ('refused' in trusted) throw new Error(trusted.refused.kind);
    await trusted.lease.close();
    // The runner has left its name, which changes the revision.
    expect(open({ revision, isWhole: true, ...nothing })).toMatchObject(refused);
    rmSync(folder, { recursive: true });
  });
});

describe('a check that has passed', () => {
  const text = (step = greeting) => campaignText(step, `timezone: Africa/Lagos\n${head}`);
  const load = async (more: {
    readonly text?: string;
    readonly members?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly inputs?: Readonly<Record<string, string>>;
    readonly checkedBy?: string;
    readonly passed?: boolean;
  }) => {
    let digest = '';
    const { diagnostics } = await loadCampaign({
      path: 'campaign.yaml',
      cwd: '/work',
      files: memoryFiles({
        'campaign.yaml': more.text ?? text(),
        'members.csv': more.members ?? 'phone,first_name\n2348030000001,Ada\n',
      }),
      env: { GREETING: 'Hello', ...more.env },
      inputs: more.inputs ?? {},
      depth: 'rendered',
      checkedBy: more.checkedBy ?? '1',
      async hasPassed(given) {
        digest = given;
        return more.passed === true;
      },
    });
    return { digest, errors: diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code) };
  };

  test('is of these files, inputs, variables and versions, and no others', async () => {
    const { digest } = await load({});
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await load({ env: { HOME: '/elsewhere' } })).toEqual({ digest, errors: [] });
    const others = await Promise.all([
      load({ text: text(greeting.replace('{{ env', 'Oh, {{ env')) }),
      load({ members: 'phone,first_name\n2348030000001,Ade\n' }),
      load({ env: { GREETING: 'Hi' } }),
      load({ inputs: { offer: 'none at all' } }),
      load({ checkedBy: '2' }),
    ]);
    expect(new Set([digest, ...others.map((one) => one.digest)]).size).toBe(6);
  });

  test('is not made again, but for what else is wrong', async () => {
    const members = `phone,first_name\n2348030000001,${'x'.repeat(5_000)}\n`;
    expect((await load({ members })).errors).toEqual(['CS4002']);
    expect((await load({ members, passed: true })).errors).toEqual([]);
    const wrong = text(greeting.replace('forEach: members', 'forEach: members\n  needs: nothing'));
    expect((await load({ members, text: wrong, passed: true })).errors).toContain('CS4002');
  });
});
