import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunLease, StateBackend } from '../../src/ledger/backend.ts';
import { HeldContact, type JobChange, type Settled } from '../../src/ledger/change.ts';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import type { LedgerRefusal } from '../../src/ledger/contacts/ledger-refusal.ts';
import { openContactLedger, openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { openStoreLedger } from '../../src/ledger/contacts/store/open-store-ledger.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { hourMs } from '../../src/time/wall-clock.ts';
import { type ContactsRig, contactsRig, intentOf, noon, onceADay, request } from '../rig/contacts.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { me } from '../rig/state-backends.ts';

const [ada, bola] = ['2348030000001', '2348030000002'] as const;
const contact = { channel: 'whatsapp', purpose: 'marketing', zone: 'UTC' } as const;

const pepper = 'a pepper of more than thirty characters';

/** Where the campaigns of a project are recorded, and their contacts with them. */
interface Place {
  readonly ledger: ContactLedger;
  readonly backendOf: (campaign: string) => StateBackend;
}

const places: Readonly<Record<string, (rig: ContactsRig) => Place | Promise<Place>>> = {
  'a file': ({ folder, paths }) => ({
    ledger: opened(openContactLedger({ paths, project: 'shop', pepper })),
    backendOf: (campaign) =>
      createFileBackend({ paths: statePaths({ folder: join(folder, 'state'), campaign, sandbox: false }) }),
  }),
  memory: () => ({ ledger: openMemoryLedger(), backendOf: createMemoryBackend }),
  async 'a store'({ paths }) {
    const url = await newDatabase();
    const ledger = opened(await openStoreLedger({ url, paths, project: 'shop', pepper }, 'make'));
    return { ledger, backendOf: () => createStoreBackend({ url }) };
  },
};

function opened(ledger: ContactLedger | LedgerRefusal): ContactLedger {
  if ('kind' in ledger) throw new Error(ledger.kind);
  return ledger;
}

/** Two campaigns of one project, each led by a process of its own, with one contact a day for each person. */
async function twoCampaigns(open: (typeof places)[string]) {
  const rig = contactsRig();
  const { ledger, backendOf } = await open(rig);
  const leaseOf = async (campaign: string): Promise<RunLease> => {
    const about = { campaign, run: '1', service: 'https://service.example' };
    const found = await backendOf(campaign).openForRunning({ about, me: { ...me, host: hostname() }, adopt: false });
    if ('refused' in found) throw new Error(found.refused.kind);
    expect(found.lease.judgeContacts(ledger.place, onceADay)).toBe(true);
    return found.lease;
  };
  const [spring, autumn] = [await leaseOf('spring'), await leaseOf('autumn')];
  return {
    ledger,
    spring,
    autumn,
    async [Symbol.asyncDispose]() {
      // One may be closed already.
      await Promise.allSettled([spring.close(), autumn.close()]);
      await ledger.close();
      rig[Symbol.dispose]();
    },
  };
}

function intends(key: string, attempt = 1, at = noon): JobChange {
  return { kind: 'intend', to: { step: 'hello', key, attempt, at, requestHash: 'aa' }, contact };
}

function settles(key: string, state: Settled['state'], more: Partial<Settled> = {}): JobChange {
  return { kind: 'settle', to: { step: 'hello', key, attempt: 1, at: noon + 500, state, ...more } };
}

/** Nothing is recorded of one that is held. */
async function isHeld(lease: RunLease, change: JobChange): Promise<boolean> {
  const error = await lease.apply([change]).catch((error: unknown) => error);
  if (error !== undefined && !(error instanceof HeldContact)) throw error;
  const { step, key } = change.to;
  const state = (await lease.job({ step, key }))?.state;
  expect(state === 'sending').toBe(error === undefined);
  return error !== undefined;
}

describe.each(Object.entries(places))('a contact is judged and recorded with its intent, in %s', (_, open) => {
  test('of two campaigns that want one person, the first has them, and of the other nothing is recorded', async () => {
    await using two = await twoCampaigns(open);
    const { spring, autumn } = two;
    expect(await isHeld(spring, intends(ada))).toBe(false);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    expect(await isHeld(autumn, intends(bola))).toBe(false);
    // The same job again is the same contact.
    await spring.apply([settles(ada, 'pending', { maybeSent: true })]);
    expect(await isHeld(spring, intends(ada, 2, noon + hourMs))).toBe(false);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
  });

  test('those of one group are judged one after another', async () => {
    await using two = await twoCampaigns(open);
    const { ledger, spring } = two;
    const [first, second] = ['hello', 'again'].map((step) => intentOf(request(ada, { step })));
    const applied = await Promise.allSettled([spring.apply([first!]), spring.apply([second!])]);
    expect(applied.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    // What is released is not there for what is judged after it.
    await spring.apply([settles(ada, 'pending'), second!]);
    expect((await ledger.factsOf(ada)).touches).toMatchObject([{ step: 'again' }]);
  });

  test.each<[Settled['state'], Partial<Settled>, boolean]>([
    ['accepted', {}, true],
    ['inDoubt', {}, true],
    ['rejected', {}, false],
    ['pending', {}, false],
    ['pending', { maybeSent: true }, true],
    ['pending', { doubtful: true }, true],
  ])('after `%s` %o it holds others: %s', async (state, more, isCounted) => {
    await using two = await twoCampaigns(open);
    const { spring, autumn } = two;
    await spring.apply([intends(ada)]);
    await spring.apply([settles(ada, state, more)]);
    expect(await isHeld(autumn, intends(ada))).toBe(isCounted);
  });

  test('one that an earlier attempt may have made counts, whatever becomes of the next attempt', async () => {
    await using two = await twoCampaigns(open);
    const { spring, autumn } = two;
    await spring.apply([intends(ada)]);
    await spring.apply([settles(ada, 'pending', { maybeSent: true, attempted: true })]);
    await spring.apply([intends(ada, 2, noon + 1_000)]);
    await spring.apply([settles(ada, 'rejected', { attempt: 2 })]);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
  });

  test('a job that is skipped after an attempt that may have left counts, and one without an attempt does not', async () => {
    await using two = await twoCampaigns(open);
    const { spring, autumn } = two;
    await spring.apply([intends(ada), settles(ada, 'pending', { maybeSent: true })]);
    for (const key of [ada, bola])
      await spring.apply([{ kind: 'drop', to: { step: 'hello', key, state: 'skipped', reason: 'late', at: noon } }]);
    expect([await isHeld(autumn, intends(ada)), await isHeld(autumn, intends(bola))]).toEqual([true, false]);
  });

  test('whom somebody suppresses or forgets beside the run is not contacted any more', async () => {
    await using two = await twoCampaigns(open);
    const { ledger, spring } = two;
    const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
    await ledger.suppress([{ ...always, key: ada, reason: 'asked to stop', source: '' }]);
    await ledger.forget(bola, noon);
    expect([await isHeld(spring, intends(ada)), await isHeld(spring, intends(bola))]).toEqual([true, true]);
  });

  test('a process that begins again knows what the one before has left in flight', async () => {
    await using two = await twoCampaigns(open);
    const { ledger, spring, autumn } = two;
    await spring.apply([intends(ada)]);
    await spring.close();
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    expect((await ledger.factsOf(ada)).touches).toEqual([
      {
        campaign: 'spring',
        run: '1',
        step: 'hello',
        at: noon,
        channel: 'whatsapp',
        purpose: 'marketing',
        isReserved: true,
      },
    ]);
  });
});

test('a leader that has lost its lease in a store records neither an intent nor its contact', async () => {
  using rig = contactsRig();
  const url = await newDatabase();
  const ledger = opened(await openStoreLedger({ url, paths: rig.paths, project: 'shop', pepper }, 'make'));
  const about = { campaign: 'spring', run: '1', service: 'https://service.example' };
  const lead = async (): Promise<RunLease> => {
    const found = await createStoreBackend({ url }).openForRunning({ about, me, adopt: false });
    if ('refused' in found) throw new Error(found.refused.kind);
    found.lease.judgeContacts(ledger.place, onceADay);
    return found.lease;
  };
  const first = await lead();
  await query(url, 'UPDATE callsheet.campaign SET lease_until = now()');
  const second = await lead();
  await expect(first.apply([intends(ada)])).rejects.toThrow('another process now carries out this campaign');
  expect((await ledger.factsOf(ada)).touches).toEqual([]);
  expect(await isHeld(second, intends(ada))).toBe(false);
  await Promise.all([first.close(), second.close(), ledger.close()]);
});
