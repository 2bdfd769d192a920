import { Liquid } from 'liquidjs';
import { describe, expect, test } from 'vitest';
import { isMissing } from '../../src/campaign/template/template.ts';
import { parseSimpleTemplate, templateCompiler } from '../../src/campaign/template/template-compiler.ts';
import { fc, runs } from '../rig/properties.ts';

type Values = Readonly<Record<string, unknown>>;

async function compile(text: string) {
  const compiler = await templateCompiler([text]);
  return compiler.compile<Values>(
    text,
    (path) => (values) => (Object.hasOwn(values, path.join('.')) ? values[path.join('.')] : undefined),
  );
}

async function render(text: string, values: Values = {}): Promise<unknown> {
  const template = await compile(text);
  if (!('render' in template)) return template.map((problem) => problem.kind);
  const value = template.render(values);
  if (!isMissing(value)) return value;
  const { failure } = value;
  return `missing ${value.path.join('.')}${failure?.kind === 'other' ? failure.message : ''}`;
}

describe('a template', () => {
  test('of one output keeps the type of its value', async () => {
    expect(await render('{{ steps.redial.taskId }}', { 'steps.redial.taskId': 7 })).toBe(7);
    expect(await render('{{ n | times: 2 }}', { n: 7 })).toBe(14);
    expect(await render('{{ n }} ', { n: 7 })).toBe('7 ');
  });

  test('of which a value is missing says which', async () => {
    expect(await render('Hello {{ recipient.name }}')).toBe('missing recipient.name');
    expect(await render('Hello {{ recipient.name | upcase }}')).toBe('missing recipient.name');
  });

  test('has a default for what is missing or empty', async () => {
    expect(await render("Hello {{ a | default: 'there' }}")).toBe('Hello there');
    expect(await render("{{ a | default: 'there' | upcase }}")).toBe('THERE');
  });

  test.each([
    ["{{ a | capitalize | default: 'there' }}", {}, 'there'],
    ["{{ a | capitalize | default: 'there' }}", { a: 'ada' }, 'Ada'],
    ["{{ a | prepend: 'Dear ' | default: 'Hello' }}", {}, 'Hello'],
    ["{{ a | append: b | default: 'there' }}", {}, 'there'],
    ["{{ a | append: b | default: 'there' }}", { a: 'Ada' }, 'missing b'],
    ["{{ a | times: 2 | default: 'nothing' }}", {}, 'nothing'],
    ['{{ a | default: b }}', { a: 'Al' }, 'Al'],
    ['{{ a | default: b }}', { b: 'Ada' }, 'Ada'],
    ['{{ a | default: b }}', {}, 'missing b'],
    ["{{ a | default: b | default: 'there' }}", {}, 'there'],
    ["{{ a | default: b | upcase | default: 'there' }}", { b: 'Ada' }, 'ADA'],
    ['{{ a | default: b | upcase }}', {}, 'missing b'],
    ["{% if n %}{{ a | upcase | default: b | default: 'there' }}{% endif %}", { n: 1 }, 'there'],
  ])('has its default wherever it is written: %s of %j is %s', async (text, values, expected) => {
    expect(await render(text, values)).toBe(expected);
    const whole = expected.startsWith('missing') ? expected : `Hi ${expected}`;
    expect(await render(`Hi ${text}`, values)).toBe(whole);
  });

  test('does not count the columns of a list in the place of a size that is empty', async () => {
    expect(await render('Size {{ recipient.size }}', { 'recipient.size': 'XL' })).toBe('Size XL');
    expect(await render('Size {{ recipient.size }}')).toBe('missing recipient.size');
    expect(await render("{{ recipient.name }} {{ recipient.size | default: 'M' }}", { 'recipient.name': 'Ada' })).toBe(
      'Ada M',
    );
    expect(await render('{% if recipient.size %}{{ recipient.size }}{% else %}none{% endif %}')).toBe('none');
  });

  test('asks for a value in a condition without needing it', async () => {
    expect(await render('{% if a %}{{ a }}{% else %}nobody{% endif %}')).toBe('nobody');
  });

  test('knows what it reads, where, and what it cannot do without', async () => {
    const template = await compile("{{ a.b }} {{ c | default: 'x' }}{% if d %}{{ e.f }}{% endif %}");
    expect(
      'render' in template && template.references.map(({ path, guarded, start }) => [path.join('.'), guarded, start]),
    ).toEqual([
      ['a.b', false, 3],
      ['c', true, 13],
      ['d', true, 38],
      ['e.f', true, 45],
    ]);
  });

  test('that is simple means what Liquid makes of it', () => {
    const liquid = new Liquid({ ownPropertyOnly: true });
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{{ a }}',
        '{{a.b}}',
        "{{ a.b | default: 'x' }}",
        '{{  c|default:"y z"  }}',
        '{{ n | default: 3 }}',
        '{',
        '}',
        '\n',
      ),
    );
    const values = { a: { b: 'Ada' }, n: 7, c: '' };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const simple = parseSimpleTemplate(text);
        if (simple === undefined) return;
        const own = simple.map((part) => {
          if (typeof part === 'string') return part;
          const value = part.path.reduce<unknown>((at, key) => (at as Values | undefined)?.[key], values);
          if (typeof value === 'object') return '[object Object]';
          return value === undefined || value === '' ? `${part.fallback ?? ''}` : `${value as string | number}`;
        });
        expect(own.join('')).toBe(liquid.parseAndRenderSync(text, values));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a hostile template', () => {
  test.each([
    ['{% include "/etc/passwd" %}', ['tag']],
    ['{% render "x" %}', ['tag']],
    ['{% layout "x" %}', ['tag']],
    ['{% for i in (1..999999999) %}x{% endfor %}', ['tag']],
    ['{% tablerow i in (1..999999999) %}x{% endtablerow %}', ['tag']],
    ['{% assign a = "x" %}', ['tag']],
    ['{% capture a %}x{% endcapture %}', ['tag']],
    ['{% increment a %}', ['tag']],
    ["{{ 'now' | date: '%s' }}", ['filter']],
    ['{{ a | where_exp: "x", "x" }}', ['filter']],
    ['{{ a | strip_html }}', ['filter']],
    ['{{ a[b] }}', ['computed']],
    ['{{ a', ['syntax']],
  ])('%s is refused before anything is rendered', async (text, kinds) => {
    expect(await render(text)).toEqual(kinds);
  });

  test.each([
    '{{ a.constructor }}',
    '{{ a.__proto__ }}',
    '{{ __proto__ }}',
    '{{ constructor.constructor }}',
    '{{ a.length.constructor }}',
  ])('%s reaches no prototype', async (text) => {
    expect(await render(text, { a: 'x' })).toMatch(/^missing /);
    expect(await render(text.replace(' }}', ' | upcase }}'), { a: 'x' })).toMatch(/^missing /);
  });

  test('that would grow without end is stopped', async () => {
    const grow = "{{ a | replace: 'b', 'xxxxxxxxxxxxxxxxxxxxxxxx'".concat(
      " | replace: 'x', 'xxxxxxxxxxxxxxxxxxxxxxxx'".repeat(12),
      ' }}',
    );
    expect(await render(grow, { a: 'abc' })).toMatch(/^missing .*memory/);
  });

  test('nested a thousand deep is refused', async () => {
    expect(await render('{% if a %}'.repeat(1000) + '{% endif %}'.repeat(1000))).toEqual(['limit']);
  });

  test('may have 200 tags, and no more', async () => {
    const tags = (count: number): string => '{% if a %}x{% endif %}'.repeat(count / 2);
    expect(await render(tags(200), { a: 'b' })).toBe('x'.repeat(100));
    expect(await render(tags(202), { a: 'b' })).toEqual(['limit']);
  });

  test('of a hundred thousand characters is refused', async () => {
    expect(await render(`{{ a | upcase }}${'x'.repeat(100_000)}`)).toEqual(['limit']);
  });
});
