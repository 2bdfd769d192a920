import { describe, expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { tinyCampaign, tinyMembers, tinyNow } from '../rig/tiny-campaign.ts';
import { comparePlanFiles } from './compare-plan-files.ts';

const nobody = 'nobody is added, dropped or moved';
describe('a plan that is compared with a saved one', () => {
  const edits: readonly (readonly [string, string, string, readonly string[]])[] = [
    [
      'that the request is sent again when its answer is lost',
      'needs: funds',
      'needs: funds\n    onUnknown: resend',
      [
        'in doubt at most after a crash: 2 → 0',
        'steps.hello.onUnknown: hold → resend (a message may arrive twice)',
        nobody,
      ],
    ],
    [
      'the price',
      '0.0075',
      '75',
      [
        'cost: 0.015 → 150.00',
        'new finding CS5103: The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of `hello`',
        'costs.whatsapp.send: 0.0075 → 75',
        nobody,
      ],
    ],
    ['the gate', 'atLeast: 50', 'atLeast: 5', ['steps.funds.expect.balance.atLeast: 50 → 5', nobody]],
    [
      'that the stop condition is gone',
      ', stopAfter: { failures: 5%, of: 20 }',
      '',
      ['limits.stopAfter.failures: 5% → none', 'limits.stopAfter.of: 20 → none', nobody],
    ],
    [
      'the concurrency',
      'rate: 1/m',
      'rate: 1/m, concurrency: 200',
      ['limits.concurrency: 32 → 200', 'limits.doubts: 32 → 200', nobody],
    ],
    ['the rate, though nobody is moved by a minute', 'rate: 1/m', 'rate: 2/m', ['limits.rate: 1/m → 2/m', nobody]],
    [
      'the account',
      '2348000000001',
      '2348000000002',
      ['account.businessPhone: 234…0001 → 234…0002', 'hello', '  ~ 2 with a changed text: 234…0011, 234…0012'],
    ],
    [
      'the window',
      'timezone: Africa/Lagos',
      'timezone: Africa/Lagos\nwindow: { close: 18:00 }',
      ['window.close: 20:00 → 18:00', nobody],
    ],
    [
      'the text, word by word',
      'Hello {{ recipient.name }}',
      'Good day {{ recipient.name }}, it is time',
      [
        'steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.name }}{+, it is time+}',
        'hello',
        '  ~ 2 with a changed text: 234…0011, 234…0012',
      ],
    ],
    [
      'blanks, where they alone are changed',
      'Hello {{ recipient.name }}',
      'Hello  {{ recipient.name }}',
      [
        'steps.hello.with.text.body: Hello[- -]{+  +}{{ recipient.name }}',
        'hello',
        '  ~ 2 with a changed text: 234…0011, 234…0012',
      ],
    ],
  ];
  test.each(edits)('says %s', async (_, before, after, lines) => {
    const { code, stdout } = await comparePlanFiles((text) => text.replace(before, after), { exitCode: true });
    expect(code).toBe(5);
    expect(stdout).toBe(
      [
        'Compared with the plan of Mon 23 Nov 2026, 08:30:',
        '  tiny.yaml has changed',
        ...lines.map((line) => `  ${line}`),
        '',
      ].join('\n'),
    );
  });

  test.each(['text', 'markdown', 'html', 'json'] as const)(
    'says as %s that nothing differs, with 0',
    async (format) => {
      const { code, stdout } = await comparePlanFiles((text) => text, { format, exitCode: true });
      expect(code).toBe(0);
      expect(stdout).toMatch(/: no changes\.\n$|\nNo changes\.\n|<p>No changes\.<\/p>|"same": true/);
    },
  );

  test('differs if only a comment does: the saved plan could not be run any more', async () => {
    const { code, stdout } = await comparePlanFiles((text) => `# Approved.\n${text}`, { exitCode: true });
    expect(code).toBe(5);
    expect(stdout).toBe(`Compared with the plan of Mon 23 Nov 2026, 08:30:
  tiny.yaml has changed
  nobody is added, dropped or moved
`);
  });

  test('of another campaign is refused', async () => {
    const { code, stdout, stderr } = await comparePlanFiles((text) =>
      text.replace('campaign: tiny', 'campaign: small'),
    );
    expect(code).toBe(2);
    expect([stdout, stderr]).toEqual([
      '',
      'PLAN.json is a plan of the campaign `tiny`, and tiny.yaml is `small`: only plans of one campaign can be compared\n',
    ]);
  });

  test('holds texts as the campaign has them, and no cell of a list but the numbers in its addresses', async () => {
    const { saved } = await comparePlanFiles((text) => text);
    expect(saved).toContain('"steps.hello.with.text.body": "Hello {{ recipient.name }}"');
    expect(saved).not.toMatch(/Ada|2026-11-22T13/);
  });
});

test('a plan that is saved is named with its hash, and with the command that runs exactly it', async () => {
  const files = memoryFiles({ 'tiny.yaml': tinyCampaign, 'members.csv': tinyMembers }, process.cwd());
  const { host, err } = commandHost({ now: tinyNow, files });
  expect(
    await plan({ file: 'tiny.yaml', input: [], jobs: false, out: 'my plans/PLAN.json', format: 'json' }, host),
  ).toBe(0);
  expect(err().replace(/[0-9a-f]{12}/, 'HASH')).toBe(
    'Created the folder my plans.\n' +
      "my plans/PLAN.json has the plan HASH. To run exactly this plan: `callsheet run tiny.yaml --plan 'my plans/PLAN.json'`\n",
  );
});
