import { describe, expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { tinyCampaign, tinyMembers, tinyNow } from '../rig/tiny-campaign.ts';
import { comparePlanFiles } from './compare-plan-files.ts';

describe('a plan that is compared with a saved one', () => {
  const cost = 'cost 0.015 of 25.00.';
  const unsent = [`Nobody is added, dropped or moved; ${cost}`];
  const changed = [
    'People:',
    '          how many  change',
    '  hello          2  with a new text: 234…0011, 234…0012',
    '',
  ];
  const settings = (...lines: readonly string[]) => ['Settings:', ...lines.map((line) => `  ${line}`), ''];
  const also = ['Also:', '  tiny.yaml has changed', ''];
  const edits: readonly (readonly [string, string, string, readonly string[]])[] = [
    [
      'that the request is sent again when its answer is lost',
      'needs: funds',
      'needs: funds\n    onUnknown: resend',
      [
        'Totals:',
        '  in doubt at most after a crash: 2 → 0',
        '',
        ...settings('steps.hello.onUnknown: hold → resend (a message may arrive twice)'),
        ...also,
        ...unsent,
      ],
    ],
    [
      'the price',
      '0.0075',
      '75',
      [
        'Money:',
        '           before    after',
        '  cost      0.015   150.00',
        '  budget    25.00    25.00',
        '',
        ...settings('costs.whatsapp.send: 0.0075 → 75'),
        ...also,
        'Nobody is added, dropped or moved; cost 150.00 of 25.00, 149.985 more.',
        '! CS5103 The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of `hello`',
      ],
    ],
    [
      'the gate',
      'atLeast: 50',
      'atLeast: 5',
      [...settings('steps.funds.expect.balance.atLeast: 50 → 5'), ...also, ...unsent],
    ],
    [
      'that the stop condition is gone',
      ', stopAfter: { failures: 5%, of: 20 }',
      '',
      [...settings('limits.stopAfter.failures: 5% → none', 'limits.stopAfter.of: 20 → none'), ...also, ...unsent],
    ],
    [
      'the concurrency',
      'rate: 1/m',
      'rate: 1/m, concurrency: 200',
      [...settings('limits.concurrency: 32 → 200', 'limits.doubts: 32 → 200'), ...also, ...unsent],
    ],
    [
      'the rate, though nobody is moved by a minute',
      'rate: 1/m',
      'rate: 2/m',
      [...settings('limits.rate: 1/m → 2/m'), ...also, ...unsent],
    ],
    [
      'the account',
      '2348000000001',
      '2348000000002',
      [
        ...changed.map((line) => line.replace('text', 'request')),
        ...settings('account.businessPhone: 234…0001 → 234…0002'),
        ...also,
        `The request for 2 people changes; ${cost}`,
      ],
    ],
    [
      'the window',
      'timezone: Africa/Lagos',
      'timezone: Africa/Lagos\nwindow: { close: 18:00 }',
      [...settings('window.close: 20:00 → 18:00'), ...also, ...unsent],
    ],
    [
      'the text, word by word',
      'Hello {{ recipient.name }}',
      'Good day {{ recipient.name }}, it is time',
      [
        'Texts:',
        '  steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.name }}{+, it is time+}',
        '',
        ...changed,
        ...also,
        `2 people get a new text; ${cost}`,
      ],
    ],
    [
      'blanks, where they alone are changed',
      'Hello {{ recipient.name }}',
      'Hello  {{ recipient.name }}',
      [
        'Texts:',
        '  steps.hello.with.text.body: Hello[- -]{+  +}{{ recipient.name }}',
        '',
        ...changed,
        ...also,
        `2 people get a new text; ${cost}`,
      ],
    ],
  ];
  const head = `A tiny campaign: changes  tiny, run 2026-11-23
compared with the plan of Mon 23 Nov 2026, 08:30 · times are Africa/Lagos
`;
  test.each(edits)('says %s', async (_, before, after, lines) => {
    const { code, stdout } = await comparePlanFiles((text) => text.replace(before, after), { exitCode: true });
    expect(code).toBe(5);
    expect(stdout).toBe([head, ...lines, ''].join('\n'));
  });

  test.each(['text', 'markdown', 'html', 'json'] as const)(
    'says as %s that nothing differs, with 0',
    async (format) => {
      const { code, stdout } = await comparePlanFiles((text) => text, { format, exitCode: true });
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /\n(?:\*\*)?No changes; cost 0\.015 of 25\.00\.(?:\*\*)?\n|<p class="verdict">No changes; cost 0\.015 of 25\.00\.<\/p>|"same": true/,
      );
    },
  );

  test('differs if only a comment does: the saved plan could not be run any more', async () => {
    const { code, stdout } = await comparePlanFiles((text) => `# Approved.\n${text}`, { exitCode: true });
    expect(code).toBe(5);
    expect(stdout).toBe([head, ...also, ...unsent, ''].join('\n'));
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
      "my plans/PLAN.json has the plan HASH, made without the settings of a service. To approve it: `callsheet approve tiny.yaml --plan 'my plans/PLAN.json'`. To run exactly this plan: `callsheet run tiny.yaml --plan 'my plans/PLAN.json'`. Both need these settings, or --sandbox.\n",
  );
});
