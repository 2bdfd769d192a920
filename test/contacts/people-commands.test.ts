import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
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

test('a list of which only a part was recorded is not said to be imported', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  await rig.write('dnc.csv', `phone\n${ada}\n`);
  const paths = contactPaths({ folder: join(rig.folder, '.callsheet'), sandbox: false });
  const ledger = await openProjectLedger({ paths, project: 'shop', pepper: undefined, store: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  // As an import that was interrupted leaves it.
  await ledger.suppress([
    {
      key: bola,
      reason: 'on the list dnc',
      source: 'dnc',
      from: 0,
      until: undefined,
      channel: undefined,
      purpose: undefined,
    },
  ]);
  await ledger.close();
  expect((await callsheet('suppress')).said).toBe(
    '1 person suppressed for everything: on the list dnc, whose import is not complete\n',
  );
  await callsheet('suppress', '--import', 'dnc.csv', '--list', 'dnc');
  expect((await callsheet('suppress')).said).toMatch(/: on the list dnc, imported \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/);
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
  expect((await record(`${ada},marketing,explicit,2026-01-02 00:00,form,2025-12-31 00:00`)).said).toBe(
    'consents.csv:2: `expires` is before `at`: this consent would never hold. Nothing was changed.\n',
  );
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

test('a list is CSV, too, where its ending is written in capitals', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  await rig.write('DNC.CSV', 'phone\n+2348030000001\n');
  expect((await callsheet('suppress', '--import', 'DNC.CSV', '--list', 'no-calls')).said).toBe(
    'no-calls: 1 person added, 0 kept, 0 removed\n',
  );
});

test('what is not a number is refused with what it may be, with a country and without', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  expect((await callsheet('suppress', '12', '--country', 'GB')).said).toContain(
    '12 is not a phone number, neither of GB nor with its own country code',
  );
  expect((await callsheet('suppress', '12')).said).toContain('or --country');
  expect((await callsheet('suppress', '234…0001')).said).toMatch(/ prints whole numbers\. Nothing was changed\.\n$/);
});

test('national numbers without a country are refused, and nothing is recorded: some may be those of other people', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  const remedy = 'Use --country US, as the campaigns do, or write `+` and the country code before each.';
  const numbers = ['4794441234', '2124440123', '9174440199'];
  await rig.write('dnc.csv', `phone\n${numbers.join('\n')}\n`);
  const rows = numbers.map((number) => `${number},marketing,optin,2026-01-01T00:00:00Z,web\n`).join('');
  await rig.write('consents.csv', `phone,purpose,basis,at,evidence\n${rows}`);
  const dnc = ['suppress', '--import', 'dnc.csv', '--list', 'dnc'];
  expect((await callsheet(...dnc)).said).toContain('Name their country, such as --country US, or write `+`');
  await rig.campaign(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }\n',
    'audiences:\n  members: { file: members.csv, key: phone, country: US }\n',
  );
  for (const [line, ...args] of [
    ['dnc.csv:3: 2 of 3 numbers are', ...dnc],
    ['consents.csv:3: 2 of 3 numbers are', 'consent', 'consents.csv'],
    ['2124440123 is', 'suppress', '2124440123', '--reason', 'asked'],
    ['2124440123 is', 'consent', '2124440123'],
    ['2124440123 is', 'forget', '2124440123'],
  ] as const) {
    const { code, said } = await callsheet(...args);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/ Nothing was changed\.\n$/) });
    expect(said).toContain(`${line} not valid in any country as written`);
    expect(said).toContain(remedy);
  }
  expect((await callsheet('suppress')).said).toBe('Nobody is suppressed\n');
  expect((await callsheet('consent')).said).toBe('No consents hold now\n');
  expect(await callsheet('suppress', '+2124440123', '--dry-run', '--reason', 'asked')).toMatchObject({ code: 0 });
  expect((await callsheet(...dnc, '--country', 'US')).said).toBe('dnc: 3 people added, 0 kept, 0 removed\n');
  expect((await callsheet('suppress', '12124440123', '--show-numbers')).said).toContain('12124440123 is suppressed');
  // Where fewer are such, a warning says so, as of a list of an audience.
  await rig.write('few.csv', 'phone\n2348030000001\n2348030000002\n2348030000003\n2124440123\n');
  expect((await callsheet('suppress', '--import', 'few.csv', '--list', 'few')).said).toMatch(
    /^few: 4 people added, 0 kept, 0 removed\nWarning: few\.csv:5: 1 number is not valid /,
  );
});

test('an older notation is the number of the same person, without a `+` and without a country, too', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  for (const [older, today] of [
    ['22997123456', '2290197123456'],
    ['54111523456789', '5491123456789'],
  ] as const) {
    await rig.write('dnc.csv', `phone\n${older}\n`);
    expect((await callsheet('suppress', '--import', 'dnc.csv', '--list', 'dnc')).code).toBe(0);
    expect((await callsheet('suppress', today, '--show-numbers')).said).toContain(`${today} is suppressed`);
    expect((await callsheet('suppress', older, '--remove')).code).toBe(0);
    expect((await callsheet('forget', older, '--dry-run')).code).toBe(0);
  }
});

test('a sandbox run says that it does not know who is suppressed or has agreed, until somebody tells the sandbox', async () => {
  const { rig, callsheet } = await createShop();
  await using _ = rig;
  const own = 'The sandbox knows no suppressions and consents but its own, and has none yet';
  const trial = ['run', 'campaign.yaml', '--sandbox', '--yes'];
  expect((await callsheet(...trial)).said).not.toContain(own);
  await rig.write('contacts.yaml', 'project: shop\nsuppression: [{ list: dnc, maxAge: 31d }]\n');
  await callsheet('suppress', ada, '--reason', 'asked');
  expect((await callsheet(...trial, '--fresh')).said).toContain(own);
  await callsheet('suppress', ada, '--reason', 'asked', '--sandbox');
  const after = (await callsheet(...trial, '--fresh')).said;
  expect(after).not.toContain(own);
  expect(after).toContain('hello finished: 1 accepted, 1 skipped');
});
