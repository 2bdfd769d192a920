import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { type CampaignRig, campaignText, createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const many = 200;
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

describe('a state', () => {
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
    const path = join(rig.folder, '.callsheet/ledger.db');
    const database = openDatabase(path);
    database.exec(damage);
    database.close();
    const words = expect.stringContaining('a row has changed since it was written') as string;
    expect(await rig.run()).toMatchObject({ code: 2, stdout: '', stderr: words });
    const audit = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
    expect(audit).toMatchObject({ code: 2, stdout: '', stderr: words });
    const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'csv']).ended;
    expect(report).toMatchObject({ code: 2, stdout: '', stderr: words });
    const otherState = openDatabase(path);
    otherState.exec(`UPDATE job SET state = 'rejected' WHERE key = (SELECT max(key) FROM job)`);
    otherState.close();
    const status = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    const miscounted = expect.stringMatching(
      /ledger\.db is damaged \(its rows are not as many as were written\)/,
    ) as string;
    expect(status).toMatchObject({ code: 2, stdout: '', stderr: miscounted });
    expect(rig.requests()).toHaveLength(many);
  });

  test('with a row that is not text any more is refused by a command that verifies no rows, too', async () => {
    await using rig = await createCampaignRig();
    await sent(rig);
    const database = openDatabase(join(rig.folder, '.callsheet/ledger.db'));
    database.exec(`UPDATE job SET key = CAST(x'ff' || substr(key, 2) AS TEXT) WHERE key = (SELECT min(key) FROM job)`);
    database.close();
    const status = await rig.process(['status', 'campaign.yaml', '--format', 'json']).ended;
    const words = expect.stringContaining('a row has changed since it was written') as string;
    expect(status).toMatchObject({ code: 2, stdout: '', stderr: words });
  });

  test.each([
    ['run', 'approvals'],
    ['run', 'decided'],
    ['run', 'waves'],
    ['step', 'counts'],
  ])('takes no %s whose %s are not a list', async (table, column) => {
    await using rig = await createCampaignRig();
    await sent(rig);
    const database = openDatabase(join(rig.folder, '.callsheet/ledger.db'));
    for (const text of ['nobody', '[', '{}'])
      expect(() => database.exec(`UPDATE ${table} SET ${column} = '${text}'`)).toThrow('CHECK constraint failed');
    database.close();
    expect((await rig.callsheet(['status', 'campaign.yaml']).ended).code).toBe(0);
  });
});

describe('the digest of a check', () => {
  const text = (step = greeting) => campaignText(step, `timezone: Africa/Lagos\n${head}`);
  const load = async (more: {
    readonly text?: string;
    readonly members?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly inputs?: Readonly<Record<string, string>>;
    readonly checkedBy?: string;
  }) => {
    const { value, diagnostics } = await loadCampaign({
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
    });
    return {
      digest: value?.digest,
      errors: diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    };
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
});
