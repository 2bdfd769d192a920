import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { program } from '../../src/cli/program.ts';
import { commandHost } from '../rig/command-host.ts';

const commands = program.groups.flatMap((group) => group.commands);

async function help(name: string): Promise<string> {
  const { host, out, err } = commandHost({ now: 0 });
  expect(await parseArguments([name, '--help'], host)).toBe(0);
  expect(err()).toBe('');
  return out();
}

describe.each(commands)('$name --help', ({ name, environment = {} }) => {
  test('shows an example, what each exit code means, and the variables that it reads', async () => {
    const text = await help(name);
    expect(text).toMatch(new RegExp(`^Examples?:\n  \\$ .*callsheet ${name}\\b`, 'm'));
    expect(text).toMatch(/^Exit codes:\n {2}0 {2}\S/m);
    for (const [variable, meaning] of Object.entries(environment)) {
      expect(text).toMatch(new RegExp(`^  ${variable} +${meaning.replace(/[()`]/g, '\\$&')}$`, 'm'));
    }
  });

  test('names a heading of the documentation that exists', async () => {
    const [, file = '', heading] =
      /^Documentation:\n {2}(\S+?)#(\S+), in the folder of this package$/m.exec(await help(name)) ?? [];
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
    expect(headings.map((title) => title.toLowerCase().replaceAll(' ', '-'))).toContain(heading);
  });
});

test('options are wrapped in a narrow terminal, too', async () => {
  const before = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  Object.assign(process.stdout, { isTTY: true, columns: 60 });
  try {
    const options = /^Options:\n([^]*?)\n\n/m.exec(await help('run'))?.[1]?.split('\n') ?? [];
    expect(options.length).toBeGreaterThan(20);
    expect(options.filter((line) => line.length > 60)).toEqual([]);
  } finally {
    Object.assign(process.stdout, before);
  }
});

test('the help of callsheet itself leads to the documentation', async () => {
  const { host, out } = commandHost({ now: 0 });
  expect(await parseArguments(['--help'], host)).toBe(0);
  expect(out()).toMatch(/\nDocumentation: docs\/README\.md, in the folder of this package\n$/);
});
