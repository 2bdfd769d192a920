import { expect, test } from 'vitest';
import { readWorldFile } from '../../src/cli/open/sandbox-server.ts';
import { memoryHost } from '../campaign/check-example.ts';

async function saidOf(world: string): Promise<readonly string[]> {
  const { host, out } = memoryHost({ 'world.yaml': world });
  expect(await readWorldFile('world.yaml', host)).toBe(1);
  return out()
    .split('\n')
    .filter((line) => /^world\.yaml|hint:/.test(line));
}

const start =
  'hint: begin with what is different from the default world, such as `timezone: Africa/Lagos`; `{}` changes nothing';

test('a world file that is not a map is not called a campaign', async () => {
  expect(await saidOf('- keys\n')).toEqual([
    'world.yaml:1:1 error CS1014 A world is a map of keys and values',
    `  ${start}`,
  ]);
  expect(await saidOf('')).toEqual(['world.yaml:1:1 error CS1014 This file is empty', `  ${start}`]);
  expect(await saidOf('{}\n---\n{}\n')).toEqual([
    'world.yaml:2:1 error CS1008 A second document starts here, but a file contains one world',
    '  hint: move it to its own file',
  ]);
});

test('values of another kind are named as YAML names them, and a slip has its word', async () => {
  expect(await saidOf('keys: 5\n')).toEqual(['world.yaml:1:7 keys: must be a list']);
  expect(await saidOf('keys: [5]\n')).toEqual(['world.yaml:1:8 keys.0: must be a map']);
  expect(await saidOf('sesions: {}\n')).toEqual([
    'world.yaml:1:10 sesions: a world has no such field here: did you mean `sessions`?',
  ]);
});
