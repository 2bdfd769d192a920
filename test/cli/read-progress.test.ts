import { expect, test } from 'vitest';
import { createReadProgress } from '../../src/cli/output/live-lines.ts';
import { commandHost } from '../rig/command-host.ts';

function readOn(errIsTerminal: boolean) {
  const { host, out, err } = commandHost({ now: 0 });
  let now = 1_000;
  const erased: number[] = [];
  const console = { ...host.console, errIsTerminal, erase: (_: string, rows: number) => void erased.push(rows) };
  const progress = createReadProgress(4_000, { console, clock: { ...host.clock, now: () => now } });
  for (let page = 0; page < 4; page++) {
    now += 200;
    progress.add(1_000);
  }
  progress.close();
  return { out: out(), err: err(), erased };
}

test('what reads something long says on a terminal how far it is, and takes that away at the end', () => {
  const { out, err, erased } = readOn(true);
  expect(out).toBe('');
  expect(err.split('\n')).toEqual([
    '  records  ███████████████░░░░░░░░░░░░░░░  2,000 of 4,000',
    expect.stringMatching(/^ {2}records {2}█{30} {2}4,000 of 4,000/),
    '',
  ]);
  expect(erased).toEqual([1, 1]);
});

test('elsewhere it says nothing', () => {
  expect(readOn(false)).toEqual({ out: '', err: '', erased: [] });
});
