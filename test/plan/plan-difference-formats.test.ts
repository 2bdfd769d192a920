import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { afterAll, describe, expect, test } from 'vitest';
import { differenceDocument } from '../../src/report/plan/difference.ts';
import type { PlanFormat } from '../../src/report/plan/document.ts';
import { renderHtml } from '../../src/report/render/html.ts';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { comparePlanFiles } from './compare-plan-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-difference-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the difference of two plans', () => {
  const whole = (text: string): string =>
    text
      .replace('rate: 1/m', 'rate: 2/m')
      .replace('0.0075', '75')
      .replace('Hello {{ recipient.name }}', 'Good day {{ recipient.name }} @all')
      .replace('where: { name: Obi }', 'where: { name: Ada }');
  const shown = async (format: PlanFormat): Promise<string> => {
    const { code, stdout } = await comparePlanFiles(whole, { format });
    expect(code).toBe(0);
    return stdout
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/plan `[0-9a-f]{12}`/g, 'plan `HASH`')
      .replace(/<style>[^]*<\/style>/, '<style>…</style>');
  };

  test('is text', async () => {
    expect(await shown('text')).toMatchInlineSnapshot(`
      "A tiny campaign: changes  tiny, run 2026-11-23
      compared with the plan of Mon 23 Nov 2026, 08:30 · times are Africa/Lagos

      Texts:
        steps.hello.with.text.body: [-Hello-]{+Good day+} {{ recipient.name }} {+@all+}

      People:
                how many  change
        hello          2  with a new text: 234…0011, 234…0012
        code           1  added: 234…0011
        code           1  dropped, as their step is no longer for them: 234…0012

      Money:
                 before    after
        cost      0.015   150.00
        budget    25.00    25.00

      Settings:
        costs.whatsapp.send: 0.0075 → 75
        limits.rate: 1/m → 2/m
        steps.code.forEach.where.name: Obi → Ada

      Also:
        tiny.yaml has changed

      2 people get a new text; 1 person is added to a step; 1 person is dropped from a step; cost 150.00 of 25.00, 149.985 more.
      ! CS5103 The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`
      "
    `);
  });

  test('is a comment for a pull request, in which nothing becomes a mention', async () => {
    expect(await shown('markdown')).toMatchInlineSnapshot(`
      "### A tiny campaign: changes

      **2 people get a new text; 1 person is added to a step; 1 person is dropped from a step; cost 150.00 of 25.00, 149.985 more.**

      > [!WARNING]
      > CS5103 The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`  

      tiny, run 2026-11-23, compared with the plan of Mon 23 Nov 2026, 08:30, times are Africa/Lagos

      **Texts**

      steps.hello.with.text.body:

      \`\`\`diff
      - Hello {{ recipient.name }}
      + Good day {{ recipient.name }} @all
      \`\`\`

      **People**

      | step | how many | change |
      |---|--:|---|
      | hello | 2 | with a new text: 234…0011, 234…0012 |
      | code | 1 | added: 234…0011 |
      | code | 1 | dropped, as their step is no longer for them: 234…0012 |

      **Money**

      | what | before | after |
      |---|--:|--:|
      | cost | 0.015 | 150.00 |
      | budget | 25.00 | 25.00 |

      <details><summary>Settings</summary>

      | what | before | after |
      |---|---|---|
      | costs.whatsapp.send | 0.0075 | 75 |
      | limits.rate | 1/m | 2/m |
      | steps.code.forEach.where.name | Obi | Ada |

      </details>

      <details><summary>Also</summary>

      - tiny.yaml has changed

      </details>

      Plan \`HASH\`, compared with plan \`HASH\`
      "
    `);
  });

  test('is tables, folded parts and texts as they are written to a renderer of Markdown', async () => {
    const hostile = '```\\n</details> *now* | `it` _is_ ~~time~~ @all\\n````';
    const { stdout } = await comparePlanFiles(
      (text) =>
        whole(text).replace('Good day {{ recipient.name }} @all', hostile).replace('name: Ada', 'name: "*A|d`a*"'),
      { format: 'markdown' },
    );
    const tokens = marked.lexer(stdout);
    const tables = tokens.filter((token): token is Tokens.Table => token.type === 'table');
    const cells = tables.map(({ header, rows }) =>
      [header, ...rows].map((row) => row.map((cell) => visibleOf(cell.tokens))),
    );
    expect(cells).toEqual([
      [
        ['step', 'how many', 'change'],
        ['hello', '2', 'with a new text: 234…0011, 234…0012'],
        ['code', '1', 'dropped, as their step is no longer for them: 234…0012'],
      ],
      [
        ['what', 'before', 'after'],
        ['cost', '0.015', '150.00'],
        ['budget', '25.00', '25.00'],
      ],
      [
        ['what', 'before', 'after'],
        ['to send', '4', '3'],
        ['last start', 'Mon 23 Nov 15:01', 'Mon 23 Nov 15:00'],
        ['in doubt at most if resumed too late to retry', '3', '2'],
        ['in doubt at most if in-flight jobs are edited or removed first', '4', '3'],
      ],
      [
        ['what', 'before', 'after'],
        ['costs.whatsapp.send', '0.0075', '75'],
        ['limits.rate', '1/m', '2/m'],
        ['steps.code.forEach.where.name', 'Obi', '*A|d`a*'],
      ],
    ]);
    const fences = tokens.filter((token): token is Tokens.Code => token.type === 'code');
    expect(fences.map(({ lang, text }) => [lang, text])).toEqual([
      ['diff', ['- Hello {{ recipient.name }}', ...hostile.split('\\n').map((line) => `+ ${line}`)].join('\n')],
    ]);
    const page = marked.parse(stdout, { async: false });
    expect(page.match(/<\/?details>(?:<summary>\w+<\/summary>)?|<(?:table|ul|pre)>/g)?.join(' ')).toBe(
      '<pre> <table> <table>' +
        ' <details><summary>Totals</summary> <table> </details>' +
        ' <details><summary>Settings</summary> <table> </details>' +
        ' <details><summary>Also</summary> <ul> </details>',
    );
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
      <body class="page document">
      <header>
      <h1><bdi>A tiny campaign</bdi>: changes</h1>
      <p class="about identity"><span class="unbroken">tiny, run 2026-11-23</span> · <span class="unbroken">compared with the plan of <span class="unbroken">Mon 23 Nov</span> 2026, 08:30</span> · <span class="unbroken">times are Africa/Lagos</span></p>
      <p class="verdict">2 people get a new text; 1 person is added to a step; 1 person is dropped from a step; cost 150.00 of 25.00, 149.985 more.</p>
      <ul class="notice ask" aria-label="Findings"><li><b class="tone">CS5103</b> The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of <code>hello</code></li></ul>
      </header>
      <main>
      <section aria-labelledby="texts"><h2 id="texts">Texts</h2>
      <h3>steps.hello.with.text.body</h3><p class="text" dir="auto"><del>Hello</del><ins>Good day</ins> {{ recipient.name }} <ins>@all</ins></p>
      </section>
      <section aria-labelledby="people"><h2 id="people">People</h2>
      <div class="wide" role="group" aria-label="People" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">step</th><th role="columnheader" scope="col" class="number">how many</th><th role="columnheader" scope="col" class="words">change</th></tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">hello</th><td role="cell" class="number" data-column="how many">2</td><td role="cell" class="words" data-column="change">with a new text: <span class="unbroken">234…0011</span>, <span class="unbroken">234…0012</span></td></tr><tr role="row"><th role="rowheader" scope="row">code</th><td role="cell" class="number" data-column="how many">1</td><td role="cell" class="words" data-column="change">added: <span class="unbroken">234…0011</span></td></tr><tr role="row"><th role="rowheader" scope="row">code</th><td role="cell" class="number" data-column="how many">1</td><td role="cell" class="words" data-column="change">dropped, as their step is no longer for them: <span class="unbroken">234…0012</span></td></tr></tbody></table></div>
      </section>
      <section aria-labelledby="money"><h2 id="money">Money</h2>
      <div class="wide" role="group" aria-label="Money" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">what</th><th role="columnheader" scope="col" class="number">before</th><th role="columnheader" scope="col" class="number">after</th></tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">cost</th><td role="cell" class="number" data-column="before">0.015</td><td role="cell" class="number" data-column="after">150.00</td></tr><tr role="row"><th role="rowheader" scope="row">budget</th><td role="cell" class="number" data-column="before">25.00</td><td role="cell" class="number" data-column="after">25.00</td></tr></tbody></table></div>
      </section>
      <section aria-labelledby="settings"><h2 id="settings">Settings</h2>
      <div class="wide" role="group" aria-label="Changed values" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">what</th><th role="columnheader" scope="col" class="words">before</th><th role="columnheader" scope="col" class="words">after</th></tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">costs.whatsapp.send</th><td role="cell" class="words" data-column="before">0.0075</td><td role="cell" class="words" data-column="after">75</td></tr><tr role="row"><th role="rowheader" scope="row">limits.rate</th><td role="cell" class="words" data-column="before">1/m</td><td role="cell" class="words" data-column="after">2/m</td></tr><tr role="row"><th role="rowheader" scope="row">steps.code.forEach.where.name</th><td role="cell" class="words" data-column="before">Obi</td><td role="cell" class="words" data-column="after">Ada</td></tr></tbody></table></div>
      </section>
      <section aria-labelledby="also"><h2 id="also">Also</h2>
      <ul><li>tiny.yaml has changed</li></ul>
      </section>
      </main>
      <footer class="small soft">Plan <code>HASH</code>, compared with plan <code>HASH</code></footer>
      </body>
      </html>
      "
    `);
  });

  test('has the largest groups of people first in the page', () => {
    const none = { added: [], dropped: [], moved: [], changed: [], sentBefore: [] };
    const some = (step: string, count: number) => Array.from({ length: count }, (_, n) => `${step}[${n}]`);
    const money = { cost: undefined, budget: undefined, currency: undefined };
    const difference = differenceDocument(
      {
        before: { now: 0, hash: 'a' },
        after: { now: 0, hash: 'b' },
        inputs: [],
        facts: [],
        findings: { added: [], resolved: [] },
        settings: [],
        people: { added: 5, dropped: 2 },
        leftOut: [
          { audience: 'members', file: 'members.csv', rows: 2, before: 1 },
          { audience: 'gone', file: 'gone.csv', rows: 0, before: 1 },
        ],
        money: { before: money, after: money },
        steps: [
          { ...none, step: 'code', added: some('code', 4) },
          {
            ...none,
            step: 'hello',
            added: some('hello', 1),
            dropped: some('hello', 2).map((address) => ({ address, reason: 'gone' })),
            changed: some('hello', 3),
          },
        ],
      },
      {
        campaign: 'tiny',
        title: 'Tiny',
        run: '1',
        timezone: 'UTC',
        stepName: (step) => step,
        showNumbers: false,
      },
    );
    const page = renderHtml(difference);
    expect(page).toContain('2 rows of members.csv left out (1 before): no readable number');
    const rows = [...page.matchAll(/<tr role="row"><th role="rowheader".*?<\/tr>/g)];
    expect(
      rows.map(([row]) =>
        row
          .replace(/<[^>]*>/g, ' ')
          .match(/\w+/g)
          ?.slice(0, 3)
          .join(' '),
      ),
    ).toEqual(['hello 3 with', 'hello 2 dropped', 'hello 1 added', 'code 4 added']);
    expect(page).not.toContain('gone.csv');
  });

  test.skipIf(browserPath === undefined)('is good on every screen, light and dark', async () => {
    const path = join(folder, 'difference.html');
    writeFileSync(path, (await comparePlanFiles(whole, { format: 'html' })).stdout);
    await using rig = await openPage(`file://${path}`);
    expect([await screenFindings(rig.page), rig.complaints]).toEqual([[], []]);
  });

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
              "message": "The plan costs 150.00, but the budget is 25.00: it runs out on 2026-11-23 10:00, at job 1 of \`hello\`"
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
        "leftOut": [],
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
});

/** What a reader sees of a cell. */
function visibleOf(tokens: readonly Token[]): string {
  return tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('');
}
