import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-machines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const steps = 'steps:\n  call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: Hello, lan: EN } }\n';
writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncap: []\n');
writeFileSync(join(folder, 'wrong.yaml'), 'campaign: wrong\ntimezone: Africa/Lagos\nstepz: {}\n');
writeFileSync(join(folder, 'world.yaml'), 'keys: 5\n');
mkdirSync(join(folder, 'right'));
writeFileSync(join(folder, 'right/campaign.yaml'), `campaign: right\ntimezone: Africa/Lagos\n${steps}`);

async function run(...words: readonly string[]) {
  const env = {
    CALLSHEET_BASE_URL: 'http://127.0.0.1:9',
    CALLSHEET_API_KEY: 'sandbox-key',
    CALLSHEET_API_SECRET: 'sandbox-secret',
  };
  const { host, out, err } = commandHost({ now: Date.parse('2026-11-23T09:00:00Z'), env });
  const code = await parseArguments(words, { ...host, cwd: folder });
  return { code, out: out(), err: err() };
}

const at = (name: string): string => join(folder, name);
const store = ['--store', 'postgres://nobody@127.0.0.1:9/none'];

test.each([
  ['suppress', '--project', folder],
  ['consent', '--project', folder],
  ['store', 'copy', at('contacts.yaml'), ...store],
  ['approve', at('wrong.yaml')],
])('%s prints the findings as JSON where its output is one value', async (...words) => {
  const { code, out } = await run(...words, '--format', 'json');
  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly { readonly code: string }[] };
  expect(diagnostics.map((one) => one.code)).toContain('CS2001');
});

test.each([
  ['CS2001', 'suppress', '--project', folder, '--format', 'csv'],
  ['CS2001', 'consent', '--project', folder, '--format', 'csv'],
  ['CS2001', 'worker', at('wrong.yaml'), ...store, '--format', 'json'],
  ['CS2001', 'reconcile', at('wrong.yaml'), '--format', 'json'],
  ['keys: must be', 'rehearse', at('right/campaign.yaml'), '--world', at('world.yaml'), '--format', 'json'],
  ['keys: must be', 'rehearse', at('right/campaign.yaml'), '--world', at('world.yaml'), '--format', 'html'],
])('%s is on stderr, and stdout stays empty: %s', async (finding, ...words) => {
  const { code, out, err } = await run(...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(finding);
});
