import { expect, test } from 'vitest';
import { nameIn } from '../../src/campaign/audiences/person-name.ts';

test.each([
  [{ name: 'Ada Obi', first_name: 'Ben' }, 'Ada Obi'],
  [{ Name: 'Ada Obi' }, 'Ada Obi'],
  [{ 'Full name': 'Ada Obi', name: '' }, 'Ada Obi'],
  [{ 'First name': 'Ada', 'Last name': 'Obi' }, 'Ada Obi'],
  [{ Vorname: 'Ada', Nachname: 'Obi' }, 'Ada Obi'],
  [{ lastName: 'Obi' }, 'Obi'],
  [{ company: 'Obi Ltd' }, ''],
])('the name of a person is found under the headings of lists: %o', (cells: Readonly<Record<string, string>>, name) => {
  expect(nameIn({ value: (_, column) => cells[column] }, 0)).toBe(name);
});
