import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { boundedLine, visibleLine, visibleOutput } from '../../src/diagnostic/visible-text.ts';
import { inertMarkdown } from '../../src/report/render/markdown.ts';
import { fc, runs } from '../rig/properties.ts';

/** Characters that a terminal obeys, that end a line, or that nobody sees. */
const invisible = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
  ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code)),
  ...Array.from(
    '\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u3164\ufeff\ufff9\ufffe\uffff',
  ),
  '\ud800',
  '\udfff',
  '\u{e0041}',
];

const foreign = fc
  .array(
    fc.oneof(
      fc.constantFrom(...invisible, '::add-mask::x', '::warning file=a:', '##[error]', '\u001b]8;;http://x\u0007'),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map((parts) => parts.join(''));

/** Everything that is neither a picture nor a blank; joiners may be inside a word or an emoji. */
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFFF9-\uFFFB\uFEFF\u{E0000}-\u{E0FFF}\p{Noncharacter_Code_Point}]/u;

describe('text of others in a line of ours', () => {
  test('has each invisible character as its escape', () => {
    for (const one of invisible) {
      const shown = visibleLine(`a${one}b`);
      expect(shown).toMatch(/^a\\(?:[nrt]|u[0-9a-f]{4}(\\u[0-9a-f]{4})?)b$/);
      expect(JSON.parse(`"${shown}"`)).toBe(`a${one}b`);
    }
  });

  test('is one visible line, is not a command of a workflow, and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const line = visibleLine(text);
        expect(line).not.toMatch(hidden);
        expect(line).not.toMatch(/^\s*::[a-z]/i);
        expect(visibleLine(line)).toBe(line);
      }),
    );
  });

  test('does not command a workflow, whatever follows it in the line', () => {
    const commands = ['::warning file=a:b::x', '::stop-commands:', ' ::add-mask::x'];
    expect(commands.map(visibleLine)).toEqual(commands.map((text) => text.replace('::', '\\u003a:')));
  });

  test('keeps the joiners that emoji and words need', () => {
    for (const text of ['👨‍👩‍👧 Family', 'with ❤️', 'می‌خواهم', 'क्‍ष', 'ordinary “text” – 1 234,5 ₦'])
      expect(visibleLine(text)).toBe(text);
    expect(visibleLine('a\u200db')).toBe('a\\u200db');
  });

  test('is cut where it is too long, and says so', () => {
    expect(boundedLine('x'.repeat(1000), 1000)).toBe('x'.repeat(1000));
    expect(boundedLine('x'.repeat(900_000), 1000)).toBe(`${'x'.repeat(1000)}… (cut, of 900,000 characters)`);
    expect(boundedLine('\u001b'.repeat(900_000), 1000)).toHaveLength(1000 + '… (cut, of 900,000 characters)'.length);
    expect(boundedLine(`${'x'.repeat(999)}😀`, 1000)).toBe(`${'x'.repeat(999)}… (cut, of 1,001 characters)`);
  });
});

describe('an output of ours', () => {
  test('keeps its lines, tabs and colours, and no other control characters', () => {
    const text = '\u001b[1mbold\u001b[22m\ta\r\nb\rc\u001b[8mhidden\u001b]0;title\u0007\u009b31m\u202e\n';
    const rest = '\ta\r\nb\\rc\\u001b[8mhidden\\u001b]0;title\\u0007\\u009b31m\\u202e\n';
    expect(visibleOutput(text, { colour: true })).toBe(`\u001b[1mbold\u001b[22m${rest}`);
    expect(visibleOutput(text, { colour: false })).toBe(`\\u001b[1mbold\\u001b[22m${rest}`);
  });

  test('of JSON says the same as before', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const shown = visibleOutput(JSON.stringify({ text }), { colour: false });
        expect(JSON.parse(shown)).toEqual({ text });
        expect(shown).not.toMatch(hidden);
        expect(shown).not.toContain('##[');
      }),
    );
  });
});

describe('text in Markdown for a pull request', () => {
  /** What is left when code is taken out, as CommonMark reads it: a run of backticks ends at the next run of the same length. */
  const outsideCode = (markdown: string): string => markdown.replace(/(?<!`)(`+)(?!`)([\s\S]*?)(?<!`)\1(?!`)/g, ' ');

  test('is plain where it can only be text, and code where it could be more', () => {
    expect(inertMarkdown('Spring renewal (May): 1,234 people – 5 % off!')).toBe(
      'Spring renewal (May): 1,234 people – 5 % off!',
    );
    for (const text of ['田中様、ご予約は12月1日（火）です。', '¿Quiere renovar por 5 €?', '„Ja“, «oui»'])
      expect(inertMarkdown(text)).toBe(text);
    expect(inertMarkdown('⚠ 4 sessions close first')).toBe('⚠ 4 sessions close first');
    expect(inertMarkdown('Step `code`: too many.')).toBe('Step `code`: too many.');
    expect(inertMarkdown('\\@octocat, see #1')).toBe('`\\@octocat,` see `#1`');
    expect(inertMarkdown('https://x.example www.x.example a@b.example')).toBe(
      '`https://x.example` `www.x.example` `a@b.example`',
    );
    expect(inertMarkdown('`a`@octocat')).toBe('`a` `@octocat`');
    expect(inertMarkdown('``@octocat``')).toBe('``` `` ``` `@octocat` ``` `` ```');
    expect(inertMarkdown('a | <b>c</b>\n# d')).toBe('a \\| `<b>c</b>\\n#` d');
    expect(inertMarkdown('--- x')).toBe('`---` x');
    expect(inertMarkdown('Win !5 or %2 of 5 %')).toBe('Win \\!5 or \\%2 of 5 %');
  });

  test('is one paragraph that reads as it was written, at the beginning of a line, too', () => {
    const parts = fc.constantFrom(
      ...'1.|2)|12.5|-|+|=|---|===|*|**|_|~~|#|>|!|[x]|&amp;|\\|:|a|5 %|<b>| |    '.split('|'),
    );
    const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1 }), fc.constantFrom('', ' '), (words, blank) => {
        const text = words.join(blank);
        const shown = marked.parse(`> ${inertMarkdown(text)}`, { async: false });
        const inner = shown.replace(/^<blockquote>\n(?:<p>([^]*)<\/p>\n)?<\/blockquote>\n$/, '$1');
        const read = inner
          .replace(/<\/?code>/g, '')
          .replace(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? '?');
        expect(read.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('holds no mention, reference, address, markup or table outside code, whatever it is made of', () => {
    const parts = fc.constantFrom(
      ...'`|``|```| |@octocat|\\@octocat|#1|\\#1|&#64;x|https://x.example|www.x.example|a@b.example|<b>|[a](b)|*b*|_c_|~~d~~|GH-1|o/r#2|deadbeef|word|,|\\'.split(
        '|',
      ),
      '|',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        (text) => {
          const outside = outsideCode(inertMarkdown(text)).replace(/\\[*_|~]/g, '');
          expect(outside).not.toMatch(/[@#<>[\]*_~|\\&`]|:\/\/|www\.|gh-\d|\bdeadbeef\b/i);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test('reads as it was written, and is nothing but text and code to a renderer', () => {
    const parts = fc.constantFrom(...'|*|**|_|~|~~|word| |{{ x }}|- |1. |#|<b>|[a](b)|&amp;|\\|10 %|:'.split('|'), '|');
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => `a${all.join('')}`),
        (text) => {
          const html = marked.parseInline(inertMarkdown(text), { async: false });
          expect(html.replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>]/);
          expect(textOf(html)).toBe(visibleLine(text).replaceAll(' ', ''));
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

/** What a reader sees, without blanks. */
function textOf(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
  return html.replaceAll(/<\/?code>| /g, '').replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '');
}
