import { expect, test } from 'vitest';
import { splitHint } from '../../src/report/diagnostics/split-hint.ts';

test('what a hint says to type is apart from what it says to everybody', () => {
  expect(splitHint('look at the source; if this is right, run `callsheet snapshot` with --accept-change')).toEqual({
    advice: 'look at the source',
    command: 'if this is right, run `callsheet snapshot` with --accept-change',
  });
  expect(splitHint('Use `run --late` to start it now, or change `starts`').advice).toBeUndefined();
  expect(splitHint('remove this line and the `---` after it').command).toBeUndefined();
  expect(splitHint(undefined)).toEqual({ advice: undefined, command: undefined });
  expect(splitHint('It was moved. Use `callsheet run --adopt`; or copy it back. Nothing was sent.')).toEqual({
    advice: 'It was moved. Nothing was sent.',
    command: 'Use `callsheet run --adopt`; or copy it back.',
  });
  expect(splitHint('The list `dnc` was never imported: use `callsheet suppress --import FILE`.')).toEqual({
    advice: 'The list `dnc` was never imported.',
    command: 'use `callsheet suppress --import FILE`.',
  });
});
