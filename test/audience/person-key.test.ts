import { describe, expect, test } from 'vitest';
import { readAudience } from '../../src/audience/audience.ts';
import { notationsOf, personKey } from '../../src/audience/number/person-key.ts';
import { createExcludeList } from '../../src/audience/roster-builder.ts';
import { numberFinder } from '../../src/forget/number-finder.ts';
import { nameOf, namesOf, personOf } from '../../src/ledger/contacts/person.ts';
import { createCampaignRig, whatsappStep } from '../rig/campaign-rig.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { fc } from '../rig/properties.ts';

/** Notations of one telephone each, today's first. */
const telephones: readonly [string, ...string[]][] = [
  ['525512345678', '5215512345678'],
  ['5491123456789', '541123456789', '54111523456789'],
  ['5492911234567', '542911234567', '54291151234567'],
  ['5492966123456', '542966123456', '54296615123456'],
  ['5511987654321', '551187654321'],
  ['5584961234567', '558461234567'],
  ['2290197123456', '22997123456'],
];

/** Numbers of other people, however alike. */
const others = [
  '2348030000001',
  '521551234567',
  '5521987654321',
  '551133334444',
  '5511912345678',
  '2290120123456',
  '54911234567',
  '22890123456',
  '23090123456',
];

describe('a number in an older notation is the same person', () => {
  test.each(telephones)('%s', (today, ...older) => {
    for (const one of [today, ...older]) expect(personKey(Number(one))).toBe(Number(today));
    expect(notationsOf(Number(today))[0]).toBe(Number(today));
    for (const one of older) expect(notationsOf(Number(today))).toContain(Number(one));
  });

  test('and no other number is', () => {
    for (const one of others) expect(personKey(Number(one))).toBe(Number(one));
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }), (number) => {
        const key = personKey(number);
        expect(personKey(key)).toBe(key);
        expect(notationsOf(number)).toContain(key);
        expect(key === number || /^(229|52|54|55)/.test(String(number))).toBe(true);
      }),
    );
    expect(personKey(Number.NaN)).toBeNaN();
  });

  test.each(telephones)('in a list and its `exclude` file: %s', async (today, ...older) => {
    const pairs = older.flatMap((written) => [[written, today] as const, [`+${today}`, written] as const]);
    for (const [there, here] of pairs) {
      const files = memoryFiles({ 'gone.csv': `phone\n${there}\n`, 'a.csv': `phone\n${here}\n2348030000001\n` });
      const request = { name: 'a', key: 'phone', columns: [], where: {} };
      const { roster: gone } = (await readAudience(files, { path: 'gone.csv', format: 'csv' }, request))!;
      const excludes = [createExcludeList('gone.csv', gone)];
      const { roster } = (await readAudience(files, { path: 'a.csv', format: 'csv' }, { ...request, excludes }))!;
      expect([roster!.size, roster!.key(0), roster!.left.exclude]).toEqual([1, '2348030000001', 1]);
    }
  });

  test.each(telephones)(
    'twice in a list is one recipient, with the number of its first row: %s',
    async (today, ...older) => {
      const cells = [...older, `+${today}`];
      const request = { name: 'a', key: 'phone', columns: [], where: {} };
      const files = memoryFiles({ 'a.csv': `phone\n${cells.join('\n')}\n` });
      const { roster, problems } = (await readAudience(files, { path: 'a.csv', format: 'csv' }, request))!;
      expect([roster!.size, roster!.key(0), roster!.value(0, 'phone')]).toEqual([1, today, older[0]]);
      expect(problems.find(({ kind }) => kind === 'duplicate')?.count).toBe(older.length);
      expect(roster!.indexOf(today)).toBe(0);
    },
  );

  test.each(telephones)('in the ledger, and where a person is forgotten: %s', (today, ...older) => {
    const pepper = Buffer.alloc(32, 7);
    for (const one of older) {
      expect(nameOf(personOf(pepper, one))).toBe(nameOf(personOf(pepper, today)));
      expect(namesOf(pepper)(one)).toBe(nameOf(personOf(pepper, today)));
      expect(numberFinder(today).isIn(`call +${one} at noon`)).toBe(true);
    }
  });
});

test('a person who is in two notations, edited while the run goes on, or suppressed under the other, is contacted once at most', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: m\n');
  await rig.members(['551176543210', '5511976543210', '551187654321']);
  await rig.campaign(whatsappStep);
  const suppressed = await rig.callsheet(['suppress', '+55 11 98765-4321', '--reason', 'asked to stop']).ended;
  expect([suppressed.code, suppressed.stderr]).toEqual([0, '']);
  await rig.run();
  // What is sent is what the list has.
  expect(rig.effects('whatsapp.send')).toEqual({ '551176543210': 1 });
  await rig.members(['551187654321', '5511976543210']);
  await rig.run('--accept-edits');
  expect(rig.effects('whatsapp.send')).toEqual({ '551176543210': 1 });
  const why = await rig.callsheet(['why', 'campaign.yaml', '+55 11 7654-3210', '--show-numbers']).ended;
  expect([why.code, why.stdout.split('\n')[0]]).toEqual([0, '5511976543210']);
});
