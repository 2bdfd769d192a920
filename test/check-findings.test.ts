import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generateDiagnostics } from '../schemas/generate-diagnostics.ts';
import { diagnosticCodes } from '../src/diagnostic/codes.ts';
import { checkFiles, readExample } from './rig/check-example.ts';

const examples = readdirSync('test/golden/check').filter((name) => /^CS\d{4}\.txt$/.test(name));

/** Found by `plan`, or too large to be shown. */
const withoutExample = ['CS1016', 'CS3022', 'CS5101', 'CS5102', 'CS5103', 'CS5104'];

test('every code has an example, but those that a page cannot show', () => {
  const shown = examples.map((name) => name.slice(0, 6));
  expect(Object.keys(diagnosticCodes).filter((code) => !shown.includes(code))).toEqual(withoutExample);
});

describe('each example is found out for its own code and no other', () => {
  test.each(examples)('%s', async (name) => {
    const files = readExample(readFileSync(`test/golden/check/${name}`, 'utf8'));
    const campaigns = Object.keys(files).filter((file) => file.endsWith('.yaml'));
    const { out, exitCode } = await checkFiles(files, { files: campaigns });
    expect([...out.matchAll(/ (?:error|warning) (CS\d{4}) /g)].map((match) => match[1])).toEqual([name.slice(0, 6)]);
    expect(exitCode).toBe(/ error CS/.test(out) ? 1 : 0);
  });
});

test('docs/diagnostics.md prints what the examples come to today', async () => {
  const [page] = await generateDiagnostics();
  expect(readFileSync(page!.path, 'utf8')).toBe(page!.content);
});

test('a campaign of two million characters is refused unread', async () => {
  const { out } = await checkFiles({ 'campaign.yaml': `campaign: a\n# ${'x'.repeat(2_000_001)}\n` });
  expect(out).toContain('error CS1016 This file is larger than 2 MB');
});

test('a template of more than 32,768 characters is refused', async () => {
  const body = `{{ run.id | upcase }}${'x'.repeat(32_768)}`;
  const { out } = await checkFiles({
    'campaign.yaml': `campaign: a\ntimezone: UTC\nsteps:\n  s: { uses: voice.redial, with: { taskId: 1, source: 3, lan: en, text: "${body}" } }\n`,
  });
  expect(out).toContain('error CS3022 This template has more than 32768 characters');
});
