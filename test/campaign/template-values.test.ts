import { describe, expect, test } from 'vitest';
import { isMissing } from '../../src/campaign/template/template.ts';
import { templateCompiler } from '../../src/campaign/template/template-compiler.ts';
import { fc, runs } from '../rig/properties.ts';

type Values = Readonly<Record<string, unknown>>;

/** `a`, `b` and `c` are cells, and variables too. */
async function render(text: string, cells: Values = {}): Promise<unknown> {
  const compiler = await templateCompiler([text]);
  const template = compiler.compile<Values>(
    text,
    ([root, name]) =>
      (values) =>
        root === 'recipient' || root === 'vars' ? values[name ?? ''] : undefined,
  );
  if (!('render' in template)) return template.map(({ kind, message }) => `${kind}: ${message}`).join('; ');
  const value = template.render(cells);
  if (!isMissing(value)) return value;
  const { failure } = value;
  const why = failure === undefined ? 'missing' : failure.kind === 'other' ? failure.message : failure.kind;
  return `${why} ${value.path.join('.')}`.trim();
}

/** A template with `$a` for `recipient.a`, with a text around it: the result is a text. */
function text(short: string, cells: Values = {}): Promise<unknown> {
  return render(`:${short.replace(/\$(\w)/g, 'recipient.$1')}`, cells);
}

describe('a template calculates in exact decimals', () => {
  test.each([
    ['{{ $a | plus: 0 }}', '1.10', ':1.1'],
    ['{{ $a | times: 3 }}', '1.10', ':3.3'],
    ['{{ $a | times: 3 }}', '0.7', ':2.1'],
    ['{{ $a | plus: 0.2 }}', '0.1', ':0.3'],
    ['{{ $a | minus: 1 }}', '90071992547409931.5', ':90071992547409930.5'],
    ['{{ $a | plus: 1 }}', '99999999999999999999999', ':100000000000000000000000'],
    ['{{ $a | divided_by: 100 }}', '1250', ':12.5'],
    ['{{ $a | divided_by: 3 }}', '10', ':3.3333333333'],
    ['{{ $a | divided_by: 7, true }}', '20', ':2'],
    ['{{ $a | divided_by: 7, true }}', '21', ':3'],
    ['{{ $a | divided_by: 7, true }}', '-20', ':-3'],
    ['{{ $a | divided_by: -7, true }}', '20', ':-3'],
    ['{{ $a | divided_by: -7, true }}', '-20', ':2'],
    // No digit of a quotient is rounded before.
    ['{{ $a | divided_by: 10, true }}', '29.99999999999', ':2'],
    ['{{ $a | modulo: 3 }}', '10.5', ':1.5'],
    ['{{ $a | round: 2 }}', '1.005', ':1.01'],
    ['{{ $a | round }}', '-2.5', ':-3'],
    ['{{ $a | round: -2 }}', '1250', ':1300'],
    ['{{ $a | floor }}', '-1.2', ':-2'],
    ['{{ $a | ceil }}', '1.2', ':2'],
    ['{{ $a | ceil }}', '-0.5', ':0'],
    ['{{ $a | abs }}', '-0.50', ':0.5'],
    ['{{ $a | at_least: 10 }}', '9', ':10'],
    ['{{ $a | at_most: 10 }}', '9', ':9'],
    ['{{ 5 | plus: $a }}', '007', ':12'],
    ['{{ $a | default: 0 | plus: 1 }}', '', ':1'],
    ['{{ $a | plus: 1 | append: " naira" }}', 41, ':42 naira'],
  ])('%s of %j is %s', async (template, a, expected) => {
    expect(await text(template, a === '' ? {} : { a })).toBe(expected);
  });

  test('and keeps the number where a template is a single output', async () => {
    expect(await render('{{ recipient.a | times: 2 }}', { a: '1.5' })).toBe(3);
    expect(await render('{{ recipient.a | times: 10 }}', { a: '9007199254740993' })).toBe('90071992547409930');
  });

  test.each([
    ['plus: 0', '1,200.50'],
    ['times: 3', '€50'],
    ['minus: 1', '1 200'],
    ['divided_by: 2', 'ten'],
    ['round', '50%'],
    ['abs', 'NaN'],
    ['at_least: 1', 'Infinity'],
    ['floor', '1.2.3'],
    ['ceil', '１２'],
    ['modulo: 2', '--1'],
    ['at_most: 5', 'false'],
    ['truncate: 1 | plus: 1', 'abc'],
  ])('a value that is not a number ends the render: %s of %s', async (filters, a) => {
    expect(await text(`{{ $b }} {{ $a | ${filters} }}`, { a, b: 'x' })).toBe(
      // A value that the template itself makes has no column.
      filters.startsWith('truncate') ? 'notANumber' : 'notANumber recipient.a',
    );
  });

  test('an empty cell is missing, in every place of a calculation', async () => {
    expect(await text('{{ $a | plus: 1 }}')).toBe('missing recipient.a');
    expect(await text('{{ 1 | plus: $a }}')).toBe('missing recipient.a');
  });

  test.each(['divided_by', 'modulo'])('nothing is divided by zero: %s', async (filter) => {
    expect(await text(`{{ $a | ${filter}: $b }}`, { a: '7', b: '0.00' })).toBe('zero recipient.b');
  });

  test('a result that has no end is not sent', async () => {
    const grow = `{{ $a${' | times: $a'.repeat(20)} }}`;
    expect(await text(grow, { a: '99999999999999999999' })).toMatch(/^a result has more than 100 digits/);
    expect(await text('{{ $a | times: 1 }}', { a: '1e999' })).toMatch(/^a result has more than 100 digits/);
  });

  test('sums of any two decimals are exact', async () => {
    const decimal = fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 8 }));
    const written = (digits: bigint, places: number): string => {
      const padded = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
      const at = padded.length - places;
      return `${digits < 0n ? '-' : ''}${padded.slice(0, at)}${places === 0 ? '' : `.${padded.slice(at)}`}`;
    };
    await fc.assert(
      fc.asyncProperty(decimal, decimal, async ([a, placesOfA], [b, placesOfB]) => {
        const sum = a * 10n ** BigInt(8 - placesOfA) + b * 10n ** BigInt(8 - placesOfB);
        const exact = written(sum, 8)
          .replace(/\.?0+$/, '')
          .replace(/^-0$/, '0');
        const cells = { a: written(a, placesOfA), b: written(b, placesOfB) };
        expect(await text('{{ $a | plus: $b }}', cells)).toBe(`:${exact}`);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a template compares', () => {
  test.each([
    ['$a == 10', '10', true],
    ['$a == 10', '10.0', true],
    ['$a == 10', 10, true],
    ['$a == 10', '9', false],
    ['$a == 10', 'ten', false],
    ["$a == '10'", '10', true],
    ["$a == '10'", 10, true],
    ["$a == '10'", '10.0', false],
    ["$a == '007'", '7', false],
    ['$a != 10', '10', false],
    ['$a != 10', '11', true],
    ['$a >= 10', '9', false],
    ['$a < 10', '9', true],
    ['$a > 9007199254740992', '9007199254740993', true],
    ['$a > 0', '', false],
    ['$a == true', 'true', true],
    ['$a == true', true, true],
    ['$a == false', 'false', true],
    ["$a == 'false'", false, true],
    ["$a == 'Gold'", 'Gold', true],
    ["$a == 'gold'", 'Gold', false],
    ["$a == 'São Paulo'", 'Sa\u0303o\u00a0Paulo\u200b', true],
    ['$a == nil', '', true],
    ['$a != nil', '0', true],
    ['$a == empty', '', true],
    ['$a != empty', '', false],
    ['empty == $a', '0', false],
    ['$a == blank', '', true],
    ['$a == blank', 'x', false],
    ["$a contains '1'", 123, true],
    ["$a contains 'x'", '', false],
    ["$a contains 'Orl\u00e9ans '", 'in Orle\u0301ans\u00a0today', true],
    ["$a contains ' '", 'Ada', false],
    ["$a < '2026-12-01'", '2026-11-23', true],
    ['$a', 'false', false],
    ['$a', false, false],
    ['$a', 'no', true],
    ['$a', 0, true],
    ['$a', '0', true],
    ['$a', '', false],
    // A number of the campaign is one, and not a text of digits.
    ['vars.a', 0, true],
    ['vars.a and $a', 0, true],
    ['not vars.a', 0, false],
    ['$a | minus: 1', '1', true],
    ['not $a', 'false', true],
    ['$a and $a != 3', '2', true],
  ])('%s of %j is %s', async (condition, a, expected) => {
    const cells = a === '' ? {} : { a };
    expect(await text(`{% if ${condition} %}yes{% else %}no{% endif %}`, cells)).toBe(expected ? ':yes' : ':no');
    expect(await text(`{% unless ${condition} %}yes{% else %}no{% endunless %}`, cells)).toBe(
      expected ? ':no' : ':yes',
    );
  });

  test('and an empty text of the campaign is not a value', async () => {
    expect(await text('{% if vars.a or vars.a %}yes{% else %}no{% endif %}', { a: '' })).toBe(':no');
  });

  test('two cells by their numbers, if both are numbers', async () => {
    const compare = '{% if $a < $b %}less{% else %}more{% endif %}';
    expect(await text(compare, { a: '9', b: '10' })).toBe(':less');
    expect(await text(compare, { a: 9, b: '10' })).toBe(':less');
    expect(await text(compare, { a: 'abc', b: 'abd' })).toBe(':less');
    expect(await text(compare, { a: '9', b: 'ten' })).toBe('notANumber recipient.b');
  });

  test.each(['1,000', '€1000', '1 000', '1000 %', '1.000,00'])(
    'not even == with %s, which may be that number',
    async (a) => {
      expect(await text('{% if $a == 1000 %}x{% endif %}', { a })).toBe('notANumber recipient.a');
      expect(await text('{% case $a %}{% when 1000 %}x{% endcase %}', { a })).toBe('notANumber recipient.a');
      expect(await text('{% if $a > 1000 %}x{% endif %}', { a })).toBe('notANumber recipient.a');
    },
  );

  test.each([
    ['10', 'ten'],
    [10, 'ten'],
    ['10.0', 'ten'],
    ['XL', 'large'],
    ['12', 'twelve'],
    ['x', 'other'],
    ['', 'other'],
  ])('`case` of %j is %s', async (a, expected) => {
    const template =
      "{% case $a %}{% when 10 %}ten{% when 'XL', 'XXL' %}large{% when '11' or '12' %}twelve{% else %}other{% endcase %}";
    expect(await text(template, a === '' ? {} : { a })).toBe(`:${expected}`);
  });

  test.each(['nil', 'empty', 'blank', "''"])('`when %s` with an empty cell', async (word) => {
    const template = `{% case $a %}{% when ${word} %}none{% else %}some{% endcase %}`;
    expect([await text(template), await text(template, { a: '0' })]).toEqual([':none', ':some']);
  });

  test('cells of a CSV file and of a JSONL file alike', async () => {
    const operand = fc.constantFrom('$a', '$b', "'10'", '10', '0', 'true', 'false', "'false'", '1.5', "''", 'nil');
    const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'contains', 'and', 'or');
    const value = fc.constantFrom<string | number | boolean>(10, 0, -1.5, 1.5, true, false, 'Gold', '10.0', '1,000');
    await fc.assert(
      fc.asyncProperty(operand, operator, operand, value, value, async (one, by, other, a, b) => {
        const template = `{% if ${one} ${by} ${other} %}yes{% else %}no{% endif %} {{ $a }} {{ $b | upcase }} {{ $a | default: 'x' }}`;
        const csv = await text(template, { a: String(a), b: String(b) });
        expect(await text(template, { a, b })).toEqual(csv);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a character is a code point', () => {
  test.each([
    ['first', '👋 Ada', '👋'],
    ['last', 'Obi 🎉', '🎉'],
    ['slice: 0', '👋 Ada', '👋'],
    ['slice: -1', 'Obi 🎉', '🎉'],
    ['slice: 1, 3', '👋 Ada', ' Ad'],
    ['slice: $b', '👋 Ada', ' '],
    ['size', '👋🎉', '2'],
    ['size', 123, '3'],
    ['truncate: 4, ""', '🎉🎉🎉🎉🎉', '🎉🎉🎉🎉'],
    ['truncate: 4', '🎉🎉🎉🎉🎉', '🎉...'],
    ['truncate: 5', '🎉🎉🎉🎉🎉', '🎉🎉🎉🎉🎉'],
    ['truncatewords: 2', 'one two three', 'one two...'],
    ['truncatewords: 3', 'one two three', 'one two three'],
    ["replace: '', '-'", '👋🎉', '👋🎉'],
    ["replace: 'd', ''", 'Ada', 'Aa'],
    ["remove: ''", '👋', '👋'],
    ['capitalize', '👋 ada', '👋 ada'],
  ])('for %s of %j', async (filter, a, expected) => {
    expect(await text(`{{ $a | ${filter} }}`, { a, b: '1' })).toBe(`:${expected}`);
  });

  test('so no filter cuts an emoji in half', async () => {
    const filter = fc.constantFrom(
      'first',
      'last',
      'slice: 1',
      'slice: -2, 2',
      'truncate: 3',
      "replace: '', 'x'",
      'capitalize',
    );
    const cell = fc.array(fc.constantFrom('👋', '🎉', 'a', ' ', '👩‍👩‍👧'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(filter, filter, cell, async (one, other, parts) => {
        const sent = await text(`{{ $a | ${one} | ${other} }}`, { a: parts.join('') });
        expect(encodeURIComponent(String(sent))).not.toContain('%EF%BF%BD');
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('what Liquid would leave out or print in silence is a problem', () => {
  test.each([
    ['Hi {{1}}', 'nothing: {{1}}'],
    ["Hi {{ 'name' }}", "nothing: {{ 'name' }}"],
    ['Hi {{ true }}', 'nothing: {{ true }}'],
    ['Hi {{ nil }}', 'nothing: {{ nil }}'],
    ["{% if recipient.a %}{{ 'a' | upcase }}{% endif %}", "nothing: {{ 'a' | upcase }}"],
    ['Hi {{ recipient.a or recipient.b }}', 'condition: `{{ recipient.a or recipient.b }}` prints true or false'],
    ["{{ recipient.a == 'x' }}", "condition: `{{ recipient.a == 'x' }}` prints true or false"],
    ['Hi {{ recipient.a, recipient.b }}', 'syntax: `, recipient.b` would be left out'],
    ['Hi {{ recipient.a | upcase, recipient.b }}', 'syntax: `, recipient.b` would be left out'],
    ['Hi {{ recipient.a recipient.b }}', 'syntax: `recipient.b` would be left out'],
    ['{% if recipient.a, recipient.b %}x{% endif %}', 'syntax: `, recipient.b` would be left out'],
    ['{% if recipient.a 5 %}x{% endif %}', 'syntax: `5` would be left out'],
    ['{% case recipient.a %}{% when 10 20 %}x{% endcase %}', 'syntax: `20` would be left out'],
    ["{% if recipient.a <> 'x' %}x{% endif %}", 'syntax: `<` needs a value on each side'],
    ["{% if recipient.a == 'x' or == 'y' %}x{% endif %}", 'syntax: `or` needs a value on each side'],
    ['{% if recipient.a > %}x{% endif %}', 'syntax: `>` needs a value on each side'],
    [
      "{% if recipient.a == 'x' or 'y' %}x{% endif %}",
      "syntax: `'y'` is compared with nothing; after `and` and `or`, name the value again",
    ],
    [
      '{% unless recipient.a != 1 and 2 %}x{% endunless %}',
      'syntax: `2` is compared with nothing; after `and` and `or`, name the value again',
    ],
    [
      "{% if recipient.a == 'x' and recipient.b == 'x' or recipient.b == 'y' %}x{% endif %}",
      'syntax: after `and`, Liquid takes an `or` first; write what is after the `or` before the `and`, or two conditions',
    ],
    ["{{ recipient.a | default: 'x', 'y' }}", 'syntax: `default` takes one value, not 2'],
    ['{{ recipient.a | plus }}', 'syntax: `plus` takes one value, not 0'],
    ['{{ recipient.a | upcase: 1 }}', 'syntax: `upcase` takes no value, not 1'],
    [
      '{{ recipient.a | plus: 90071992547409931 }}',
      'syntax: `90071992547409931` has more digits than a number here may have; put it in quotes',
    ],
  ])('%s', async (template, expected) => {
    expect(await render(template, { a: 'x', b: 'y' })).toBe(expected);
  });

  test.each([
    ["{{ '{{' }} {{ recipient.a }} {{ '}}' }}", '{{ x }}'],
    ['{% comment %}{{ 1 }} {{ a or b }}{% endcomment %}{{ recipient.a | upcase }}', 'X'],
    ['{% raw %}{{ 1 }}{% endraw %}', '{{ 1 }}'],
    ["{{ 'Hello ' | append: recipient.a }}", 'Hello x'],
    ["{% if recipient.b == 'y' or recipient.a and recipient.b == 'x' %}{{ recipient.b }}{% endif %}", 'y'],
    ["{% if not recipient.a == 'y' and true %}{{ recipient.b }}{% endif %}", 'y'],
    ["{% if recipient.a not contains 'y' or recipient.b %}{{ recipient.b }}{% endif %}", 'y'],
    ["{% if recipient.a == 'x' and recipient.b != 'x' %}{{ recipient.b }}{% endif %}", 'y'],
  ])('%s is right', async (template, expected) => {
    expect(await render(template, { a: 'x', b: 'y' })).toBe(expected);
  });
});
