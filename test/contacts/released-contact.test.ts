import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { judgeContact } from '../../src/ledger/contacts/judge-contact.ts';
import { openStoreContacts } from '../../src/ledger/contacts/store/store-contacts.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { contactsRig, intentOf, onceADay, outcomeOf, request } from '../rig/contacts.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { me } from '../rig/state-backends.ts';

const ada = '2348030000001';

test('a store’s contact that its own run has given up holds nobody for long, before that is known here, too', async () => {
  using rig = contactsRig();
  const url = await newDatabase();
  const about = { campaign: 'spring', run: '1', service: 'https://service.example' };
  const opened = await createStoreBackend({ url }).openForRunning({
    about,
    me: { ...me, host: hostname() },
    adopt: false,
  });
  if ('refused' in opened) throw new Error(opened.refused.kind);
  const { lease } = opened;
  const place = { url, paths: rig.paths, project: 'shop', pepper: 'a pepper of more than thirty characters' };
  const contacts = await openStoreContacts({ ...place, rules: onceADay, lease }, () => [ada]);
  if ('kind' in contacts) throw new Error(contacts.kind);
  onTestFinished(async () => {
    await contacts.close();
    await lease.close();
  });
  const { known } = contacts;
  const now = Date.now();
  const first = request(ada, { at: now });
  const second = request(ada, { at: now, step: 'again' });
  const judged = () =>
    judgeContact({ ...second, source: second, rules: onceADay, facts: known.factsOf(ada), at: now + 2_000 });

  await lease.apply([intentOf(first)]);
  known.lookAgain(ada);
  await expect.poll(() => known.factsOf(ada).touches).toHaveLength(1);
  await expect.poll(() => 'askAgain' in judged()).toBe(false);
  await lease.apply([outcomeOf(first, 'rejected')]);
  known.lookAgain(ada);
  expect(judged()).toMatchObject({ kind: 'held', askAgain: now + 4_000 });
  await expect.poll(judged).toEqual({ kind: 'free' });
});
