import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';

/**
 * npx tsx campaigns/shop/make-shop.ts: writes shop.db and do-not-call.csv again, the same rows each time. Everybody is invented, and
 * nobody can have these numbers (see ../audiences/make-people.ts).
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const names = ['Ada', 'Bola', 'Chidi', 'Efua', 'Femi', 'Grace', 'Ibrahim', 'Kofi', 'Lola', 'Musa', 'Ngozi', 'Sade'];
const hour = 3_600_000;
/** The newsletter begins at 09:00 in Lagos. */
const begin = Date.UTC(2026, 10, 23, 8);

const customers = Array.from({ length: 40 }, (_, index) => ({
  phone: String(2_340_003_000_100 + index * 7),
  first_name: names[index % names.length]!,
  newsletter: index % 4 === 3 ? 0 : 1,
  ends_on: index % 5 < 2 ? `2026-12-0${1 + (index % 7)}` : `2027-0${1 + (index % 6)}-15`,
  // A session of WhatsApp is open for 24 hours: those of some close in the afternoon.
  last_inbound_at: new Date(begin - (index % 10 === 0 ? 17 : 2 + (index % 9)) * hour).toISOString(),
}));

rmSync(`${folder}shop.db`, { force: true });
const database = openDatabase(`${folder}shop.db`);
database.exec(
  'CREATE TABLE customer (phone TEXT PRIMARY KEY, first_name TEXT, newsletter INTEGER, ends_on TEXT, last_inbound_at TEXT)',
);
const insert = database.prepare(
  'INSERT INTO customer (phone, first_name, newsletter, ends_on, last_inbound_at) VALUES (?, ?, ?, ?, ?)',
);
for (const { phone, first_name, newsletter, ends_on, last_inbound_at } of customers)
  insert.run(phone, first_name, newsletter, ends_on, last_inbound_at);
database.close();

const refused = customers.filter((_, index) => index % 13 === 5).map(({ phone }) => phone);
writeFileSync(`${folder}do-not-call.csv`, `phone\n${refused.join('\n')}\n`);
