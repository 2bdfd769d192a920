import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { createPlanChecksum } from '../../src/plan/saved/plan-checksum.ts';
import type { PlanFormat } from '../../src/report/plan/index.ts';
import { axeFindings, screens, widerThanScreen } from '../rig/axe.ts';
import { browserPath, closeBrowser, openPage } from '../rig/browser.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { tinyCampaign, tinyMembers, tinyNow } from '../rig/tiny-campaign.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-difference-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeBrowser();
});

const nobody = 'nobody is added, dropped or moved';
const defaults = { format: 'text', jobs: false, input: [], file: 'tiny.yaml' } as const;
const reviewed = tinyCampaign
  .replace(
    'limits: { rate: 1/m }',
    'costs: { whatsapp.send: 0.0075 }\nlimits: { rate: 1/m, budget: 25, stopAfter: { failures: 5%, of: 20 } }',
  )
  .replace('uses: sms.balance', 'uses: sms.balance\n    expect: { balance: { atLeast: 50 } }');

/** A plan of the campaign is saved, the files are edited, and a plan of them is compared with it. */
async function compare(
  edit: (text: string) => string,
  given: {
    readonly format?: PlanFormat;
    readonly exitCode?: boolean;
    readonly members?: string;
    readonly editSaved?: (text: string) => string;
  } = {},
) {
  const { format = 'text', exitCode = false, members = tinyMembers, editSaved = (text) => text } = given;
  const files = memoryFiles({ 'tiny.yaml': reviewed, 'members.csv': tinyMembers }, process.cwd());
  const { host, out, err } = commandHost({ now: tinyNow, files });
  const path = (name: string): string => join(process.cwd(), name);
  expect(await plan({ ...defaults, out: 'PLAN.json' }, host)).toBe(0);
  const saved = await files.readText(path('PLAN.json'));
  if (typeof saved !== 'string') throw new Error('there is no saved plan');
  await files.writeAtomically(path('PLAN.json'), editSaved(saved));
  const edited = edit(reviewed);
  await files.writeAtomically(path('tiny.yaml'), edited);
  await files.writeAtomically(path('members.csv'), members);
  const [outBefore, errBefore] = [out().length, err().length];
  const code = await plan({ ...defaults, format, exitCode, against: 'PLAN.json' }, host);
  return { code, saved, stdout: out().slice(outBefore), stderr: err().slice(errBefore) };
}

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
        'cost: 0.02 → 150.00',
        'new finding CS5103: The plan costs 150, but the budget is 25: it runs out on 2026-11-23 10:00, at job 1 of `hello`',
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
    const { code, stdout } = await compare((text) => text.replace(before, after), { exitCode: true });
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

  const whole = (text: string): string =>
    text
      .replace('rate: 1/m', 'rate: 2/m')
      .replace('0.0075', '75')
      .replace('Hello {{ recipient.name }}', 'Good day {{ recipient.name }} @all')
      .replace('where: { name: Obi }', 'where: { name: Ada }');
  const shown = async (format: PlanFormat): Promise<string> => {
    const { code, stdout } = await compare(whole, { format });
    expect(code).toBe(0);
    return stdout
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/plan `[0-9a-f]{12}`/g, 'plan `HASH`')
      .replace(/<style>[^]*<\/style>/, '<style>…</style>');
  };

  test('is text', async () => {
    expect(await shown('text')).toMatchInlineSnapshot(`
      "Compared with the plan of Mon 23 Nov 2026, 08:30:
        tiny.yaml has changed
        cost: 0.02 → 150.00
        new finding CS5103: The plan costs 150, but the budget is 25: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`
        costs.whatsapp.send: 0.0075 → 75
        limits.rate: 1/m → 2/m
        steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.name }} {+@all+}
        steps.code.forEach.where.name: Obi → Ada
        hello
          ~ 2 with a changed text: 234…0011, 234…0012
        code
          + 1 added: 234…0011
          - 1 dropped, no longer in the campaign: 234…0012
      "
    `);
  });

  test('is a comment for a pull request, in which nothing becomes a mention', async () => {
    expect(await shown('markdown')).toMatchInlineSnapshot(`
      "### A tiny campaign: changes

      \`tiny\`, run \`2026-11-23\`: plan \`HASH\` compared with plan \`HASH\` of Mon 23 Nov 2026, 08:30

      > [!WARNING]
      > CS5103 The plan costs 150, but the budget is 25: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`  

      - tiny.yaml has changed
      - cost: 0.02 → **150.00**
      - \`costs.whatsapp.send\`: \`0.0075\` → **\`75\`**
      - \`limits.rate\`: \`1/m\` → **\`2/m\`**
      - \`steps.hello.with.text.body\`: ~~\`Hello\`~~ **\`Good day\`** \`{{ recipient.name }}\` **\`@all\`**
      - \`steps.code.forEach.where.name\`: \`Obi\` → **\`Ada\`**

      **hello**
      - \`~\` 2 with a changed text: 234…0011, 234…0012

      **code**
      - \`+\` 1 added: 234…0011
      - \`-\` 1 dropped, no longer in the campaign: 234…0012
      "
    `);
  });

  test('is a page that needs neither network nor script', async () => {
    expect(await shown('html')).toMatchInlineSnapshot(`
      "<!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>A tiny campaign: changes</title>
      <style>…</style>
      </head>
      <body>
      <header>
      <h1><bdi>A tiny campaign</bdi>: changes</h1>
      <p class="about"><code>tiny</code> <span class="unbroken">run <code>2026-11-23</code></span> · compared with the plan of <span class="unbroken">Mon 23 Nov 2026, 08:30</span> · <span class="unbroken">times are Africa/Lagos</span></p>
      </header>
      <main>
      <ul class="findings"><li><b>CS5103</b> The plan costs 150, but the budget is 25: it runs out on 2026-11-23 10:00, at job 1 of <code>hello</code></li></ul>
      <ul><li>tiny.yaml has changed</li></ul>
      <section aria-labelledby="totals"><h2 id="totals">Totals</h2>
      <div class="wide" role="group" aria-label="Totals" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">total</th><th role="columnheader" scope="col" class="words">before</th><th role="columnheader" scope="col" class="words">after</th></tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">cost</th><td role="cell" class="words" data-column="before">0.02</td><td role="cell" class="words" data-column="after">150.00</td></tr></tbody></table></div>
      </section>
      <section aria-labelledby="settings"><h2 id="settings">Settings</h2>
      <div class="wide" role="group" aria-label="Settings" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">setting</th><th role="columnheader" scope="col" class="words">before</th><th role="columnheader" scope="col" class="words">after</th></tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row"><code>costs.whatsapp.send</code></th><td role="cell" class="words" data-column="before">0.0075</td><td role="cell" class="words" data-column="after">75</td></tr><tr role="row"><th role="rowheader" scope="row"><code>limits.rate</code></th><td role="cell" class="words" data-column="before">1/m</td><td role="cell" class="words" data-column="after">2/m</td></tr><tr role="row"><th role="rowheader" scope="row"><code>steps.code.forEach.where.name</code></th><td role="cell" class="words" data-column="before">Obi</td><td role="cell" class="words" data-column="after">Ada</td></tr></tbody></table></div>
      </section>
      <section aria-labelledby="texts"><h2 id="texts">Texts</h2>
      <h3><code>steps.hello.with.text.body</code></h3><p class="text" dir="auto"><del>Hello</del><ins>Good day</ins> {{ recipient.name }} <ins>@all</ins></p>
      </section>
      <section aria-labelledby="people"><h2 id="people">People</h2>
      <h3>hello</h3><ul><li>~ 2 with a changed text: <span class="unbroken">234…0011</span>, <span class="unbroken">234…0012</span></li></ul>
      <h3>code</h3><ul><li>+ 1 added: <span class="unbroken">234…0011</span></li><li>- 1 dropped, no longer in the campaign: <span class="unbroken">234…0012</span></li></ul>
      </section>
      </main>
      <footer>Plan <code>HASH</code>, compared with plan <code>HASH</code></footer>
      </body>
      </html>
      "
    `);
  });

  test.skipIf(browserPath === undefined).each(screens)(
    'has nothing that axe finds, and nothing that is too wide, in %s at %i px',
    async (colorScheme, width) => {
      const path = join(folder, `${colorScheme}-${width}.html`);
      writeFileSync(path, (await compare(whole, { format: 'html' })).stdout);
      await using rig = await openPage(`file://${path}`, { colorScheme, viewport: { width, height: 844 } });
      expect([await axeFindings(rig.page), await widerThanScreen(rig.page), rig.complaints]).toEqual([[], [], []]);
    },
  );

  test('is JSON', async () => {
    expect(await shown('json')).toMatchInlineSnapshot(`
      "{
        "version": 1,
        "campaign": "tiny",
        "run": "2026-11-23",
        "before": {
          "now": "2026-11-23T08:30:00+01:00",
          "hash": "HASH"
        },
        "after": {
          "now": "2026-11-23T08:30:00+01:00",
          "hash": "HASH"
        },
        "same": false,
        "inputs": [
          "tiny.yaml has changed"
        ],
        "totals": [
          {
            "name": "cost",
            "before": 0.015,
            "after": 150
          }
        ],
        "findings": {
          "added": [
            {
              "code": "CS5103",
              "message": "The plan costs 150, but the budget is 25: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`"
            }
          ],
          "resolved": []
        },
        "settings": [
          {
            "key": "costs.whatsapp.send",
            "before": 0.0075,
            "after": 75
          },
          {
            "key": "limits.rate",
            "before": "1/m",
            "after": "2/m"
          },
          {
            "key": "steps.hello.with.text.body",
            "before": "Hello {{ recipient.name }}",
            "after": "Good day {{ recipient.name }} @all"
          },
          {
            "key": "steps.code.forEach.where.name",
            "before": "Obi",
            "after": "Ada"
          }
        ],
        "steps": [
          {
            "step": "hello",
            "added": [],
            "dropped": [],
            "moved": [],
            "changed": [
              "hello[2348000000011]",
              "hello[2348000000012]"
            ],
            "sentBefore": []
          },
          {
            "step": "code",
            "added": [
              "code[2348000000011]"
            ],
            "dropped": [
              {
                "address": "code[2348000000012]",
                "reason": "gone"
              }
            ],
            "moved": [],
            "changed": [],
            "sentBefore": []
          }
        ]
      }
      "
    `);
  });

  test.each(['text', 'markdown', 'html', 'json'] as const)(
    'says as %s that nothing differs, with 0',
    async (format) => {
      const { code, stdout } = await compare((text) => text, { format, exitCode: true });
      expect(code).toBe(0);
      expect(stdout).toMatch(/: no changes\.\n$|\nNo changes\.\n$|<p>No changes\.<\/p>|"same": true/);
    },
  );

  test('differs if only a comment does: the saved plan could not be run any more', async () => {
    const { code, stdout } = await compare((text) => `# Approved.\n${text}`, { exitCode: true });
    expect(code).toBe(5);
    expect(stdout).toBe(`Compared with the plan of Mon 23 Nov 2026, 08:30:
  tiny.yaml has changed
  nobody is added, dropped or moved
`);
  });

  test('of another campaign is refused', async () => {
    const { code, stdout, stderr } = await compare((text) => text.replace('campaign: tiny', 'campaign: small'));
    expect(code).toBe(2);
    expect([stdout, stderr]).toEqual([
      '',
      'PLAN.json is a plan of the campaign `tiny`, and tiny.yaml is `small`: only plans of one campaign can be compared\n',
    ]);
  });

  test('of an earlier version has no settings, and this is said', async () => {
    const withoutSettings = (text: string): string => {
      const { settings, jobs, checksum, ...head } = JSON.parse(text) as Record<string, unknown>;
      expect([typeof settings, typeof checksum]).toEqual(['object', 'string']);
      const sum = createPlanChecksum(head);
      for (const job of jobs as readonly unknown[]) sum.add(job);
      return JSON.stringify({ ...head, jobs, checksum: sum.hex() });
    };
    const { code, stdout } = await compare(
      (text) => text.replace('concurrency', 'x').replace('rate: 1/m', 'rate: 2/m'),
      {
        editSaved: withoutSettings,
      },
    );
    expect(code).toBe(0);
    expect(stdout).toBe(`Compared with the plan of Mon 23 Nov 2026, 08:30:
  tiny.yaml has changed
  an earlier version of Callsheet made that plan: settings and texts are not compared
  nobody is added, dropped or moved
`);
  });

  test('holds texts as the campaign has them, and no cell of a list but the numbers in its addresses', async () => {
    const { saved } = await compare((text) => text);
    expect(saved).toContain('"steps.hello.with.text.body": "Hello {{ recipient.name }}"');
    expect(saved).not.toMatch(/Ada|2026-11-22T13/);
  });
});

test('a plan that is saved is named with its hash, and with the command that runs exactly it', async () => {
  const files = memoryFiles({ 'tiny.yaml': tinyCampaign, 'members.csv': tinyMembers }, process.cwd());
  const { host, err } = commandHost({ now: tinyNow, files });
  expect(await plan({ ...defaults, out: 'my plans/PLAN.json', format: 'json' }, host)).toBe(0);
  expect(err().replace(/[0-9a-f]{12}/, 'HASH')).toBe(
    "my plans/PLAN.json has the plan HASH. To run exactly this plan: `callsheet run tiny.yaml --plan 'my plans/PLAN.json'`\n",
  );
});
