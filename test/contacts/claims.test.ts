import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { wallAt } from '../../src/time/local-time.ts';
import { dateOf, dayMs, hourMs } from '../../src/time/wall-clock.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { startChild } from '../rig/child.ts';
import { startCommand } from '../rig/command.ts';
import { contactsRig, noon, onceADay, request, reserve, settle } from '../rig/contacts.ts';
import { jobsOf } from '../rig/engine.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { isLong } from '../rig/sample-of.ts';

const autumn = { campaign: 'autumn', run: '1' };
const spring = { campaign: 'spring', run: '1' };
const claimed = (...keys: readonly string[]) => keys.map((key) => request(key, { at: noon + hourMs }));

test('a claim holds the room for its contact, until it is made, dropped, or its run is gone for 45 seconds', async () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  const may = (key: string, priority = 0) =>
    reserve(ledger, { ...onceADay, priority }, [request(key, { campaign: `c${key}${priority}` })])[0];
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed('1', '2', '3', '4', '5') });
  expect(ledger.factsOf('1').claims).toEqual([
    { ...autumn, step: 'hello', at: noon + hourMs, channel: 'whatsapp', purpose: 'marketing', priority: 5 },
  ]);
  expect([may('1'), may('2', 5)]).toEqual([false, true]);
  expect(reserve(ledger, { ...onceADay, priority: 5 }, [request('3', autumn)])).toEqual([true]);
  expect(ledger.factsOf('3')).toMatchObject({ claims: [], touches: [autumn] });
  // It has its turn again: its request was held back, and is sent later.
  settle(ledger, request('3', autumn), 'pending');
  expect(ledger.factsOf('3')).toMatchObject({ claims: [autumn], touches: [] });
  expect(reserve(ledger, { ...onceADay, priority: 5 }, [request('3', autumn)])).toEqual([true]);
  settle(ledger, request('3', autumn), 'accepted');
  expect(ledger.factsOf('3')).toMatchObject({ claims: [], touches: [autumn] });
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed('4') });
  expect([may('4'), may('5')]).toEqual([false, true]);
  const database = openDatabase(rig.paths.database);
  database.exec('UPDATE claimant SET until = until - 46');
  expect(may('4')).toBe(true);
  await ledger.keepClaims(autumn);
  expect(ledger.factsOf('4').claims).toHaveLength(1);
  await ledger.dropClaims(autumn);
  expect(ledger.factsOf('4').claims).toEqual([]);
  const rows = () => database.prepare('SELECT count(*) AS claims FROM claim').get();
  expect(rows()).toEqual({ claims: 0 });
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed('1', '2') });
  database.exec('UPDATE claimant SET until = until - 90000');
  await ledger.claim({ ...spring, priority: 5, contacts: claimed('3') });
  expect(rows()).toEqual({ claims: 1 });
  database.close();
  ledger.close();
});

test('many claims are written and dropped in several transactions, all of them', async () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  const many = Array.from({ length: 12_000 }, (_, n) => String(2_348_000_000_000 + n));
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed(...many) });
  expect(ledger.read(many).filter(({ claims }) => claims.length === 1)).toHaveLength(many.length);
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed(...many.slice(0, 3)) });
  expect(ledger.read(many).filter(({ claims }) => claims.length > 0)).toHaveLength(3);
  await ledger.dropClaims(autumn);
  expect(ledger.read(many).filter(({ claims }) => claims.length > 0)).toEqual([]);
  ledger.close();
});

test('a person who is forgotten has no claims', async () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  await ledger.claim({ ...autumn, priority: 5, contacts: claimed('1') });
  await ledger.forget('1', noon);
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

test.runIf(isLong)(
  'while a campaign with a priority is under way, another one leaves the day to it; when it is stopped, the other one sends',
  async () => {
    const zone = noonZone();
    const today = dateOf(Math.floor(wallAt(Date.now(), zone) / dayMs));
    // A claim ends an hour after its instant, which is too late here.
    const campaign = (name: string, more: string) => `campaign: ${name}
timezone: ${zone}
account: { appId: sandbox-app }
ends: ${today} 16:30
audiences: { members: { file: members.csv, key: phone, timezone: { zone: ${zone} } } }
steps: { code: { uses: otp.send, purpose: service, forEach: members, with: { templateId: 31 } } }
${more}`;
    writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: day }]\n');
    writeFileSync(join(folder, 'members.csv'), `phone\n${people.join('\n')}\n`);
    writeFileSync(join(folder, 'spring.yaml'), campaign('spring', ''));
    writeFileSync(
      join(folder, 'autumn.yaml'),
      campaign('autumn', `starts: ${today} 16:00\ncontacts: { priority: 5 }\n`),
    );
    const run = (name: string) =>
      startChild([main, 'run', `${name}.yaml`, '--sandbox', '--yes', '--real-time'], { cwd: folder });
    const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
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
  },
);

test('who is claimed is waited for if the claim ends in time, and skipped if it does not', async () => {
  await using rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  const zone = noonZone();
  const today = dateOf(Math.floor(wallAt(Date.now(), zone) / dayMs));
  await rig.members(people);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign(
    'code: { uses: otp.send, purpose: service, forEach: members, with: { templateId: 31 } }',
    `timezone: ${zone}\nends: ${today} 18:00`,
  );
  const [soon, late] = [Date.now() + hourMs, Date.now() + 5.5 * hourMs];
  const paths = contactPaths({ folder: join(rig.folder, '.callsheet'), sandbox: false });
  const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const contacts = [soon, late].map((at, index) => request(people[index]!, { at, purpose: 'service' }));
  await ledger.claim({ ...autumn, priority: 5, contacts });
  ledger.close();
  const engine = await buildEngineProcess();
  const input = { file: rig.file, url: rig.sandbox.url };
  expect(await startChild([engine, JSON.stringify(input)], { cwd: rig.folder }).ended).toMatchObject({ code: 0 });
  const jobs = [...(await jobsOf(rig.file)).values()];
  expect(jobs.map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'capped:1/day'],
    ['accepted', undefined],
  ]);
  expect(jobs[1]!.at).toBeGreaterThanOrEqual(soon + hourMs);
  expect(jobs[1]!.at).toBeLessThan(soon + hourMs + 10_000);
});
