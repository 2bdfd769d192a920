import { expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { why } from '../../src/cli/commands/why.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const campaign = `campaign: tiny
timezone: Africa/Lagos
starts: 2026-11-23 09:00
ends: 2026-11-23 18:00
audiences:
  members: { file: members.csv, key: phone }
steps:
  code:
    uses: otp.send
    forEach: members
    with: { templateId: 31 }
account: { appId: sandbox-app }
`;
const aYearLater = Date.parse('2027-11-23T12:00:00+01:00');

/** The lines in which a plan says what it is of, and how much of it is sent. */
async function planned(sandbox: boolean): Promise<readonly string[]> {
  const { host, out } = later();
  expect(await plan({ format: 'text', jobs: false, input: [], file: 'tiny.yaml', sandbox }, host)).toBe(0);
  return out()
    .split('\n')
    .filter((line) => /^planned|to send of/.test(line))
    .map((line) => line.replace(/ · tzdata .*/, ''))
    .map((line) => line.replace(/\. Times.*/, ''));
}

function later() {
  const files = memoryFiles({ 'tiny.yaml': campaign, 'members.csv': 'phone\n2348000000012\n' }, process.cwd());
  return commandHost({ now: aYearLater, files });
}

test('a plan for the sandbox begins at the sandbox’s clock, as the run does: at `starts`, where that is past', async () => {
  expect(await planned(true)).toEqual(['planned Mon 23 Nov 2026, 09:00 · times are Africa/Lagos', '1 to send of 1']);
  expect(await planned(false)).toEqual([
    'planned Tue 23 Nov 2027, 12:00 · times are Africa/Lagos',
    '0 to send of 1, 1 expired',
  ]);
});

test('so does `why`', async () => {
  const { host, out } = later();
  await why({ format: 'text', input: [], file: 'tiny.yaml', key: '2348000000012', sandbox: true }, host);
  expect(out().split('\n')[5]).toBe('  Mon 23 Nov 09:00:00');
});
