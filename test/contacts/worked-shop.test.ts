import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { startCommand } from '../rig/command.ts';

/** The worked project with an SQL audience: as docs/contacts.md and campaigns/README.md show it. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-shop-'));
  cpSync(resolve('campaigns/shop'), folder, { recursive: true, filter: (path) => !path.includes('.callsheet') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
const env = ['--env-file', 'shop.env'];
const files = ['newsletter.yaml', 'renewal.yaml'];
const planned = async (...more: string[]) =>
  (await callsheet('plan', ...files, ...env, '--sandbox', '--at', '2026-11-23 08:30', ...more)).stdout;
const finished = async (name: string) => {
  const { code, stderr } = await callsheet('run', `${name}.yaml`, ...env, '--sandbox', '--yes');
  return { code, said: /^.*finished: .*$/m.exec(stderr)?.[0].replace(/^.*?(\w+ finished)/, '$1') };
};

test('both check without a finding', async () => {
  expect(await callsheet('check', ...files, ...env)).toMatchObject({
    code: 0,
    stdout: '✓ 2 files: no problems\n',
  });
});

test('the suppression list takes its people out, and the plan of both says whom the newsletter waits for', async () => {
  const imported = await callsheet('suppress', '--import', 'do-not-call.csv', '--list', 'do-not-call', '--sandbox');
  expect(imported).toMatchObject({ code: 0, stdout: 'do-not-call: 3 people added, 0 kept, 0 removed\n' });
  const text = await planned();
  expect(text).toContain('they must not be contacted: on the list do-not-call');
  expect(text.match(/(?<=^ {2})`newsletter`.*(?=:$)/m)?.[0]).toBe(
    '`newsletter` (news) gives way to `renewal`: 7 people later, the last on Mon 23 Nov 16:00; 4 people not at all (cap `apart/4h`, contacts.yaml:5)',
  );
});

test('the runs do what the plan says, and why shows one person over both', async () => {
  const plan = JSON.parse(await planned('--format', 'json')) as {
    readonly campaigns: readonly { readonly campaign: string; readonly totals: { readonly toSend: number } }[];
  };
  const toSend = plan.campaigns.map(({ totals }) => totals.toSend);
  expect(await finished('renewal')).toEqual({ code: 0, said: expect.stringContaining(`${toSend[1]} accepted`) });
  expect(await finished('newsletter')).toEqual({ code: 0, said: expect.stringContaining(`${toSend[0]} accepted`) });
  const { stdout } = await callsheet('why', '2340003000107', ...env, '--sandbox');
  // The clock of a sandbox goes on while its run starts.
  expect(stdout.match(/^\w{3} \d.*accepted/gm)?.map((line) => line.replace(/:\d\d /, ' '))).toEqual([
    'Mon 23 Nov 12:00  renewal     reminder  accepted',
    'Mon 23 Nov 16:00  newsletter  news      accepted',
  ]);
});

test.skipIf(browserPath === undefined)('the page of both plans is good on every screen, light and dark', async () => {
  const path = join(folder, 'plan.html');
  writeFileSync(path, await planned('--format', 'html'));
  await using rig = await openPage(`file://${path}`);
  await rig.page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
  expect([await screenFindings(rig.page), rig.complaints]).toEqual([[], []]);
});
