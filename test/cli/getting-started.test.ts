import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { shownIn } from '../rig/shown-commands.ts';

const { files, commands } = shownIn(readFileSync('docs/getting-started.md', 'utf8'));
const yearMs = 365 * 86_400_000;
const preload = fileURLToPath(new URL('../rig/shift-clock.cjs', import.meta.url));

test.each([
  ['now', 0],
  ['in a year', yearMs],
])('who follows the page %s, word for word, reaches everybody', async (_, shiftMs) => {
  await using rig = await createCampaignRig();
  for (const [name, text] of Object.entries(files)) await rig.write(name, text);
  const clock = { NODE_OPTIONS: `--require ${preload}`, SHIFT_CLOCK_MS: String(shiftMs) };
  // Another year is for a process alone.
  const start = (words: readonly string[]) => (shiftMs === 0 ? rig.callsheet(words) : rig.process(words, clock));
  const printed = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await start(words).ended;
    expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' });
    return stdout;
  };
  const outputs = new Map<string, string>();
  for (const { words } of commands) outputs.set(words.slice(0, 2).join(' '), await printed(...words));
  expect(outputs.get('plan first-codes.yaml')).toContain('3 to send of 3\n');
  expect(outputs.get('run first-codes.yaml')).toMatch(/code +3 /);
  expect(outputs.get('rehearse first-codes.yaml')).toContain('Audit of 3 starts');
  expect(outputs.get('plan whatsapp/first-message.yaml')).toContain('│ Hello Chidi, thank you for your message.');
  expect(await printed('run', 'whatsapp/first-message.yaml', '--sandbox')).toMatch(/hello +3 /);
});
