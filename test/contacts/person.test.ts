import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { namesOf } from '../../src/ledger/contacts/person.ts';
import { fc } from '../rig/properties.ts';

test('the name of a person is the first half of an HMAC-SHA-256 of their digits', () => {
  const pepper = fc.uint8Array({ minLength: 16, maxLength: 100 });
  fc.assert(
    fc.property(pepper, fc.stringMatching(/^234\d{10}$/), (pepper, digits) => {
      const hmac = createHmac('sha256', pepper).update(digits).digest('hex');
      expect(namesOf(pepper)(digits)).toBe(hmac.slice(0, 32));
    }),
  );
});
