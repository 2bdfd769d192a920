import { describe, expect, test } from 'vitest';
import { fullText, relativeText } from '../../src/control/page/parts/times.ts';
import { inWords } from '../../src/control/shown/words.ts';

const lagos = 'Africa/Lagos';
/** Thu 26 Nov, 15:00 in Lagos. */
const now = Date.parse('2026-11-26T14:00:00Z');
const seen = (...moments: readonly string[]): readonly string[] =>
  moments.map((at) => relativeText(Date.parse(at), now, lagos));

describe('a moment on a page of the control room', () => {
  test('is so many minutes or hours away on the same day', () => {
    expect(
      seen('2026-11-26T14:12:00Z', '2026-11-26T13:59:00Z', '2026-11-26T11:00:00Z', '2026-11-26T15:40:00Z'),
    ).toEqual(['in 12 minutes', '1 minute ago', '3 hours ago', 'in 2 hours']);
    expect(seen('2026-11-26T13:59:40Z', '2026-11-26T14:00:00Z', '2026-11-26T14:00:20Z')).toEqual([
      'just now',
      'just now',
      'within a minute',
    ]);
  });

  test('has its time on the days beside it, and the date further away', () => {
    expect(
      seen(
        '2026-11-25T13:05:00Z',
        '2026-11-26T23:30:00Z',
        '2026-11-29T08:00:00Z',
        '2026-11-20T23:00:00Z',
        '2026-12-03T08:00:00Z',
        '2025-11-26T14:00:00Z',
      ),
    ).toEqual(['yesterday 14:05', 'tomorrow 00:30', 'in 3 days', '5 days ago', 'Thu 3 Dec 09:00', 'Wed 26 Nov 2025']);
  });

  test('is minutes away over midnight, too, and tells the days of its own zone', () => {
    const late = Date.parse('2026-11-26T22:50:00Z');
    expect(relativeText(late + 20 * 60_000, late, lagos)).toBe('in 20 minutes');
    expect([lagos, 'UTC'].map((zone) => relativeText(late + 90 * 60_000, late, zone))).toEqual([
      'tomorrow 01:20',
      'tomorrow 00:20',
    ]);
    expect(relativeText(late + 65 * 60_000, late, 'UTC')).toBe('in 1 hour');
  });

  test('has its full time with its zone for who points at it', () => {
    expect(fullText(Date.parse('2026-11-26T10:45:10Z'), lagos)).toBe('Thu 26 Nov 2026 11:45:10, Africa/Lagos');
  });

  test('is in a text as what it is, and a text without one is a text', () => {
    const at = { at: now };
    expect(inWords`Stopped ${at}: ${'the balance is used up'}.`).toEqual(['Stopped ', at, ': the balance is used up.']);
    expect(inWords`Stopped ${inWords`${'a'}${at}`}${''}${at}`).toEqual(['Stopped a', at, at]);
    expect(inWords`${'Not'} started.`).toBe('Not started.');
  });
});

test('a time that comes twice has its offset, and another one has none', () => {
  const at = (time: string): string => fullText(Date.parse(time), 'Europe/London');
  expect(at('2026-10-25T00:30:00Z')).toBe('Sun 25 Oct 2026 01:30:00 (+01:00), Europe/London');
  expect(at('2026-10-25T01:30:00Z')).toBe('Sun 25 Oct 2026 01:30:00 (+00:00), Europe/London');
  expect(at('2026-10-25T02:00:00Z')).toBe('Sun 25 Oct 2026 02:00:00, Europe/London');
  const byTwoHours = fullText(Date.parse('2026-10-25T00:30:00Z'), 'Antarctica/Troll');
  expect(byTwoHours).toBe('Sun 25 Oct 2026 02:30:00 (+02:00), Antarctica/Troll');
});
