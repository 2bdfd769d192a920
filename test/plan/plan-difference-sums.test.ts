import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { differenceDocument } from '../../src/report/plan/difference.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { tinyMembers } from '../rig/tiny-campaign.ts';
import { comparePlanFiles } from './compare-plan-files.ts';

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync('schemas/plan-difference.schema.json', 'utf8')) as object,
);

const edits: Readonly<Record<string, (text: string) => string>> = {
  nothing: String,
  'a step': (text) => text.replace(/ {2}code:[^]*?(?=account)/, ''),
  'hours, prices and texts': (text) =>
    text.replace('Hello', 'Good day').replace('0.0075', '75').replace('delay: 1h', 'delay: 2h'),
};

test.each(Object.keys(edits))('the JSON of a difference matches its schema, where this changes: %s', async (name) => {
  const { stdout } = await comparePlanFiles(edits[name]!, { format: 'json' });
  validate(JSON.parse(stdout));
  expect(validate.errors ?? []).toEqual([]);
});

describe('rows that are left out newly', () => {
  const members = `${tinyMembers}no number,Ida,,\n08012,Uma,,\n`;

  test('are counted in the JSON, beside what was left out before', async () => {
    const { stdout } = await comparePlanFiles(String, { format: 'json', members });
    const json = JSON.parse(stdout) as { readonly leftOut: unknown };
    validate(json);
    expect(validate.errors ?? []).toEqual([]);
    expect(json.leftOut).toEqual([{ audience: 'members', file: 'members.csv', before: 0, after: 2 }]);
  });

  test('say how many they were before', async () => {
    const { stdout } = await comparePlanFiles(String, { members });
    expect(stdout).toContain('2 rows of members.csv left out (none before): no readable number');
  });
});

describe('a text in a comment for a pull request', () => {
  const body = (text: string) => (campaign: string) => campaign.replace('"Hello {{ recipient.name }}"', text);
  const fence = (stdout: string): string | undefined => /^```diff\n([^]*?)\n```$/m.exec(stdout)?.[1];

  test('has its new last line alone as new', async () => {
    const { stdout } = await comparePlanFiles(body('"Hello {{ recipient.name }}\\nSee you"'), { format: 'markdown' });
    expect(fence(stdout)).toBe('  Hello {{ recipient.name }}\n+ See you');
  });

  test('is shown where its step is new, and where it is gone', async () => {
    const twice = (text: string) =>
      text.replace(
        'steps:',
        'steps:\n  again:\n    uses: whatsapp.send\n    forEach: members\n    with: { type: text, text: { body: "Once more" } }',
      );
    const added = await comparePlanFiles(twice, { format: 'markdown' });
    expect(added.stdout).toContain('steps.again.with.text.body:\n\n```diff\n+ Once more\n```');
    const gone = await comparePlanFiles(
      (text) => text.replace(/ {2}hello:[^]*? {2}code:/, '  code:').replace('needs: hello', 'needs: funds'),
      { format: 'markdown' },
    );
    expect(gone.stdout).toContain('steps.hello.with.text.body:\n\n```diff\n- Hello {{ recipient.name }}\n```');
  });
});

describe('the sentence above a difference', () => {
  const verdict = (stdout: string): string | undefined => /^\*\*(.*)\*\*$/m.exec(stdout)?.[1];

  test('says how much later it ends, and what it costs of the budget in the currency', async () => {
    const priced = (text: string) => text.replace('whatsapp.send: 0.0075', 'whatsapp.send: 0.0075, currency: EUR');
    const { stdout } = await comparePlanFiles(
      (text) => priced(text).replace('starts:', 'window: { open: 09:02 }\nstarts:'),
      {
        format: 'markdown',
      },
    );
    expect(verdict(stdout)).toBe('2 people move; ends 2 min later; cost 0.015 of 25.00 EUR.');
  });

  test('says the cost alone where there is no budget, and that there is none known where there are no prices', async () => {
    const noBudget = await comparePlanFiles((text) => text.replace('budget: 25, ', ''), { format: 'markdown' });
    expect(verdict(noBudget.stdout)).toBe('Nobody is added, dropped or moved; cost 0.015.');
    const noPrices = await comparePlanFiles((text) => text.replace(/costs:.*\n/, '').replace('budget: 25, ', ''), {
      format: 'markdown',
    });
    expect(verdict(noPrices.stdout)).toBe('Nobody is added, dropped or moved; cost unknown (no prices in `costs`).');
  });

  test('counts people who get nothing any more apart from those who miss one step', async () => {
    const { stdout } = await comparePlanFiles(String, {
      format: 'markdown',
      members: tinyMembers.replace(/.*Obi.*\n/, '2348000000014,Obi,Africa/Lagos,2026-11-23T06:00:00Z\n'),
    });
    expect(verdict(stdout)).toBe('1 person fewer, 1 new; ends 4 h 59 min earlier; cost 0.015 of 25.00.');
  });

  test('says what of the budget is spent', () => {
    const money = { cost: 3.02, budget: 20, currency: 'EUR' };
    const document = differenceDocument(
      {
        before: { now: 0, hash: 'a' },
        after: { now: 0, hash: 'b' },
        inputs: ['a file has changed'],
        facts: [],
        findings: { added: [], resolved: [] },
        settings: [],
        steps: [],
        people: { added: 0, dropped: 0 },
        leftOut: [],
        money: { before: { ...money, cost: 3.14 }, after: money },
      },
      { campaign: 'tiny', title: 'Tiny', run: '1', timezone: 'UTC', stepName: String, showNumbers: false, spent: 16 },
    );
    expect(verdict(renderMarkdown(document))).toBe(
      'Nobody is added, dropped or moved; cost 3.02 of 20.00 EUR, 0.12 EUR less, with 16.00 EUR spent before.',
    );
  });
});
