import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from '../rig/faults.ts';

test.each(faults.map((fault) => [fault.name, fault] as const))(
  'the fault "%s" can still be made, and its tests are there',
  (_, { file, text, instead, tests }) => {
    expect(readFileSync(`src/${file}`, 'utf8').split(text)).toHaveLength(2);
    expect(instead).not.toBe(text);
    expect(tests.filter((path) => !existsSync(`test/${path}`))).toEqual([]);
  },
);
