import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCommand } from '../rig/command.ts';

let folder: string;
/** Begins in the evening: the cap ends at midnight, five hours later, and the window opens nine hours after that. */
const campaign = (name: string): string => `campaign: ${name}
timezone: Africa/Lagos
starts: 2026-11-23 19:00
ends: 2026-11-25 20:00
account: { appId: sandbox-app }
audiences: { members: { file: members.csv, key: phone } }
steps:
  code:
    uses: otp.send
    purpose: service
    forEach: members
    with: { templateId: 31 }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-held-'));
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  for (const name of ['spring', 'autumn']) writeFileSync(join(folder, `${name}.yaml`), campaign(name));
  writeFileSync(join(folder, 'members.csv'), 'phone\n2348000000101\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand([...args, '--sandbox'], { cwd: folder }).ended;

test('status, plan and run name the cap, and the hour at which the window opens after it', async () => {
  await callsheet('run', 'spring.yaml', '--yes');
  const { stdout: status } = await callsheet('status', 'autumn.yaml');
  expect(status).toMatch(/Next.*: code, Tue 24 Nov 09:00 .*; it waits for the contact cap\.\n/);
  const { stdout: plan } = await callsheet('plan', 'autumn.yaml', '--jobs');
  expect(plan).toBe('{"address":"code[2348000000101]","at":"2026-11-24T09:00:00+01:00","reason":"cap"}\n');
  const { stderr } = await callsheet('run', 'autumn.yaml', '--yes');
  expect([...stderr.matchAll(/waits for .*/g)].map(([line]) => line)).toEqual([
    'waits for the contact cap at least until Tue 24 Nov 09:00:00',
  ]);
});
