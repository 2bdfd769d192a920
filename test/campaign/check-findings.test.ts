import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagnosticCodes } from '../../src/diagnostic/codes.ts';
import { fixedExample, readFindingExample, runFindingExample } from './finding-example.ts';

test('there is an example for every code, and for nothing else', () => {
  const examples = readdirSync('test/golden/check').filter((name) => name.startsWith('CS'));
  expect(examples.sort()).toEqual(Object.keys(diagnosticCodes).map((code) => `${code}.txt`));
});

describe('every code has an example, which is found out for that code and no other', () => {
  test.each(Object.keys(diagnosticCodes))('%s', async (code) => {
    const example = readFindingExample(readFileSync(`test/golden/check/${code}.txt`, 'utf8'));
    const { out, err, exitCode } = await runFindingExample(example);
    const codes = [...out.matchAll(/(?: error | warning |^! )(CS\d{4}) /gm)].map((match) => match[1]);
    expect({ codes, err }).toEqual({ codes: [code], err: '' });
    expect(exitCode).toBe(/ error CS/.test(out) ? 1 : 0);
  });
});

/** Their cause is outside of what an example can show. */
const fixedElsewhere: Readonly<Record<string, string>> = {
  CS6022: 'a backup has the files',
  CS6032: 'a database has the people',
};

describe('what an example says to change makes it right: nothing is found any more', () => {
  test.each(Object.keys(diagnosticCodes))('%s', async (code) => {
    const example = readFindingExample(readFileSync(`test/golden/check/${code}.txt`, 'utf8'));
    expect(example.fix === undefined).toBe(code in fixedElsewhere);
    if (example.fix === undefined) return;
    const { out, err, exitCode } = await runFindingExample(fixedExample(example));
    const findings = out.split('\n').filter((line) => /(?: error | warning |^! )CS\d{4} /.test(line));
    expect({ findings, err, exitCode }).toEqual({ findings: [], err: '', exitCode: 0 });
  });
});
