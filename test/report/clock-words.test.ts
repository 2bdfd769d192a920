import { describe, expect, test } from 'vitest';
import { formatDate, formatDayTime } from '../../src/report/plan/words.ts';

describe('a time of day', () => {
  test.each([
    ['Europe/London', '2026-10-24T23:59:59Z', '00:59:59'],
    ['Europe/London', '2026-10-25T00:00:00Z', '01:00:00 (+01:00)'],
    ['Europe/London', '2026-10-25T01:59:59Z', '01:59:59 (+00:00)'],
    ['Europe/London', '2026-10-25T02:00:00Z', '02:00:00'],
    ['America/New_York', '2026-11-01T05:30:00Z', '01:30:00 (-04:00)'],
    ['America/New_York', '2026-11-01T06:30:00Z', '01:30:00 (-05:00)'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '01:45:00 (+11:00)'],
    ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '01:45:00 (+10:30)'],
    ['Australia/Lord_Howe', '2026-04-04T14:15:00Z', '01:15:00'],
    ['Europe/London', '2026-03-29T01:00:00Z', '02:00:00'],
    ['Africa/Lagos', '2026-10-25T00:30:00Z', '01:30:00'],
  ])('of an hour that comes twice has its offset, and of no other: %s, %s', (zone, at, words) => {
    expect(formatDayTime(Date.parse(at), zone, true).replace(/^\w+ \d+ \w+ /, '')).toBe(words);
  });

  test('has it in a date, too', () => {
    expect(formatDate(Date.parse('2026-10-25T01:30:00Z'), 'Europe/London')).toBe('Sun 25 Oct 2026, 01:30 (+00:00)');
  });
});
