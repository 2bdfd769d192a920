import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import type { NewSuppression } from '../../src/ledger/contacts/ledger.ts';
import {
  contactsInFile,
  openMemoryLedger,
  openProjectContacts,
  openProjectLedger,
} from '../../src/ledger/contacts/open-ledger.ts';
import { lookInStore } from '../../src/ledger/contacts/store/store-contacts.ts';
import { departureMs } from '../../src/ledger/contacts/store/store-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { people } from '../rig/campaign-rig.ts';
import { contactsRig, onceADay, request } from '../rig/contacts.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const [ada, bola] = ['2348030000001', '2348030000002'] as const;

function stop(key: string): NewSuppression {
  return {
    key,
    reason: 'asked to stop',
    source: '',
    channel: undefined,
    purpose: undefined,
    from: 0,
    until: undefined,
  };
}

test('from a file a person who was suppressed since their contact was judged is not contacted, and others are', async () => {
  const ledger = openMemoryLedger();
  const contacts = contactsInFile(ledger, onceADay);
  const [forAda, forBola] = [contacts.question(request(ada)), contacts.question(request(bola))];
  expect([forAda.mayLeave(), forBola.mayLeave()]).toEqual(['allowed', 'allowed']);
  await ledger.suppress([stop(ada)]);
  expect([forAda.mayLeave(), forBola.mayLeave()]).toEqual(['forbidden', 'allowed']);
  await ledger.forget(bola, 0);
  expect(forBola.mayLeave()).toBe('forbidden');
  await contacts.close();
});

test('with a store nobody is contacted once `suppress` has ended, wherever a request waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-look-'));
  const place = { paths: contactPaths({ folder, sandbox: false }), project: 'shop', pepper: undefined };
  const store = await newDatabase();
  const lease = { judgeContacts: () => true };
  const here = await openProjectContacts({ ...place, store, rules: onceADay, everybody: undefined, lease });
  const there = await openProjectLedger({ ...place, store });
  if ('kind' in here || 'kind' in there) throw new Error('refused');
  try {
    const [forAda, forBola] = [here.question(request(ada)), here.question(request(bola))];
    await Promise.all([forAda.isReady, forBola.isReady]);
    await there.suppress([stop(ada)]);
    expect(forAda.mayLeave()).not.toBe('allowed');
    await expect.poll(() => forAda.mayLeave()).toBe('forbidden');
    await expect.poll(() => forBola.mayLeave()).toBe('allowed');
  } finally {
    await here.close();
    await there.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('with a file nobody is contacted once `suppress` has ended, whenever a run has looked before', async () => {
  using rig = contactsRig();
  const place = { paths: rig.paths, project: 'shop', pepper: undefined, store: undefined };
  const there = rig.opened();
  const lease = { judgeContacts: () => true };
  const here = await openProjectContacts({ ...place, rules: onceADay, everybody: undefined, lease });
  if ('kind' in here) throw new Error('refused');
  for (const key of people(20)) {
    const question = here.question(request(key));
    expect(question.mayLeave()).toBe('allowed');
    await there.suppress([stop(key)]);
    expect(question.mayLeave()).toBe('forbidden');
  }
  await here.close();
  there.close();
});

/** A store whose answers a test gives. */
function slowStore() {
  const asked: ((generation: number) => void)[] = [];
  const look = lookInStore(
    {
      changes: () => new Promise((resolve) => asked.push((generation) => resolve({ generation, claimants: '' }))),
      read: async (keys) => keys.map((key) => (key === ada ? { ...noFacts, suppressions: [stop(ada)] } : noFacts)),
    },
    onceADay,
  );
  const begin = (key: string) => look.begin(request(key));
  return { look, begin, asked, answer: (generation: number): void => asked.shift()!(generation) };
}

const stopClocks = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a request leaves only by a recent answer of the store, which is asked again and again meanwhile', async () => {
  stopClocks();
  const { look, begin, asked, answer } = slowStore();
  const question = begin(bola);
  answer(7);
  await question.isReady;
  vi.advanceTimersByTime(departureMs);
  expect(asked).toHaveLength(1);
  await turn();
  expect(question.mayLeave()).toBe('allowed');
  const late = begin(bola);
  vi.advanceTimersByTime(1);
  expect(late.mayLeave()).toBe('unknown');
  answer(7);
  await turn();
  // It was asked for just before.
  vi.advanceTimersByTime(departureMs);
  expect(late.mayLeave()).toBe('unknown');
  look.close();
});

test('what was recorded since is read of the people who are about to be contacted, and nothing is read where it is nothing', async () => {
  stopClocks();
  const { look, begin, answer } = slowStore();
  const first = begin(bola);
  answer(7);
  await first.isReady;
  const [forAda, forBola] = [begin(ada), begin(bola)];
  vi.advanceTimersByTime(100);
  answer(7);
  await turn();
  expect(forAda.mayLeave()).toBe('allowed');
  const again = begin(ada);
  vi.advanceTimersByTime(100);
  answer(8);
  await turn();
  expect([again.mayLeave(), forBola.mayLeave()]).toEqual(['forbidden', 'allowed']);
  look.close();
});
