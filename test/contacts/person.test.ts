import { expect, test } from 'vitest';
import { nameOf, namesOf, personOf } from '../../src/ledger/contacts/person.ts';
import { fc } from '../rig/properties.ts';

test('the name of a person is the same, whether many are asked for or one', () => {
  const pepper = fc.uint8Array({ minLength: 16, maxLength: 100 });
  const digits = fc.oneof(fc.stringMatching(/^\d{1,20}$/), fc.string({ unit: 'grapheme', maxLength: 50 }));
  fc.assert(
    fc.property(pepper, fc.array(digits, { maxLength: 5 }), (pepper, all) => {
      expect(all.map(namesOf(pepper))).toEqual(all.map((one) => nameOf(personOf(pepper, one))));
    }),
  );
});
