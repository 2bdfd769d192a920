import { expect, test } from 'vitest';
import type { Settled } from '../../src/ledger/change.ts';
import { mayRelease } from '../../src/ledger/contacts/judge-changes.ts';

test('a contact ends only where nothing was sent for certain, or the service has refused it', () => {
  const states = ['accepted', 'rejected', 'inDoubt', 'pending'] as const satisfies readonly Settled['state'][];
  const released = (more: Partial<Settled>): readonly string[] =>
    states.filter((state) =>
      mayRelease({ kind: 'settle', to: { step: 'hello', key: '1', attempt: 1, at: 1, state, ...more } }),
    );
  expect(released({})).toEqual(['rejected', 'pending']);
  expect(released({ doubtful: true })).toEqual(['rejected']);
  expect(released({ maybeSent: true })).toEqual(['rejected']);
  const id = { step: 'hello', key: '1', at: 1 };
  expect(mayRelease({ kind: 'drop', to: { ...id, state: 'skipped', reason: 'late' } })).toBe(false);
  expect(mayRelease({ kind: 'decide', to: { ...id, state: 'pending', attempts: 1 } })).toBe(false);
});
