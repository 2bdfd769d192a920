import { describe, expect, test } from 'vitest';
import { why } from '../../src/cli/commands/why.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import {
  tinyCampaign as campaign,
  tinyMembers as members,
  tinyNow as now,
  tinyHost as tiny,
} from '../rig/tiny-campaign.ts';

const looking = { format: 'text', input: [] } as const;

describe('callsheet why', () => {
  test('prints every rule that moved a start, with its place in the file', async () => {
    const { host, out } = tiny();
    expect(await why({ ...looking, file: 'tiny.yaml', key: '+234 800 000 0012' }, host)).toBe(0);
    expect(out()).toMatchInlineSnapshot(`
      "234…0012
        members  members.csv:3  America/New_York, session closes Tue 24 Nov 07:00
        times are Africa/Lagos

      hello  whatsapp.send  tiny.yaml:11
        Mon 23 Nov 15:00:00, Mon 23 Nov 09:00 in America/New_York
          Mon 23 Nov 08:30:00  now           the time of the plan
          Mon 23 Nov 09:00:00  starts        the campaign starts                               tiny.yaml:4
          Mon 23 Nov 10:00:00  delay         the delay is over                                 tiny.yaml:14
          Mon 23 Nov 15:00:00  window        the window 09:00–20:00 opens in America/New_York
        │ Hello Obi

      code  otp.send  tiny.yaml:17
        Mon 23 Nov 15:01:00, Mon 23 Nov 09:01 in America/New_York
          Mon 23 Nov 08:30:00  now           the time of the plan
          Mon 23 Nov 09:00:00  starts        the campaign starts                        tiny.yaml:4
          Mon 23 Nov 15:00:00  needs         \`hello\` has finished                       tiny.yaml:19
          Mon 23 Nov 15:01:00  rate          next start at the rate (1 in 60 s in all)  tiny.yaml:5
        │ template: 31
        the service writes the text from its template
      "
    `);
  });

  test('says what a number lacks that was copied from a text', async () => {
    const { host, err } = tiny();
    expect(await why({ ...looking, file: 'tiny.yaml', key: '234…0012' }, host)).toBe(2);
    expect(err()).toBe(
      '234…0012 is a shortened number: give all of its digits. `--show-numbers` prints whole numbers.\n',
    );
  });

  test('names the rate that held a start, of the step or of the campaign, and the step’s own window', async () => {
    const file = `campaign: tiny
timezone: Africa/Lagos
starts: 2026-11-23 09:00
limits: { rate: 2/m, perRecipient: 1/10m }
audiences:
  members: { file: members.csv, key: phone, timezone: { zone: Africa/Lagos } }
steps:
  slow:
    uses: otp.send
    rate: 1/10m
    forEach: members
    with: { templateId: 31 }
  quick:
    uses: otp.send
    rate: 10/s
    window: { open: "10:00" }
    forEach: members
    with: { templateId: 31 }
  after:
    uses: otp.send
    needs: quick
    forEach: members
    with: { templateId: 31 }
account: { appId: sandbox-app }
`;
    const { host, out } = tiny(file);
    await why({ ...looking, file: 'tiny.yaml', key: '2348000000013' }, host);
    const rules = out()
      .split('\n')
      .filter((line) => /^\S|^ {4}\S/.test(line));
    expect(`\n${rules.slice(1).join('\n')}\n`).toMatchInlineSnapshot(`
      "
      slow  otp.send  tiny.yaml:8
          Mon 23 Nov 08:30:00  now           the time of the plan
          Mon 23 Nov 09:00:00  starts        the campaign starts                               tiny.yaml:3
          Mon 23 Nov 09:20:00  rate          next start at the rate (1 in 600 s for the step)  tiny.yaml:10
      quick  otp.send  tiny.yaml:13
          Mon 23 Nov 08:30:00  now           the time of the plan
          Mon 23 Nov 09:00:00  starts        the campaign starts                           tiny.yaml:3
          Mon 23 Nov 10:00:00  window        the window 10:00–20:00 opens in Africa/Lagos  tiny.yaml:16
          Mon 23 Nov 10:01:00  rate          next start at the rate (2 in 60 s in all)     tiny.yaml:4
      after  otp.send  tiny.yaml:19
          Mon 23 Nov 08:30:00  now           the time of the plan
          Mon 23 Nov 09:00:00  starts        the campaign starts                               tiny.yaml:3
          Mon 23 Nov 10:01:00  needs         \`quick\` has finished                              tiny.yaml:21
          Mon 23 Nov 10:11:00  perRecipient  minimum pause after another message (1 in 600 s)  tiny.yaml:4
      "
    `);
  });

  test('ignores a session that begins in the future', async () => {
    const files = memoryFiles(
      { 'tiny.yaml': campaign, 'members.csv': members.replace('2026-11-23T06:00:00Z', '2062-11-23T06:00:00Z') },
      process.cwd(),
    );
    const { host, out } = commandHost({ now, files });
    await why({ ...looking, file: 'tiny.yaml', key: '2348000000012' }, host);
    expect(out().split('\n').slice(0, 6)).toEqual([
      '234…0012',
      '  members  members.csv:3  America/New_York',
      '  times are Africa/Lagos',
      '',
      'hello  whatsapp.send  tiny.yaml:11',
      '  will not be sent: the time of their last message is in the future',
    ]);
  });

  test('prints why somebody gets nothing', async () => {
    const { host, out } = tiny();
    await why({ ...looking, file: 'tiny.yaml', key: '2348000000013', showNumbers: true }, host);
    expect(out()).toMatchInlineSnapshot(`
      "2348000000013
        members  members.csv:4  no time zone, session closes Tue 24 Nov 07:00
        times are Africa/Lagos

      hello  whatsapp.send  tiny.yaml:11
        will not be sent: the audience has no time zone for them

      code  otp.send  tiny.yaml:17
        will not be sent: the step’s \`where\` does not select them: \`name\` is \`Eve\`, not \`Obi\`  tiny.yaml:20
      "
    `);
  });

  test('exits with 1 for a number that is in no audience', async () => {
    const { host, out } = tiny();
    expect(await why({ ...looking, file: 'tiny.yaml', key: '2348000000099' }, host)).toBe(1);
    expect(out()).toBe(`This number is not in any audience of this campaign.
  members: 3 recipients; 0 rows are left out by \`where\`, 0 by \`exclude\`, 0 as duplicates, 0 without a usable number
    no row has this number
`);
    expect(await why({ ...looking, file: 'tiny.yaml', key: 'Ada' }, host)).toBe(2);
  });

  test('does not blame `where` for what a blocked step keeps', async () => {
    const { host, out } = tiny(campaign.replace('starts:', 'ends: 2026-11-23 18:00\nstarts:'));
    await why({ ...looking, file: 'tiny.yaml', key: '2348000000012', at: '2026-11-24 09:00' }, host);
    expect(out().split('\n').slice(4)).toEqual([
      'hello  whatsapp.send  tiny.yaml:12',
      '  kept for later: `funds` expired',
      '',
      'code  otp.send  tiny.yaml:18',
      '  kept for later: `hello` is blocked',
      '',
    ]);
  });

  test('reads a number as an audience does, and prints places relative to the working directory', async () => {
    const files = memoryFiles({ 'my/tiny.yaml': campaign, 'my/members.csv': members }, process.cwd());
    const { host, out } = commandHost({ now, files });
    await why({ ...looking, file: 'my/tiny.yaml', key: '00 234.800.000 0011' }, host);
    const [, place, , , hello, at] = out().split('\n');
    expect({ place, hello, at }).toEqual({
      place: '  members  my/members.csv:2  Africa/Lagos, session closes Mon 23 Nov 14:00',
      hello: 'hello  whatsapp.send  my/tiny.yaml:11',
      at: '  Mon 23 Nov 10:00:00',
    });
  });
});
