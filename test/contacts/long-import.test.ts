import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { sampleOf } from '../rig/sample-of.ts';

const all = people(12_000);
const before = all.slice(0, 8_000);
const after = all.slice(4_000);
const listOf = (numbers: readonly string[]): string => `phone\n${numbers.join('\n')}\n`;

const places: readonly (readonly [string, () => Promise<string>])[] = [
  ['a file', async () => ''],
  ['a store', newDatabase],
];

test.each(sampleOf(places, 1))(
  'a list is imported into %s in parts: others write meanwhile, and nobody who stays on it is ever off',
  async (_, place) => {
    await using rig = await createCampaignRig();
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.write('before.csv', listOf(before));
    await rig.write('after.csv', listOf(after));
    const store = await place();
    const callsheet = (...args: readonly string[]) => rig.process(args, { CALLSHEET_STORE: store });
    const add = ['suppress', '--import', 'before.csv', '--list', 'dnc'];
    expect((await callsheet(...add).ended).stdout).toBe('dnc: 8,000 people added, 0 kept, 0 removed\n');
    const paths = contactPaths({ folder: join(rig.folder, '.callsheet'), sandbox: false });
    const ledger = await openProjectLedger({
      paths,
      project: 'shop',
      pepper: undefined,
      store: store === '' ? undefined : store,
    });
    if ('kind' in ledger) throw new Error(ledger.kind);
    const imported = await ledger.lists();
    const counted = async (): Promise<number> => (await ledger.suppressionCounts(0))[0]!.people;
    const replace = ['suppress', '--import', 'after.csv', '--list', 'dnc', '--replace'];
    const killed = callsheet(...replace);
    let hasEnded = false;
    void killed.ended.then(() => (hasEnded = true));
    // Until some parts of it are recorded. It runs for moments only, so that it is not complete before anybody looks.
    while (!hasEnded && (await counted()) === before.length) {
      killed.kill('SIGCONT');
      await sleep(20);
      killed.kill('SIGSTOP');
    }
    killed.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
    expect(await counted()).toBeGreaterThan(before.length);
    expect(await counted()).toBeLessThan(all.length);
    expect((await ledger.read(before)).filter(({ suppressions }) => suppressions.length === 0)).toEqual([]);
    expect(await ledger.lists()).toEqual(imported);
    const dry = await callsheet(...replace, '--dry-run', '--format', 'json').ended;
    const done = callsheet(...replace, '--format', 'json');
    const stays = [after[0]!, before.at(-1)!];
    let [writes, isOver] = [0, false];
    void done.ended.then(() => (isOver = true));
    while (!isOver) {
      await ledger.keepClaims({ campaign: 'spring', run: '1' });
      expect((await ledger.read(stays)).map(({ suppressions }) => suppressions.length)).toEqual([1, 1]);
      writes++;
      await sleep(1);
    }
    const { code, stdout } = await done.ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, { ...JSON.parse(dry.stdout), dryRun: false }]);
    expect(JSON.parse(stdout)).toMatchObject({ rows: after.length, removed: 4_000 });
    expect(writes).toBeGreaterThan(2);
    expect(await counted()).toBe(after.length);
    expect((await ledger.read(after)).filter(({ suppressions }) => suppressions.length !== 1)).toEqual([]);
    expect(await ledger.lists()).not.toEqual(imported);
    await ledger.close();
  },
);
