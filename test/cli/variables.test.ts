import { describe, expect, test } from 'vitest';
import { checkFiles } from '../campaign/check-example.ts';
import { type CampaignRig, createCampaignRig, otpStep, people, sumsOf } from '../rig/campaign-rig.ts';

const members = people(3);
const greeting = `
hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hi from {{ env.SHOP_NAME }}" } }
`;

function textsOf(rig: CampaignRig): readonly string[] {
  return rig.requests('whatsapp.send').map(({ body }) => (body as { text: { body: string } }).text.body);
}

async function shopRig(step = greeting): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(step, 'env: [SHOP_NAME]');
  await rig.write('shop.env', 'SHOP_NAME=Ada Stores\n');
  return rig;
}

describe('a variable of the env file', () => {
  test('is in every message of a run', async () => {
    await using rig = await shopRig();
    const ended = await rig.run('--env-file', 'shop.env');
    expect(sumsOf(ended)).toEqual({ hello: '3 · · · · ·' });
    expect(textsOf(rig)).toEqual(members.map(() => 'Hi from Ada Stores'));
  });

  test('takes the place of a default', async () => {
    await using rig = await shopRig(greeting.replace('SHOP_NAME }}', "SHOP_NAME | default: 'TEST SHOP' }}"));
    await rig.run('--env-file', 'shop.env');
    expect(textsOf(rig)).toEqual(members.map(() => 'Hi from Ada Stores'));
  });

  test('is in the messages of `watch --run`, which looks again when the file is saved', async () => {
    await using rig = await shopRig();
    await rig.write('shop.env', '');
    const child = rig.callsheet(['watch', 'campaign.yaml', '--run', '--yes', '--env-file', 'shop.env']);
    await child.line(/error CS3014 The environment variable SHOP_NAME is not set/);
    expect(rig.requests()).toEqual([]);
    await child.line(/waiting for the next save/);
    await rig.replace('shop.env', 'SHOP_NAME=Ada Stores\n');
    await child.line(/Watching for changes/);
    child.kill('SIGINT');
    expect((await child.ended).code).toBe(0);
    expect(textsOf(rig)).toEqual(members.map(() => 'Hi from Ada Stores'));
  });

  test('is known to `check`, which finds what is wrong with a request because of it', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(otpStep.replace('31', '"{{ env.TEMPLATE }}"'), 'env: [TEMPLATE]');
    await rig.write('.env', 'TEMPLATE=thirty-one\n');
    const check = async (...more: readonly string[]) =>
      (await rig.callsheet(['check', 'campaign.yaml', ...more]).ended).stdout;
    expect(await check()).toContain('warning CS3014 The environment variable TEMPLATE is not set');
    const checked = await check('--env-file', '.env');
    expect(checked).not.toContain('CS3014');
    expect(checked).toMatch(/error CS400\d .*`templateId`/);
  });

  test('is known to plan, status and why: the same value is not an edit, another one is', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(
      otpStep.replace('uses', 'expires: 1d\n  uses').replace('31', '"{{ env.TEMPLATE }}"'),
      'env: [TEMPLATE]',
    );
    await rig.write('31.env', 'TEMPLATE=31\n');
    await rig.write('32.env', 'TEMPLATE=32\n');
    await rig.fault({ kind: 'hang', when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes', '--env-file', '31.env']);
    await rig.answered(3);
    child.kill('SIGKILL');
    await child.ended;
    const outputOf = async (command: string, file: string) =>
      (await rig.callsheet([command, 'campaign.yaml', '--env-file', file]).ended).stdout;
    for (const command of ['plan', 'status']) {
      expect(await outputOf(command, '31.env')).not.toContain('Edited');
      expect(await outputOf(command, '32.env')).toContain('Edited or removed');
    }
    const why = async (file: string) =>
      (await rig.callsheet(['why', 'campaign.yaml', members[0]!, '--env-file', file]).ended).stdout;
    expect(await why('31.env')).not.toBe(await why('32.env'));
  });

  test('belongs to every command about a campaign', async () => {
    await using rig = await shopRig();
    const helpOf = async (command: string) => (await rig.callsheet([command, '--help']).ended).stdout;
    for (const command of [
      'check',
      'plan',
      'status',
      'report',
      'why',
      'audit',
      'run',
      'watch',
      'rehearse',
      'reconcile',
      'pause',
      'resume',
      'cancel',
    ])
      expect(await helpOf(command)).toContain('settings and variables, one NAME=value per line');
  });
});

describe('a variable that is not set', () => {
  test.each([
    ['absent', {}],
    ['empty', { SHOP_NAME: '' }],
    ['blank', { SHOP_NAME: ' ' }],
  ])('is an error before anything starts, and nobody is skipped (%s)', async (_, env) => {
    await using rig = await shopRig();
    const words = 'The environment variable SHOP_NAME is not set: set it, or add it to the `--env-file`.';
    const planned = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json'], env).ended;
    expect(planned).toMatchObject({ code: 0, stderr: `${words} Until then, \`run\` refuses to start.\n` });
    expect(JSON.parse(planned.stdout)).toMatchObject({ refused: [words] });
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes'], env).ended;
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('error CS3014 The environment variable SHOP_NAME is not set');
    expect(rig.requests()).toEqual([]);
  });

  test('is an error too where a branch that is taken for somebody reads it, and none where nobody takes it', async () => {
    const branch = (name: string): string =>
      greeting.replace(
        '{{ env.SHOP_NAME }}',
        `{% if recipient.first_name == '${name}' %}{{ env.SHOP_NAME }}{% else %}us{% endif %}`,
      );
    await using rig = await shopRig(branch('Ada1'));
    const refused = await rig.run();
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('error CS3014 The environment variable SHOP_NAME is not set');
    expect(rig.requests()).toEqual([]);
    await rig.campaign(branch('Eve'), 'env: [SHOP_NAME]');
    expect((await rig.run()).code).toBe(0);
    expect(textsOf(rig)).toEqual(members.map(() => 'Hi from us'));
  });

  test('is an error of a plan that is to be approved', async () => {
    await using rig = await shopRig();
    const ended = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'PLAN.json']).ended;
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('error CS3014');
    expect(Object.keys(await rig.artefacts())).not.toContain('PLAN.json');
  });
});

describe('a setting of Callsheet', () => {
  const head = 'campaign: spring\ntimezone: Africa/Lagos\n';
  const secret = 'S-hostile-9f3a';
  const env = { CALLSHEET_API_SECRET: secret, CALLSHEET_API_KEY: secret, CALLSHEET_STORE: secret };
  const check = async (text: string) =>
    (await checkFiles({ 'campaign.yaml': `${head}${text}`, 'members.csv': 'phone\n2348030000001\n' }, { env })).out;

  test.each(['CALLSHEET_API_SECRET', 'CALLSHEET_API_KEY', 'CALLSHEET_STORE', 'callsheet_api_secret'])(
    'cannot be declared by a campaign: %s',
    async (name) => {
      const out = await check(
        `env: [SHOP, ${name}]\nsteps:\n  a: { uses: aivoice.pause, with: { jobId: "{{ env.${name} }}" } }\n`,
      );
      expect(out).toContain(`campaign.yaml:3:13 error CS3028 \`${name}\` is a setting of Callsheet`);
      expect(out).not.toContain(secret);
    },
  );

  test.each([
    '{{ env.CALLSHEET_API_SECRET }}',
    "{{ env['CALLSHEET_API_SECRET'] }}",
    '{{ env["CALLSHEET_API_SECRET"] | upcase }}',
    '{% if env.CALLSHEET_API_SECRET %}x{% endif %}',
    "{{ env.CALLSHEET_API_SECRET | default: '' }}",
  ])('is not read by a template, and no finding shows it: %s', async (template) => {
    // In a field that is too long for it, so that a finding might show its content.
    const out = await check(
      `steps:\n  a:\n    uses: audio.upload\n    with:\n      file: a.mp3\n      fileName: >-\n        ${template}\n`,
    );
    expect(out).toContain('error CS3028 `CALLSHEET_API_SECRET` is a setting of Callsheet');
    expect(out).not.toContain(secret);
    expect(out).not.toContain('add it:');
  });

  test('is not read by the default of an input or by a variable either, which are used as written', async () => {
    const out = await check(
      `vars: { a: "{{ env.CALLSHEET_API_SECRET }}" }\ninputs: { b: { type: string, default: "{{ env.CALLSHEET_API_SECRET }}" } }\nsteps:\n  a: { uses: audio.upload, with: { file: a.mp3, fileName: "{{ vars.a }}{{ inputs.b }}.mp3" } }\n`,
    );
    expect(out.match(/error CS3020/g)).toHaveLength(2);
    expect(out).not.toContain(secret);
  });

  test('reaches nobody', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(greeting.replace('SHOP_NAME', 'CALLSHEET_API_SECRET'), 'env: [CALLSHEET_API_SECRET]');
    const ended = await rig.run();
    expect(ended.code).toBe(1);
    expect(ended.stdout + ended.stderr).not.toContain(rig.env['CALLSHEET_API_SECRET']);
    expect(rig.requests()).toEqual([]);
  });
});
