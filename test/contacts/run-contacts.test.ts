import { expect, test } from 'vitest';
import { openMemoryLedger } from '../../src/contacts/open-ledger.ts';
import { createRunContacts, type LedgerWriter } from '../../src/contacts/run-contacts.ts';
import { request } from '../rig/contacts.ts';

const [ada, bola] = ['2348030000001', '2348030000002'];

test('a ledger that fails during a run is closed, and its failure is reported once', async () => {
  const closed: string[] = [];
  const memory = openMemoryLedger();
  const ledger = { ...memory, close: () => void closed.push('ledger') };
  const full = new Error('disk is full');
  const writer: LedgerWriter = { commit: () => Promise.reject(full), close: async () => void closed.push('writer') };
  const contacts = createRunContacts(ledger, writer);
  await expect(contacts.reserve(request(ada))).rejects.toBe(full);
  await expect(contacts.reserve(request(bola))).rejects.toBe(full);
  await expect(contacts.settle({ ...request(ada), outcome: 'released' })).rejects.toBe(full);
  await expect(contacts.flush()).rejects.toBe(full);
  await contacts.close();
  expect(closed).toEqual(['writer', 'ledger']);
});
