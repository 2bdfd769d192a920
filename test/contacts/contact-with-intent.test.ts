import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunLease } from '../../src/ledger/backend.ts';
import { HeldContact, type JobChange, type Settled } from '../../src/ledger/change.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { hourMs } from '../../src/time/wall-clock.ts';
import { contactsRig, noon, onceADay } from '../rig/contacts.ts';
import { me } from '../rig/state-backends.ts';

const [ada, bola] = ['2348030000001', '2348030000002'] as const;
const contact = { channel: 'whatsapp', purpose: 'marketing', zone: 'UTC' } as const;

/** Two campaigns of one project, each led by a process of its own, with one contact a day for each person. */
async function twoCampaigns() {
  const rig = contactsRig();
  const { folder } = statePaths({ folder: join(rig.folder, 'state'), campaign: '', sandbox: false });
  const leaseOf = async (campaign: string): Promise<RunLease> => {
    const backend = createFileBackend({ paths: statePaths({ folder, campaign, sandbox: false }) });
    const ledger = openContactLedger({ paths: rig.paths, project: 'shop', pepper });
    if ('kind' in ledger) throw new Error(ledger.kind);
    ledger.close();
    const about = { campaign, run: '1', service: 'https://service.example' };
    const opened = await backend.openForRunning({ about, me: { ...me, host }, adopt: false });
    if ('refused' in opened) throw new Error(opened.refused.kind);
    const { lease } = opened;
    expect(lease.judgeContacts?.(rig.paths.database, { rules: onceADay, pepper: Buffer.from(pepper) })).toBe(true);
    return lease;
  };
  return { rig, spring: await leaseOf('spring'), autumn: await leaseOf('autumn') };
}

const pepper = 'a pepper of more than thirty characters';
const host = hostname();

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

describe('a contact is judged and recorded with the intent that makes it', () => {
  test('of two campaigns that want one person, the first has them, and of the other nothing is recorded', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    expect(await isHeld(spring, intends(ada))).toBe(false);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    expect(await isHeld(autumn, intends(bola))).toBe(false);
    // The same job again is the same contact.
    await spring.apply([settles(ada, 'pending', { maybeSent: true })]);
    expect(await isHeld(spring, intends(ada, 2, noon + hourMs))).toBe(false);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('those of one group are judged one after another', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    const [first, second] = ['hello', 'again'].map(
      (step): JobChange => ({
        kind: 'intend',
        to: { step, key: ada, attempt: 1, at: noon, requestHash: 'aa' },
        contact,
      }),
    );
    const applied = await Promise.allSettled([spring.apply([first!]), spring.apply([second!])]);
    expect(applied.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test.each<[Settled['state'], Partial<Settled>, boolean]>([
    ['accepted', {}, true],
    ['inDoubt', {}, true],
    ['rejected', {}, false],
    ['pending', {}, false],
    ['pending', { maybeSent: true }, true],
    ['pending', { doubtful: true }, true],
  ])('after `%s` %o it holds others: %s', async (state, more, isCounted) => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    await spring.apply([intends(ada)]);
    await spring.apply([settles(ada, state, more)]);
    expect(await isHeld(autumn, intends(ada))).toBe(isCounted);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('one that an earlier attempt may have made counts, whatever becomes of the next attempt', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    await spring.apply([intends(ada)]);
    await spring.apply([settles(ada, 'pending', { maybeSent: true, attempted: true })]);
    await spring.apply([intends(ada, 2, noon + 1_000)]);
    await spring.apply([settles(ada, 'rejected', { attempt: 2 })]);
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('a job that is skipped after an attempt that may have left counts, and one without an attempt does not', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    await spring.apply([intends(ada), settles(ada, 'pending', { maybeSent: true })]);
    for (const key of [ada, bola])
      await spring.apply([{ kind: 'drop', to: { step: 'hello', key, state: 'skipped', reason: 'late', at: noon } }]);
    expect([await isHeld(autumn, intends(ada)), await isHeld(autumn, intends(bola))]).toEqual([true, false]);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('whom somebody suppresses or forgets beside the run is not contacted any more', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    const ledger = openContactLedger({ paths: rig.paths, project: 'shop', pepper });
    if ('kind' in ledger) throw new Error(ledger.kind);
    const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
    ledger.suppress([{ ...always, key: ada, reason: 'asked to stop', source: '' }]);
    ledger.forget(bola, noon);
    ledger.close();
    expect([await isHeld(spring, intends(ada)), await isHeld(spring, intends(bola))]).toEqual([true, true]);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('a process that begins again knows what the one before has left in flight', async () => {
    const { rig, spring, autumn } = await twoCampaigns();
    using _ = rig;
    await spring.apply([intends(ada)]);
    await spring.close();
    expect(await isHeld(autumn, intends(ada))).toBe(true);
    const ledger = openContactLedger({ paths: rig.paths, project: 'shop', pepper });
    if ('kind' in ledger) throw new Error(ledger.kind);
    expect(ledger.factsOf(ada).touches).toEqual([
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
    expect(ledger.reservations({ campaign: 'spring', run: '1' })).toHaveLength(1);
    ledger.close();
    await autumn.close();
  });
});
