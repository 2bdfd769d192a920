import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/options/settings.ts';

let folder = '';

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'callsheet-'))));
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string): Promise<unknown> {
  const envFile = join(folder, 'env');
  await writeFile(envFile, text);
  return readEnvironment({ envFile }, { env: {} });
}

describe('an env file', () => {
  test('has names and values, blank lines and comments; a quoted value may have several lines', async () => {
    const text = '# settings\r\n\r\nA=1\nexport B = two # note\n  C="x\n\ny z"\nD=\nE=\'a=b\'\n';
    expect(await read(text)).toEqual({ A: '1', B: 'two', C: 'x\n\ny z', D: '', E: 'a=b' });
  });

  test.each([
    ['CALLSHEET_API_KEY abc\n', 1],
    ['A=1\n\n=3\n', 3],
    ['A="x\ny"\nMY NAME=1\n', 3],
    ['A="x\ny\n', 2],
  ])('with the malformed line in %j is refused, by the number of the line and without its text', async (text, line) => {
    expect(await read(text)).toBe(`--env-file ${join(folder, 'env')}: line ${line} is not NAME=value.`);
  });

  test('that is not there is named', async () => {
    const envFile = join(folder, 'none');
    expect(readEnvironment({ envFile }, { env: {} })).toBe(
      `--env-file ${envFile} cannot be read: ENOENT: no such file or directory, stat '${envFile}'.`,
    );
  });
});
