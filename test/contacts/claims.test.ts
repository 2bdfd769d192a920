import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { wallAt } from '../../src/time/local-time.ts';
import { dateOf, dayMs, hourMs } from '../../src/time/wall-clock.ts';
import { startChild } from '../rig/child.ts';
import { contactsRig, noon, onceADay, request } from '../rig/contacts.ts';
import { noonZone } from '../rig/noon-zone.ts';

const autumn = { campaign: 'autumn', run: '1' };
const claimed = (...keys: readonly string[]) => keys.map((key) => request(key, { at: noon + hourMs }));

test('a claim holds the room for its contact, until it is made, dropped, or its run is gone for two minutes', () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  const may = (key: string, priority = 0) =>
    ledger.reserve({ ...onceADay, priority }, [request(key, { campaign: `c${key}${priority}` })])[0];
  ledger.claim({ ...autumn, priority: 5, contacts: claimed('1', '2', '3', '4', '5') });
  expect(ledger.factsOf('1').claims).toEqual([
    { ...autumn, step: 'hello', at: noon + hourMs, channel: 'whatsapp', purpose: 'marketing', priority: 5 },
  ]);
  expect([may('1'), may('2', 5)]).toEqual([false, true]);
  expect(ledger.reserve({ ...onceADay, priority: 5 }, [request('3', autumn)])).toEqual([true]);
  // It keeps its turn until the contact is made: its request may be held back, and sent later.
  expect(ledger.factsOf('3')).toMatchObject({ claims: [autumn], touches: [autumn] });
  ledger.settle([{ ...request('3', autumn), outcome: 'made' }]);
  expect(ledger.factsOf('3')).toMatchObject({ claims: [], touches: [autumn] });
  ledger.claim({ ...autumn, priority: 5, contacts: claimed('4') });
  expect([may('4'), may('5')]).toEqual([false, true]);
  const database = openDatabase(rig.paths.database);
  database.exec('UPDATE claimant SET until = until - 121');
  expect(may('4')).toBe(true);
  ledger.keepClaims(autumn);
  expect(ledger.factsOf('4').claims).toHaveLength(1);
  ledger.dropClaims(autumn);
  expect(ledger.factsOf('4').claims).toEqual([]);
  expect(database.prepare('SELECT count(*) AS claims FROM claim').get()).toEqual({ claims: 0 });
  database.close();
  ledger.close();
});

test('a person who is forgotten has no claims', () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  ledger.claim({ ...autumn, priority: 5, contacts: claimed('1') });
  ledger.forget('1', noon);
  expect(ledger.factsOf('1').claims).toEqual([]);
  ledger.close();
});

const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const people = ['2348000000101', '2348000000102'];
const all = people.map((key) => `code[${key}]`);
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-claims-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('while a campaign with a priority is under way, another one leaves the day to it; when it is stopped, the other one sends', async () => {
  const zone = noonZone();
  const today = dateOf(Math.floor(wallAt(Date.now(), zone) / dayMs));
  const campaign = (name: string, more: string) => `campaign: ${name}
timezone: ${zone}
account: { appId: sandbox-app }
ends: ${today} 18:00
audiences: { members: { file: members.csv, key: phone } }
steps: { code: { uses: otp.send, purpose: service, forEach: members, with: { templateId: 31 } } }
${more}`;
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  writeFileSync(join(folder, 'members.csv'), `phone\n${people.join('\n')}\n`);
  writeFileSync(join(folder, 'spring.yaml'), campaign('spring', ''));
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn', `starts: ${today} 16:00\ncontacts: { priority: 5 }\n`));
  const run = (name: string) =>
    startChild([main, 'run', `${name}.yaml`, '--sandbox', '--yes', '--real-time'], { cwd: folder });
  const callsheet = (...args: string[]) => startChild([main, ...args], { cwd: folder }).ended;
  const jobs = async () => (await callsheet('plan', 'spring.yaml', '--sandbox', '--jobs')).stdout;

  const waiting = run('autumn');
  await waiting.line(/autumn/);
  expect((await jobs()).match(/"reason":"[^"]*"/g)).toEqual(all.map(() => '"reason":"capped:1/day"'));
  expect((await run('spring').ended).stderr).toContain('code finished: 0 accepted, 2 skipped');
  const { stdout } = await callsheet('why', 'spring.yaml', people[0]!, '--sandbox');
  expect(stdout).toContain('cap `1/day`');
  waiting.kill('SIGTERM');
  await waiting.ended;
  expect((await run('spring').ended).stderr).toContain('code finished: 2 accepted');
});
