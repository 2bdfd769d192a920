// In place of another team's tool: prints gold members, one JSON object a line, each number once.
import { readFileSync } from 'node:fs';

const [header, ...rows] = readFileSync('../audiences/members.csv', 'utf8').trim().split('\n');
const columns = header.split(',');
const members = new Map();
for (const row of rows) {
  const cells = row.split(',');
  const member = Object.fromEntries(columns.map((name, index) => [name, cells[index] || null]));
  const digits = member.phone?.replace(/\D/g, '');
  if (member.tier === 'gold' && !members.has(digits)) members.set(digits, member);
}
for (const member of members.values()) process.stdout.write(`${JSON.stringify(member)}\n`);
