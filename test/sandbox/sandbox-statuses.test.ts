import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/service/operations/operations.ts';
import { sandboxRig } from '../rig/sandbox.ts';
import { type Behaviour, type Recipe, recipes, rightBodies } from '../rig/status-recipes.ts';

const listed = JSON.parse(
  readFileSync(new URL('../golden/service/statuses.json', import.meta.url), 'utf8'),
) as Readonly<Record<keyof typeof recipes, Readonly<Record<string, string>>>>;
const operationsListed = Object.keys(recipes) as (keyof typeof recipes)[];

describe('the statuses that the document lists', () => {
  it('are 134, and each has its recipe', () => {
    const codes = operationsListed.flatMap((id) => Object.keys(recipes[id]).map((code) => `${id} ${code}`));
    const wanted = operationsListed.flatMap((id) => Object.keys(listed[id]).map((code) => `${id} ${code}`));
    expect(codes.sort()).toEqual(wanted.sort());
    expect(codes).toHaveLength(134);
  });

  it.each(operationsListed)('%s answers every one of its own, with the words of the document', async (operation) => {
    for (const [code, recipe] of Object.entries(recipes[operation])) {
      const { status, reason } = await produce(operation, code, recipe);
      const words = listed[operation][code] ?? '?';
      expect({ code, status, words: reason.slice(0, words.length) }).toEqual({ code, status: code, words });
    }
  });

  it('are in a table of docs/sandbox.md that says how each comes about', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const rows = operationsListed.flatMap((operation) =>
      Object.entries(recipes[operation])
        .sort(([a], [b]) => Number(b) - Number(a))
        .map(
          ([code, recipe]) => `| \`${operation}\` | ${code} | ${recipe === 'scripted' ? '*scripted*' : recipe.how} |`,
        ),
    );
    const table = page.slice(page.indexOf('| operation | status | how |')).split('\n\n')[0] ?? '';
    expect(table.trim()).toBe(['| operation | status | how |', '|---|---|---|', ...rows].join('\n'));
  });
});

async function produce(
  operation: keyof typeof recipes,
  code: string,
  recipe: Recipe,
): Promise<{ status: unknown; reason: string }> {
  const behaviour: Behaviour = recipe === 'scripted' ? { how: '', body: rightBodies[operation] } : recipe;
  await using rig = await sandboxRig(behaviour.world === undefined ? {} : { world: behaviour.world });
  if (recipe === 'scripted') await rig.change('faults', { kind: 'status', operation, status: code });
  const { path } = operations[operation];
  for (const body of behaviour.before ?? []) {
    const first = await rig.call(path, body);
    expect(first.body.status ?? first.body.code).toBe('0');
  }
  const answer = await rig.call(path, behaviour.body, { headers: behaviour.headers ?? {} });
  expect(answer.http).toBe(200);
  expect(answer.headers['x-sandbox-rule'] === undefined).toBe(code === '0');
  const { status, code: redialCode, reason, msg } = answer.body;
  return { status: status ?? redialCode, reason: String(reason ?? msg) };
}
