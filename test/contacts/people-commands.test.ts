import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';

const [ada, bola] = ['2348030000001', '2348030000002'];

async function createShop() {
  const rig = await createCampaignRig();
  await rig.members([ada, bola]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign(
    'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }\n',
  );
  const callsheet = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await rig.callsheet(args).ended;
    return { code, said: `${stdout}${stderr}` };
  };
  return { rig, callsheet };
}

test('a reason with a number is printed without it, and on one line', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  const given = await callsheet('suppress', ada, '--reason', `asked by ${bola}\nfor both`);
  expect(given.said).toMatch(/: asked by 234…0002\\nfor both\n$/);
  expect((await callsheet('suppress', ada, '--show-numbers')).said).toContain(`${ada} is suppressed`);
  for (const args of [
    ['suppress'],
    ['suppress', ada],
    ['plan', 'campaign.yaml'],
    ['plan', 'campaign.yaml', '--format', 'markdown'],
    ['plan', 'campaign.yaml', '--format', 'html'],
    ['plan', 'campaign.yaml', '--show', ada],
    ['why', 'campaign.yaml', ada],
  ]) {
    const { said } = await callsheet(...args);
    const seen = { args, isShown: said.includes('asked by 234…0002'), isWhole: said.includes(bola) };
    expect(seen).toEqual({ args, isShown: true, isWhole: false });
  }
});

test('a consent that is still to come refuses its file, and one that says less than a later one is counted', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  const record = async (...rows: readonly string[]) => {
    await rig.write('consents.csv', ['phone,purpose,basis,at,evidence,expires', ...rows, ''].join('\n'));
    return callsheet('consent', 'consents.csv');
  };
  const next = new Date().getUTCFullYear() + 1;
  const wrong = await record(`${ada},marketing,explicit,${next}-01-01 00:00,form,`);
  expect(wrong.code).toBe(2);
  expect(wrong.said).toContain(`consents.csv:2: \`at\` is when it was given, and ${next}-01-01 00:00 is still to come`);
  const rows = [
    `${ada},marketing,explicit,2026-01-02 00:00,form,`,
    `${bola},marketing,explicit,2026-01-02 00:00,form,2026-01-03 00:00`,
  ];
  expect((await record(...rows)).said).toBe('2 consents recorded; the ledger has 2\n');
  expect((await record(`${ada},marketing,explicit,2026-01-01 00:00,paper,`)).said).toBe(
    '0 consents recorded, 1 left out: a later consent is already recorded; the ledger has 2\n',
  );
  expect((await callsheet('consent')).said).toBe('1 person agreed to marketing: explicit\n');
});

test('what is not a number is refused with what it may be, with a country and without', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  expect((await callsheet('suppress', '12', '--country', 'GB')).said).toContain(
    '12 is not a phone number, neither of GB nor with its own country code',
  );
  expect((await callsheet('suppress', '12')).said).toContain('or --country');
});
