import { describe, expect, test } from 'vitest';
import { type FormattedPart, formattedText, plainText } from '../../src/service/contract/formatted-text.ts';
import { fc } from '../rig/properties.ts';

/** As markup, for reading. */
function shown(text: string): string {
  const tag = (part: FormattedPart): string => {
    if (typeof part === 'string') return part;
    if (part.kind === 'link') return `<link>${part.url}</link>`;
    if (part.kind === 'mono') return `<mono>${part.text}</mono>`;
    return `<${part.kind}>${part.content.map(tag).join('')}</${part.kind}>`;
  };
  return formattedText(text).map(tag).join('');
}

describe('text as WhatsApp shows it', () => {
  test.each([
    [
      'Hello *Ada*, _please_ ~call~ write.',
      'Hello <bold>Ada</bold>, <italic>please</italic> <strike>call</strike> write.',
    ],
    ['*bold _and italic_*', '<bold>bold <italic>and italic</italic></bold>'],
    ['```a *b*\nc``` and `d`', '<mono>a *b*\nc</mono> and <mono>d</mono>'],
    ['*(brackets)*!', '<bold>(brackets)</bold>!'],
    [
      'see https://example.com/a_b_c*d, or *https://example.org*.',
      'see <link>https://example.com/a_b_c*d</link>, or <bold><link>https://example.org</link></bold>.',
    ],
    ['*Straße*, *आदा*', '<bold>Straße</bold>, <bold>आदा</bold>'],
  ])('%j', (text, expected) => expect(shown(text)).toBe(expected));

  test.each(['2*3*4', 'snake_case_name', '* a list', 'a * b * c', '*over\ntwo lines*', '**', '_', '```', 'http:/x'])(
    '%j is plain',
    (text) => expect(formattedText(text)).toEqual([text]),
  );

  test('a plain line has the words without their marks', () => {
    expect(plainText('*Hello* `Ada`, https://example.com.')).toBe('Hello Ada, https://example.com.');
  });

  test('no character but marks is lost or added', () => {
    const piece = fc.constantFrom('*', '_', '~', '`', '```', ' ', '\n', 'a', 'é', '.', 'https://x.y/z_');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const bare = (of: string): string => of.replace(/[*_~`]/g, '');
        expect(bare(plainText(text))).toBe(bare(text));
      }),
    );
  });
});
