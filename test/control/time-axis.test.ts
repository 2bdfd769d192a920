import { describe, expect, test } from 'vitest';
import { placeOn, timeAxis } from '../../src/control/shown/time-axis.ts';

const at = (clock: string): number => Date.parse(`2026-11-${clock}:00Z`);
const burst = (from: string, to = from) => ({ from: at(from), to: at(to) });

describe('a time axis', () => {
  test('is empty where nothing happens', () => {
    expect(timeAxis([])).toEqual([]);
    expect(placeOn([], 5)).toBe(100);
  });

  test('folds the night to a thin break', () => {
    const axis = timeAxis([burst('23T16:00', '23T20:00'), burst('24T09:00', '24T13:00')]);
    expect(axis.map(({ folded, left, width }) => [folded, left, width])).toEqual([
      [false, 0, 48.75],
      [true, 48.75, 2.5],
      [false, 51.25, 48.75],
    ]);
    expect(axis.map(({ begins }) => begins)).toEqual([at('23T16:00'), at('23T20:00') + 432_000, at('24T09:00')]);
  });

  test('leaves a burst of a second room beside one of an hour', () => {
    const [second, , hour] = timeAxis([burst('23T08:00'), burst('23T12:00', '23T13:00')]);
    expect([second?.width, hour?.width].map((width) => Math.round(width ?? 0))).toEqual([27, 71]);
  });

  test('has few parts, however many bursts there are', () => {
    const bursts = Array.from({ length: 300 }, (_, index) => ({ from: index * 3_600_000, to: index * 3_600_000 + 1 }));
    expect(timeAxis(bursts).length).toBeLessThan(16);
    expect(timeAxis(bursts).at(-1)?.to).toBeGreaterThan(299 * 3_600_000);
  });

  test('places moments in order, and those outside at its ends', () => {
    const axis = timeAxis([burst('23T16:00', '23T20:00'), burst('24T09:00', '24T13:00')]);
    const moments = ['22T00:00', '23T16:00', '23T18:00', '23T20:00', '24T02:00', '24T09:00', '25T00:00'].map(at);
    const places = moments.map((moment) => placeOn(axis, moment));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect([places[0], places[2], places.at(-1)]).toEqual([0, 24.375, 100]);
  });
});
