import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type * as Library from '../../src/index.ts';
import type { LoadedCampaign } from '../../src/index.ts';
import { openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

// As built: the contact ledger is written by a thread of its own, which vitest does not load from the sources.
const built = new URL('../../dist/src/index.js', import.meta.url).href;
const { createSkippingClock, loadCampaign, memoryState, plan, readContacts, readJobs, rehearse, run } = (await import(
  built
)) as typeof Library;

const start = Date.parse('2026-11-23T09:00:00+01:00');
const folder = mkdtempSync(join(tmpdir(), 'callsheet-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [ada, ben] = ['2348030000001', '2348030000002'] as const;

async function campaignFor(rules: string): Promise<LoadedCampaign> {
  writeFileSync(join(folder, 'contacts.yaml'), rules);
  writeFileSync(join(folder, 'members.csv'), `phone\n${ada}\n${ben}\n`);
  const path = join(folder, 'hello.yaml');
  writeFileSync(
    path,
    `campaign: hello
timezone: Africa/Lagos
starts: 2026-11-23 09:00
account: { appId: sandbox-app }
audiences: { members: { file: members.csv, key: phone } }
steps: { code: { uses: otp.send, forEach: members, with: { templateId: 31 } } }
`,
  );
  const { value, diagnostics } = await loadCampaign({ path });
  expect(diagnostics).toEqual([]);
  return value!;
}

test('caps and suppressions of the project hold in plan, rehearsal and run, and what was sent counts', async () => {
  const clock = createSkippingClock(start);
  const sandbox = await startSandbox({ clock });
  const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const loaded = await campaignFor('project: shop\ncaps: [{ max: 1, per: rolling 30d }]\n');
  expect(() => plan({ loaded, now: start })).toThrow('hello has contact rules: give contactFacts');
  const contacts = { folder: join(folder, 'contacts-state') };
  const options = { loaded, state: memoryState(), service, clock, contacts };
  expect(await run({ ...options, only: [ada] })).toMatchObject({ summary: { accepted: 1, pending: 1 } });

  const reader = (await readContacts({ loaded, ...contacts }))!;
  const contactFacts = reader.factsOf;
  expect(contactFacts(ada).touches).toMatchObject([{ campaign: 'hello', step: 'code', channel: 'otp' }]);
  const other = { ...loaded, campaign: { ...loaded.campaign, id: 'other' } };
  const [step] = plan({ loaded: other, contactFacts, now: start }).steps;
  expect(step?.jobs).toMatchObject({ toSend: 2, deferred: { cap: 1 } });
  expect(step!.ends! - start).toBeGreaterThan(29 * 86_400_000);
  const rehearsed = await rehearse({ loaded: other, contactFacts });
  expect(rehearsed).toMatchObject({ summary: { accepted: 2 } });
  expect(rehearsed.endedAt - start).toBeGreaterThan(29 * 86_400_000);
  expect(contactFacts(ben).touches).toEqual([]);
  await reader.close();

  const clinic = await campaignFor('project: clinic\nsuppression: [{ list: dnc }]\n');
  expect(await run({ ...options, loaded: clinic })).toEqual({
    ended: 'refused',
    refused: { kind: 'contacts', refused: { kind: 'otherProject', found: 'shop' } },
  });
  expect(await run({ ...options, loaded: clinic, contacts: { folder: join(folder, 'clinic-state') } })).toEqual({
    ended: 'refused',
    refused: { kind: 'staleList', list: 'dnc' },
  });
  await sandbox.close();
});

test('what became of a job is shown with what the contact ledger knows now', async () => {
  const clock = createSkippingClock(start);
  const sandbox = await startSandbox({ clock });
  const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const loaded = await campaignFor('project: shop\n');
  const contacts = { folder: join(folder, 'shown-state') };
  const ledger = await openProjectLedger({
    paths: contactPaths({ ...contacts, sandbox: false }),
    project: 'shop',
    pepper: undefined,
    store: undefined,
  });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const always = { channel: undefined, purpose: undefined, from: start, until: undefined };
  await ledger.suppress([{ ...always, key: ada, reason: 'asked to stop', source: '' }]);
  const state = memoryState();
  const statesNow = async () => (await readJobs({ loaded, state, contacts })).map((job) => job.state);
  await run({ loaded, state, service, clock, contacts });
  expect(await statesNow()).toEqual(['skipped', 'accepted']);
  await ledger.allow(ada, always);
  expect(await statesNow()).toEqual(['pending', 'accepted']);
  await ledger.close();
  await sandbox.close();
});
